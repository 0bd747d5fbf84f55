import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import { Argument, Command } from 'commander'
import type { DaemonAction } from '../commands/capture/daemon.command.ts'
import type { ScanCommandOptions } from '../commands/capture/scan.command.ts'
import type { ImportCommandOptions } from '../commands/imports/import.command.ts'
import type { InitOptions } from '../commands/projects/init.command.ts'
import type { LoginOptions } from '../commands/setup/login.command.ts'
import { PEER_NAMES } from '../importers/peer-names.ts'
import {
  addCommand,
  examplesText,
  type Json,
  type ProgramDeps,
  wrongUsageOf,
} from './add-command.ts'
import { addAgentsMd } from './agents-md-commands.ts'
import { addBook } from './book-commands.ts'
import { addCode } from './code-commands.ts'
import { addCommits } from './commit-commands.ts'
import { addFinding } from './finding-commands.ts'
import { addForget } from './forget-commands.ts'
import { EXIT_CODE_HELP, IMPORT_WAIT_HELP } from './help-texts.ts'
import { addHoldout } from './holdout-commands.ts'
import { addIntegrations } from './integration-commands.ts'
import { addMemories } from './memory-commands.ts'
import { addPeople } from './people-commands.ts'
import { addKnowledge, addProjects, addSharing } from './project-commands.ts'
import { addRestore } from './restore-commands.ts'
import { addRetention } from './retention-commands.ts'
import { addReviewing } from './review-commands.ts'
import { addSessionNotes } from './session-note-commands.ts'
import { several } from './several.ts'
import { addCompletions, addDistil, addHooks, addMcp, addTools } from './tool-commands.ts'
import { addWebhooks } from './webhook-commands.ts'

const EXAMPLES = [
  'lore login --server https://lore.example.com',
  'lore import',
  'lore search why did we drop the retry queue',
  'lore show ses_01k9x2f0',
]

/** The command line of `lore`: names, options and help. Throws CommanderError instead of ending the process. */
export const buildProgram = (deps: ProgramDeps): Command => {
  const program = new Command('lore')
    .description(
      'Sends the sessions of your AI coding tools to your team’s Teamlore, and finds what they hold.',
    )
    .option('--json', 'print one JSON document on stdout')
    .version(deps.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: deps.write,
      // Errors are shown in one place, with what to do next.
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => deps.helpWidth ?? 100,
    })
    .addHelpText('after', examplesText(EXAMPLES) + EXIT_CODE_HELP)
    .exitOverride(wrongUsageOf('', deps))
  program.commandsGroup('Sending sessions:')
  addSending(program, deps)
  addWatching(program, deps)
  program.commandsGroup('Keeping back:')
  addKeepingBack(program, deps)
  program.commandsGroup('Finding:')
  addFinding(program, deps)
  addRestore(program, deps)
  addSessionNotes(program, deps)
  program.commandsGroup('Memories:')
  addMemories(program, deps)
  addReviewing(program, deps)
  addAgentsMd(program, deps)
  addDistil(program, deps)
  program.commandsGroup('Code:')
  addCode(program, deps)
  program.commandsGroup('Commits:')
  addCommits(program, deps)
  program.commandsGroup('Lorebooks:')
  addBook(program, deps)
  program.commandsGroup('Team and access:')
  addPeople(program, deps)
  addProjects(program, deps)
  addKnowledge(program, deps)
  addSharing(program, deps)
  addForget(program, deps)
  addRetention(program, deps)
  addHoldout(program, deps)
  addIntegrations(program, deps)
  addWebhooks(program, deps)
  program.commandsGroup('Coding tools and shells:')
  addTools(program, deps)
  addHooks(program, deps)
  addMcp(program, deps)
  addCompletions(program, deps)
  return program
}

const SOME_TOOLS = `only sessions of these coding tools: ${TOOL_NAMES.join(', ')}`

const addKeepingBack = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'scan', '', 'show what would be taken out of sessions; sends nothing', [
    'lore scan',
    'lore scan --tool claude-code --json | jq .kinds',
    'lore scan --path ~/old-laptop/.claude/projects',
  ])
    .option('--tool <name...>', SOME_TOOLS)
    .option('--path <path>', 'a session file, or a folder of them; may be given again', several)
    .action((_options: ScanCommandOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ScanCommandOptions & Json>()
      return run(json === true, (context) => commands.scan(context, options))
    })
  addCommand(program, deps, 'init', '', 'say what becomes of sessions in this project', [
    'lore init',
    'lore init --private',
  ])
    .option('--private', 'keep them on this machine, by a .loreignore')
    .action((_options: InitOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<InitOptions & Json>()
      return run(json === true, (context) => commands.init(context, options))
    })
}

const addSending = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'login', '', 'connect this machine to your team’s server', [
    'lore login --server http://localhost:4000 --key-file .teamlore/admin-key',
    'lore login --server https://lore.example.com      # in the browser, by a short code',
  ])
    .option('--server <url>', 'address of the server (else LORE_SERVER)')
    .option(
      '--key <key>',
      'an API key instead of the browser; - asks for it, or reads it from stdin. As words of a command others can see it',
    )
    .option('--key-file <file>', 'the same from a file, which keeps it out of sight')
    .action((_options: LoginOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<LoginOptions & Json>()
      return run(json === true, (context) => commands.login(context, options))
    })
  addCommand(
    program,
    deps,
    'join',
    ' [code]',
    'accept an invitation, connect the coding tools found here and start capture',
    [
      'npx https://lore.example.com/agent.tgz join 8Vt…   # the line out of an invitation',
      'lore join https://lore.example.com                 # one more machine of yours',
    ],
  ).action((code: string | undefined, _options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.join(context, code)),
  )
  addCommand(program, deps, 'upgrade', '', 'take the version that the server has', [
    'lore upgrade',
  ]).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.upgrade(context)),
  )
  addImport(program, deps)
}

const addImport = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'import',
    '',
    'send the sessions of this machine; what is there already is left alone',
    [
      'lore import --dry-run',
      'lore import --tool claude-code',
      'lore import --path ~/old-laptop/.claude/projects',
      'lore import --since 3m',
      'lore import --from claude-mem --dry-run',
      'lore import --from teamlore --path teamlore-mine-2026-11-29.ndjson',
    ],
  )
    .option('--tool <name...>', SOME_TOOLS)
    .option(
      '--path <path>',
      'a session file, or a folder of them, instead of the places of the tools; may be given again',
      several,
    )
    .option('--all', 'everything there is, however old; the default')
    .option('--since <when>', 'only sessions that went on after this: 2026-05-01, 12h, 7d, 2w, 3m')
    .option(
      '--from <memory>',
      `move in from another memory: ${PEER_NAMES.join(', ')}; from another team: teamlore; or read agent-trace`,
    )
    .option('--dry-run', 'say what would be sent, send nothing')
    .addHelpText('after', IMPORT_WAIT_HELP)
    .action((_options: ImportCommandOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ImportCommandOptions & Json>()
      return run(json === true, (context) => commands.import(context, options))
    })
  addCommand(
    program,
    deps,
    'status',
    '',
    'say whether everything works, and what the server holds',
    ['lore status', 'lore status --json | jq .jobs.backlog'],
  ).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.status(context)),
  )
}

const addWatching = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'watch', '', 'send sessions as they are written, until Ctrl-C', [
    'lore watch',
    'nohup lore watch >/dev/null 2>&1 &',
  ]).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.watch(context)),
  )
  addCommand(
    program,
    deps,
    'doctor',
    '',
    'look for what keeps sessions from being captured, and how to fix it',
    ['lore doctor', `lore doctor --json | jq '.findings[] | select(.state != "ok")'`],
  ).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.doctor(context)),
  )
  addCommand(
    program,
    deps,
    'daemon',
    '',
    'have `lore watch` run always, as a service of this system',
    ['lore daemon install', 'lore daemon status', 'lore daemon uninstall'],
  )
    .addArgument(
      new Argument('<action>', 'what to do with it').choices([
        'install',
        'status',
        'start',
        'stop',
        'uninstall',
      ] satisfies DaemonAction[]),
    )
    .action((action: DaemonAction, _options: object, command: Command) =>
      run(command.optsWithGlobals<Json>().json === true, (context) =>
        commands.daemon(context, action),
      ),
    )
}
