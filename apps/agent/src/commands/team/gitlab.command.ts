import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { bold } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { readSecret } from '../shared/read-secret.ts'

const tokenFor = ({ stdin, output }: CommandContext): Promise<string> =>
  readSecret({
    stdin,
    ask: () => output.note(['Paste the access token and press Enter; it is not shown:']),
    done: () => undefined,
  })

/** Connects a GitLab by a token from stdin. The secret of a webhook that is made by hand is printed this once. */
export const runConnectGitLab = async (
  context: CommandContext,
  { url, isHookByHand }: { url: string | undefined; isHookByHand: boolean },
): Promise<ExitCode> => {
  const token = await tokenFor(context)
  const { client } = await openConnection(context)
  const { integration, hook_secret } = await client.integrations.connect({
    kind: 'gitlab',
    token,
    makes_hooks: !isHookByHand,
    ...(url !== undefined && { web_url: url }),
  })
  if (context.isJson) context.output.json({ integration, hook_secret })
  else {
    context.output.print([
      bold(integration.app?.account ?? integration.web_url),
      ` at ${integration.web_url} is connected: ${integration.id}`,
    ])
    if (hook_secret !== null)
      context.output.print(
        ['Add a webhook for comments and merge request events:'],
        [`  address  ${integration.hook_url}`],
        [`  secret   ${hook_secret}`, ', shown this once'],
      )
  }
  return EXIT.ok
}

/** Another token of the same account, from stdin. */
export const runSetToken = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const token = await tokenFor(context)
  const { client } = await openConnection(context)
  const integration = await client.integrations.token(id, { token })
  if (context.isJson) context.output.json(integration)
  else context.output.print(['The new token is in use.'])
  return EXIT.ok
}
