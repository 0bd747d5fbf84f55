import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import type { DaemonAction } from '../commands/daemon.command.ts'
import type { ImportCommandOptions } from '../commands/import.command.ts'
import type { InitOptions } from '../commands/init.command.ts'
import type { LoginOptions } from '../commands/login.command.ts'
import type { ScanCommandOptions } from '../commands/scan.command.ts'
import type { SearchOptions } from '../commands/search.command.ts'
import type { SessionsOptions } from '../commands/sessions.command.ts'
import type { ShowOptions } from '../commands/show.command.ts'
import { PEER_NAMES } from '../moving-in/peer-names.ts'
import { TOOL_NAMES } from '../sources/tool-names.ts'
import { addCommand, type Json, type ProgramDeps, wrongUsageOf } from './add-command.ts'
import { EXAMPLES, EXIT_CODE_HELP } from './examples.ts'
import { addCompletions, addHooks, addMcp } from './tool-commands.ts'

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
      // Errors are told in one place, with what to do next.
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => deps.helpWidth ?? 100,
    })
    .addHelpText('after', EXAMPLES.lore + EXIT_CODE_HELP)
    .exitOverride(wrongUsageOf('', deps))
  program.commandsGroup('Sending sessions:')
  addSending(program, deps)
  addWatching(program, deps)
  program.commandsGroup('Keeping back:')
  addKeepingBack(program, deps)
  program.commandsGroup('Finding:')
  addReading(program, deps)
  program.commandsGroup('Coding tools and shells:')
  addHooks(program, deps)
  addMcp(program, deps)
  addCompletions(program, deps)
  return program
}

const ONE_TOOL = `only sessions of one coding tool: ${TOOL_NAMES.join(', ')}`

const addKeepingBack = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'scan', '', 'show what would be taken out of sessions; sends nothing')
    .option('--tool <name>', ONE_TOOL)
    .option('--path <path>', 'a session file, or a folder of them')
    .action((_options: ScanCommandOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ScanCommandOptions & Json>()
      return run(json === true, (context) => commands.scan(context, options))
    })
  addCommand(program, deps, 'init', '', 'tell what becomes of sessions in this project')
    .option('--private', 'keep them on this machine, by a .loreignore')
    .action((_options: InitOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<InitOptions & Json>()
      return run(json === true, (context) => commands.init(context, options))
    })
}

const addSending = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'login', '', 'connect this machine to your team’s server')
    .option('--server <url>', 'address of the server (else LORE_SERVER)')
    .option('--key <key>', 'your API key; - reads it from stdin, out of sight of the shell history')
    .action((_options: LoginOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<LoginOptions & Json>()
      return run(json === true, (context) => commands.login(context, options))
    })
  addCommand(
    program,
    deps,
    'import',
    '',
    'send the sessions of this machine; what is there already is left alone',
  )
    .option('--tool <name>', ONE_TOOL)
    .option(
      '--path <path>',
      'a session file, or a folder of them, instead of the places of the tools',
    )
    .option('--all', 'everything there is, however old; the default')
    .option('--since <when>', 'only sessions that went on after this: 2026-05-01, 12h, 7d, 2w, 3m')
    .option('--from <memory>', `move in from another memory: ${PEER_NAMES.join(', ')}`)
    .option('--dry-run', 'say what would be sent, send nothing')
    .action((_options: ImportCommandOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ImportCommandOptions & Json>()
      return run(json === true, (context) => commands.import(context, options))
    })
  addCommand(
    program,
    deps,
    'status',
    '',
    'tell whether everything works, and what the server holds',
  ).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.status(context)),
  )
}

const addWatching = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'watch', '', 'send sessions as they are written, until Ctrl-C').action(
    (_options: object, command: Command) =>
      run(command.optsWithGlobals<Json>().json === true, (context) => commands.watch(context)),
  )
  addCommand(
    program,
    deps,
    'doctor',
    '',
    'look for what keeps sessions from being captured, and how to mend it',
  ).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.doctor(context)),
  )
  addCommand(
    program,
    deps,
    'daemon',
    '',
    'have `lore watch` run always, as a service of this system',
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

const addReading = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addPaging(
    addCommand(program, deps, 'sessions', '', 'list sessions, the latest first')
      .option('--project <name>', 'of this project: its name, id or remote URL')
      .option('--tool <name>', 'of this coding tool')
      .option('--author <name>', 'of this person')
      .option('--branch <name>', 'on this git branch'),
    { limit: 20, maxLimit: 200 },
  ).action((_options: SessionsOptions, command: Command) => {
    const { json, ...options } = command.optsWithGlobals<SessionsOptions & Json>()
    return run(json === true, (context) => commands.sessions(context, options))
  })
  addCommand(
    program,
    deps,
    'show',
    ' <id>',
    'show a session, a message, an observation or a summary',
  )
    .option('--full', 'cut nothing')
    .action((id: string, _options: ShowOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ShowOptions & Json>()
      return run(json === true, (context) => commands.show(context, id, options))
    })
  addPaging(
    addCommand(program, deps, 'search', ' <query...>', 'find what your team knows')
      .option(
        '--type <type>',
        'decision, bugfix, feature, refactor, discovery, change; or prompt, message, observation, summary',
      )
      .option('--tool <name>', 'from this coding tool')
      .option('--project <name>', 'in this project: its name, id or remote URL')
      .option('--file <path>', 'about this file')
      .option('--explain', 'why each hit ranks where it does'),
    { limit: 10, maxLimit: 100 },
  ).action((words: string[], _options: SearchOptions, command: Command) => {
    const { json, ...options } = command.optsWithGlobals<SearchOptions & Json>()
    return run(json === true, (context) => commands.search(context, words, options))
  })
}

const addPaging = (
  command: Command,
  { limit, maxLimit }: { limit: number; maxLimit: number },
): Command =>
  command
    .option('--since <when>', 'not before: 2026-05-01, 12h, 7d, 2w, 3m, today')
    .option('--until <when>', 'not after; a day counts whole')
    .addOption(
      new Option('--limit <n>', `how many, up to ${maxLimit} (default: ${limit})`).argParser(
        wholeNumber(maxLimit),
      ),
    )
    .option('--cursor <cursor>', 'go on where the last answer ended')

const wholeNumber =
  (max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= 1 && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`)
  }
