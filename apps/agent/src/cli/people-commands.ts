import { AUDIT_ACTIONS } from '@teamlore/shared/audit'
import { ROLES } from '@teamlore/shared/roles'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { AuditOptions } from '../commands/team/audit.command.ts'
import type { DigestOptions } from '../commands/team/digest.command.ts'
import type { HomeOptions } from '../commands/team/home.command.ts'
import type { KeyOptions } from '../commands/team/keys.command.ts'
import type { InviteOptions, ServiceOptions } from '../commands/team/team.command.ts'
import type { UsageOptions, UsageSetOptions } from '../commands/team/usage.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { addManaged } from './managed-client-commands.ts'
import { wholeNumber } from './whole-number.ts'

/** `lore home`, `lore digest`, `lore team`, `lore keys`, `lore clients` and `lore usage`: your first page, who may come in, by what, and what the team spends. */
export const addPeople = (program: Command, deps: ProgramDeps): void => {
  addHome(program, deps)
  addDigest(program, deps)
  addTeam(program, deps)
  addKeys(program, deps)
  addClients(program, deps)
  addUsage(program, deps)
}

const role = (says: string) => new Option('--role <role>', says).choices(ROLES)
type Verifying = { verify?: true; head?: string }

const auditHead = (text: string): string => {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError('It has 64 digits and letters from a to f.')
}

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const load = () => import('../commands/team/team.command.ts')
const loadKeys = () => import('../commands/team/keys.command.ts')

const addHome = (program: Command, deps: ProgramDeps): void => {
  addCommand(
    program,
    deps,
    'home',
    '',
    'say what is new since you were here, and what waits for you',
    ['lore home', 'lore home --items 10 --peek'],
  )
    .addOption(
      new Option('--items <n>', 'how many of each part are named, up to 20').argParser(
        wholeNumber(20),
      ),
    )
    .option('--peek', 'what is new stays new')
    .action((_options: HomeOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<HomeOptions & Json>()
      return deps.run(json === true, async (context) =>
        (await import('../commands/team/home.command.ts')).runHome(context, options),
      )
    })
}

const addDigest = (program: Command, deps: ProgramDeps): void => {
  addCommand(
    program,
    deps,
    'digest',
    '',
    'say what became of the team’s knowledge in the last week, and have it by mail',
    ['lore digest', 'lore digest --mail on'],
  )
    .option('--mail <on|off>', 'send it to you each week, or no longer')
    .action((_options: DigestOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<DigestOptions & Json>()
      return deps.run(json === true, async (context) =>
        (await import('../commands/team/digest.command.ts')).runDigest(context, options),
      )
    })
}

const addTeam = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const team = addCommand(program, deps, 'team', '', 'see and manage who is in the team', [
    'lore team list',
    'lore team invite --role member --email bo@example.com',
    'lore team role usr_… admin',
    'lore team service "Nightly build" --role viewer',
    'lore team invitations',
    'lore team audit --action member.removed',
    'lore team audit --verify',
  ])
    .helpCommand(false)
    .copyInheritedSettings(program)
  team
    .command('list')
    .description('who is in the team')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runTeamList(context)),
    )
  team
    .command('invite')
    .description('make an invitation; with --email it is sent, where the server can send mail')
    .addOption(role('what they may; up to your own').default('member'))
    .option('--email <address>', 'whom it is for')
    .action((options: InviteOptions, command: Command) =>
      run(isJson(command), async (context) => (await load()).runInvite(context, options)),
    )
  team
    .command('invitations')
    .description('invitations and what became of them')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runInvitations(context)),
    )
  team
    .command('audit')
    .description('who did what and when, the latest first; for admins')
    .option('--user <member>', 'only what this person did, by id, email address or name')
    .addOption(new Option('--action <what>', 'only this').choices(AUDIT_ACTIONS))
    .option('--limit <n>', 'so many', wholeNumber(200), 50)
    .option('--verify', 'whether all of it is as it was sealed; fails where it is not')
    .addOption(
      new Option('--head <hash>', 'with --verify: a head that you kept, which must be there still')
        .argParser(auditHead)
        .conflicts(['user', 'action']),
    )
    .action(({ verify, head, ...options }: AuditOptions & Verifying, command: Command) =>
      run(isJson(command), async (context) =>
        verify === true || head !== undefined
          ? (await import('../commands/team/audit-verify.command.ts')).runAuditVerify(context, {
              head,
            })
          : (await import('../commands/team/audit.command.ts')).runAudit(context, options),
      ),
    )
  addInvitation(team, deps)
  addMembers(team, deps)
}

const addInvitation = (team: Command, { run }: ProgramDeps): void => {
  team
    .command('resend <invitation>')
    .description('a new link in the place of the former, good for another week')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runResend(context, id)),
    )
  team
    .command('withdraw <invitation>')
    .description('end an invitation at once')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWithdraw(context, id)),
    )
}

const addMembers = (team: Command, { run }: ProgramDeps): void => {
  team
    .command('role <member>')
    .description('change what a member may')
    .addArgument(new Argument('<role>', 'up to your own').choices(ROLES))
    .action((id: string, to: (typeof ROLES)[number], _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runRole(context, id, to)),
    )
  team
    .command('remove <member>')
    .description('remove a member; all their credentials end at once')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runRemove(context, id)),
    )
  team
    .command('leave')
    .description('leave the team; the last owner cannot')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runLeave(context)),
    )
  team
    .command('transfer <member>')
    .description('make a member the owner in your place')
    .action((user: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runTransfer(context, user)),
    )
  team
    .command('service <name>')
    .description('make an account for a bot or CI')
    .addOption(role('what it may; never owner').default('member'))
    .action((name: string, options: ServiceOptions, command: Command) =>
      run(isJson(command), async (context) => (await load()).runService(context, name, options)),
    )
}

const addKeys = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const keys = addCommand(program, deps, 'keys', '', 'see, make, claim and revoke API keys', [
    'lore keys list',
    'lore keys create "My script" --role viewer --days 90',
    'lore keys create "CI" --user usr_…',
    'lore keys claim key_01ab…',
    'lore keys revoke key_01ab…',
  ])
    .helpCommand(false)
    .copyInheritedSettings(program)
  keys
    .command('list')
    .description('your keys, for admins those of the team; never their text')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadKeys()).runKeyList(context)),
    )
  keys
    .command('create <name>')
    .description('make a key; its text is printed once')
    .addOption(role('what it may; at most what its person may'))
    .option('--user <member>', 'whose key it is, by id or email address; yours by default')
    .addOption(new Option('--days <n>', 'it ends after so many').argParser(wholeNumber(3_650)))
    .action((name: string, options: KeyOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadKeys()).runKeyCreate(context, name, options),
      ),
    )
  keys
    .command('claim <key>')
    .description('say that a key or machine which somebody else made for you is yours')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadKeys()).runKeyClaim(context, id)),
    )
  keys
    .command('revoke <key>')
    .description('end a key at once')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadKeys()).runKeyRevoke(context, id)),
    )
}

const loadClients = () => import('../commands/team/clients.command.ts')

const addClients = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const clients = addCommand(program, deps, 'clients', '', 'see and revoke connected clients', [
    'lore clients list',
    'lore clients revoke grt_01ab…',
  ])
    .helpCommand(false)
    .copyInheritedSettings(program)
  clients
    .command('list')
    .description('programs that you let in at /mcp; for admins those of the team')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadClients()).runClientList(context)),
    )
  clients
    .command('revoke <client>')
    .description('end one at once; it may ask to be let in again')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadClients()).runClientRevoke(context, id)),
    )
  addManaged(clients, deps)
}

const loadUsage = () => import('../commands/team/usage.command.ts')

const addUsage = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const usage = addCommand(program, deps, 'usage', '', 'what language models cost the team', [
    'lore usage --days 7',
    'lore usage set --usd 0.5',
    'lore usage set --off',
  ])
    .helpCommand(false)
    .copyInheritedSettings(program)
    .option('--days <n>', 'how far back', wholeNumber(365), 30)
    .action((_options: unknown, command: Command) => {
      const { json, days } = command.optsWithGlobals<UsageOptions & Json>()
      return run(json === true, async (context) => (await loadUsage()).runUsage(context, { days }))
    })
  usage
    .command('set')
    .description('cap a day or switch language models off; for admins, from the next call on')
    .option('--off', 'ask no language model for this team')
    .option('--on', 'ask it again')
    .option('--usd <amount>', 'US dollars of a day (UTC); `server` for the cap of the server')
    .option('--tokens <n>', 'tokens of a day; `server` for the cap of the server')
    .option('--again', 'asks the model again at once, although its last calls all failed')
    .action((options: UsageSetOptions, command: Command) =>
      run(isJson(command), async (context) => (await loadUsage()).runUsageSet(context, options)),
    )
}
