import type { Command } from 'commander'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const load = () => import('../commands/team/integrations.command.ts')
const loadDeliveries = () => import('../commands/team/host-deliveries.command.ts')
const loadGitLab = () => import('../commands/team/gitlab.command.ts')

type ConnectGitLab = { url?: string; webhookByHand?: boolean }

/** `lore integrations`: code hosts and Slack that the team is connected to. GitHub and Slack are connected in the dashboard, as a browser has to go there. */
export const addIntegrations = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const integrations = addCommand(
    program,
    deps,
    'integrations',
    '',
    'code hosts and Slack, as the team is connected to them',
    [
      'lore integrations list',
      'lore integrations test int_01ab…',
      'lore integrations test slk_01ab…',
    ],
  )
    .helpCommand(false)
    .copyInheritedSettings(program)
  integrations
    .command('list')
    .description('how each fares, for admins')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runIntegrationList(context)),
    )
  integrations
    .command('test <integration>')
    .description('ask the host, and say in words what is wrong')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runIntegrationTest(context, id)),
    )
  addGitLab(integrations, deps)
  addDeliveries(integrations, deps)
  integrations
    .command('backfill <integration>')
    .description('look at open pull requests, and at the last merged ones of each repository')
    .option('--merged <n>', 'how many merged ones, up to 500', wholeNumber(500, 0), 50)
    .action((id: string, { merged }: Json & { merged: number }, command: Command) =>
      run(isJson(command), async (context) => (await load()).runBackfill(context, { id, merged })),
    )
  integrations
    .command('require <integration> <repository> [kinds...]')
    .description('what has to be acknowledged before the check passes; nothing: it is advice')
    .action((id: string, repository: string, kinds: string[], _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runRequire(context, { id, repository, kinds }),
      ),
    )
  integrations
    .command('dismissals <integration>')
    .description('what was dismissed on pull requests, with its use')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runDismissalList(context, id)),
    )
  integrations
    .command('undismiss <dismissal>')
    .description('show again what was dismissed')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runUndismiss(context, id)),
    )
}

const addGitLab = (integrations: Command, { run }: ProgramDeps): void => {
  integrations
    .command('connect-gitlab')
    .description('connect a GitLab by an access token from stdin')
    .option('--url <url>', 'of a GitLab of your own; https://gitlab.com unless given')
    .option('--webhook-by-hand', 'you make the webhook: its secret is printed, this once')
    .action(({ url, webhookByHand }: Json & ConnectGitLab, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadGitLab()).runConnectGitLab(context, {
          url,
          isHookByHand: webhookByHand === true,
        }),
      ),
    )
  integrations
    .command('token <integration>')
    .description('give another token of the same account from stdin, as after it was rotated')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadGitLab()).runSetToken(context, id)),
    )
}

const addDeliveries = (integrations: Command, { run }: ProgramDeps): void => {
  integrations
    .command('deliveries <integration>')
    .description('what a host or Slack sent, and what became of it')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadDeliveries()).runHostDeliveries(context, id),
      ),
    )
  integrations
    .command('replay <integration> <delivery>')
    .description('do one again, as things are now')
    .action((integration: string, delivery: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadDeliveries()).runHostReplay(context, { integration, delivery }),
      ),
    )
  integrations
    .command('remove <integration>')
    .description('end the connection: keys, events and repositories go, comments stay')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadDeliveries()).runRemoveIntegration(context, id),
      ),
    )
}
