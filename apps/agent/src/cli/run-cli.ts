import { type Command, CommanderError } from 'commander'
import type { CliIo, CommandContext } from '../commands/shared/command-context.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { VERSION } from '../platform/version.ts'
import type { CommandTable } from './command-table.ts'
import { freeDashedWords } from './dashed-words.ts'
import { buildProgram } from './program.ts'

/** Runs one command line, words after `lore`. Never throws, never ends the process: the code is the answer. */
export const runCli = async (
  words: readonly string[],
  io: CliIo,
  commands: CommandTable,
): Promise<ExitCode> => {
  let exitCode: ExitCode = EXIT.ok
  let wrongIn = ''
  const run = async (isJson: boolean, work: (context: CommandContext) => Promise<ExitCode>) => {
    const { createContext } = await import('./create-context.ts')
    exitCode = await work(await createContext(io, { isJson }))
  }
  const program = buildProgram({
    version: VERSION,
    commands,
    run,
    write: (text) => io.stdout.write(text),
    onWrongUsage: (command) => {
      wrongIn = command
    },
    helpWidth: io.stdout.isTTY ? io.stdout.columns : undefined,
  })
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : freeDashedWords(words), {
      from: 'user',
    })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
    return report(
      error instanceof CommanderError
        ? await usageOf(error, { program, words, command: deepestIn(program, words, wrongIn) })
        : error,
      words,
      io,
    )
  }
}

/** The command whose help says more: a part of the one that was meant, where a part was. */
const deepestIn = (program: Command, words: readonly string[], command: string): string => {
  const names: string[] = []
  let at = program
  for (const word of words) {
    if (word.startsWith('-')) continue
    const next = at.commands.find((one) => one.name() === word || one.aliases().includes(word))
    if (next === undefined) break
    names.push(next.name())
    at = next
  }
  const path = names.join(' ')
  return command === '' || path.startsWith(`${command} `) ? path : command
}

/** `error: unknown command 'serach'\n(Did you mean search?)` as a sentence with what to do. */
const usageOf = async (
  error: CommanderError,
  { program, words, command }: { program: Command; words: readonly string[]; command: string },
): Promise<Error> => {
  const { usageError } = await import('../errors/cli-error.ts')
  const help = command === '' ? 'lore --help' : `lore ${command} --help`
  if (error.code === 'commander.help')
    return usageError(await problemOfHelp(program, words), `See \`${help}\`.`)
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\n\((.*)\)$/, '. $1')
    // The space is of `freeDashedWords`.
    .replace(/(?<=argument ') (?=-)/, '')
  const sentence = message.charAt(0).toUpperCase() + message.slice(1) + (await nearestIn(message))
  return usageError(/[.?!]$/.test(sentence) ? sentence : `${sentence}.`, `See \`${help}\`.`)
}

/** `lore help serach`: commander has no word for what it does not know there. */
const problemOfHelp = async (program: Command, words: readonly string[]): Promise<string> => {
  const [first, typed] = words.filter((word) => !word.startsWith('-'))
  if (first !== 'help' || typed === undefined) return 'A command is missing.'
  const { didYouMean } = await import('../commands/shared/nearest-name.ts')
  const names = program.commands.map((one) => one.name())
  return `Unknown command '${typed}'. ${didYouMean(typed, names)}`.trimEnd()
}

const WRONG_CHOICE = /'([^']*)' is invalid.*Allowed choices are ([^.]+)\.$/s

/** Commander names the nearest command and option by itself, but not the nearest of the words they take. */
const nearestIn = async (message: string): Promise<string> => {
  const [, typed, choices] = WRONG_CHOICE.exec(message) ?? []
  if (typed === undefined || choices === undefined) return ''
  const { didYouMean } = await import('../commands/shared/nearest-name.ts')
  return ` ${didYouMean(typed, choices.split(', '))}`.trimEnd()
}

const report = async (error: unknown, words: readonly string[], io: CliIo): Promise<ExitCode> => {
  const [{ outputOf }, { reportError }] = await Promise.all([
    import('./create-context.ts'),
    import('../commands/shared/report-error.ts'),
  ])
  // What is wrong may be a setting.
  const config = await io.loadConfig().catch(async () => (await import('../env.ts')).parseEnv({}))
  const end = words.indexOf('--')
  return reportError(error, {
    output: outputOf(io, config),
    isJson: (end < 0 ? words : words.slice(0, end)).includes('--json'),
    isDebugging: config.isDebugging,
  })
}
