import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import { type Command, Option } from 'commander'
import type { ManageOptions } from '../commands/team/managed-clients.command.ts'
import type { Json, ProgramDeps } from './add-command.ts'

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true

const loadManaged = () => import('../commands/team/managed-clients.command.ts')

export const addManaged = (clients: Command, { run }: ProgramDeps): void => {
  clients
    .command('managed')
    .description('for admins: clients that an identity provider vouches for, and who can')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadManaged()).runManagedList(context)),
    )
  clients
    .command('manage <name>')
    .description('for admins: have a provider vouch for a client; its secret is shown once')
    .requiredOption('--provider <id>', 'which one, as `lore clients managed` names it')
    .addOption(
      new Option('--scope <what...>', 'the most that it may do; all by default').choices(
        CLIENT_SCOPES,
      ),
    )
    .action((name: string, options: ManageOptions & Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadManaged()).runManage(context, name, options),
      ),
    )
  clients
    .command('unmanage <client>')
    .description('for admins: end a managed client and all its tokens')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadManaged()).runUnmanage(context, id)),
    )
}
