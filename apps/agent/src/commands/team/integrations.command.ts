import type { Integration } from '@teamlore/shared/integrations'
import { plural } from '@teamlore/shared/plural'
import type { Slack } from '@teamlore/shared/slack'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

const linesOf = (
  { id, app, web_url, state, repositories, last_delivery_at, error }: Integration,
  now: Date,
): Line[] => [
  [
    bold(app === null ? web_url : `${app.slug} of ${app.account}`),
    state === 'started' ? ', not answered yet' : ` at ${web_url}`,
    `, ${plural(repositories, 'repository', 'repositories')}`,
    dim(
      `  ${last_delivery_at === null ? 'no event yet' : `last event ${ago(last_delivery_at, now)}`}  ${id}`,
    ),
  ],
  ...(error === null ? [] : [[`  ${error}`]]),
]

const slackLinesOf = (
  { id, workspace, web_url, state, last_delivery_at, error }: Slack,
  now: Date,
): Line[] => [
  [
    bold(`Slack of ${workspace?.name ?? web_url}`),
    state === 'started' ? ', not installed yet' : '',
    dim(
      `  ${last_delivery_at === null ? 'no event yet' : `last event ${ago(last_delivery_at, now)}`}  ${id}`,
    ),
  ],
  ...(error === null ? [] : [[`  ${error}`]]),
]

export const runIntegrationList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items, note } = await client.integrations.list()
  const { items: slack } = await client.slack.list()
  if (context.isJson) context.output.json({ items, slack, note })
  else if (items.length + slack.length === 0)
    context.output.print([note ?? 'Nothing is connected. Do it under Settings → Integrations.'])
  else
    context.output.print(
      ...items.flatMap((item) => linesOf(item, context.now())),
      ...slack.flatMap((item) => slackLinesOf(item, context.now())),
    )
  return EXIT.ok
}

/** Fails where something is wrong, so that a script notices. */
export const runIntegrationTest = async (
  context: CommandContext,
  id: string,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const test = id.startsWith('slk_')
    ? await client.slack.test(id)
    : await client.integrations.test(id)
  if (context.isJson) context.output.json(test)
  else
    for (const { ok, text } of test.findings) context.output.print([ok ? 'ok   ' : 'wrong  ', text])
  return test.ok ? EXIT.ok : EXIT.failed
}
