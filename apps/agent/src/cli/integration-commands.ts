import type { Command } from 'commander'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const load = () => import('../commands/team/integrations.command.ts')

/** `lore integrations`: code hosts and Slack that the team is connected to. They are connected in the dashboard, as a browser has to go there. */
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
}
