import type { CommandPart, Word } from './command.types.ts'
import { programOf } from './command-program.ts'
import { fileOptionOf, isPrinter, nameOf, printsSecret, takesQuietly } from './secret-printers.ts'

/** What the commands of a text print of secrets that programs print. */
export type PrintedSecrets = {
  /** Whether the output of the text as a whole holds one. */
  isShown: boolean
  /** Whether a command prints one, wherever its output goes. */
  isOf: (part: CommandPart) => boolean
}

/** Programs that print their words, or the files these name. */
const PRINTS_WORDS = /^(?:echo|printf|cat|tee|base64|jq|write-(?:host|output))$/
/** Programs that run a whole command which is one word, or which they read. */
const RUNS_COMMANDS =
  /^(?:.*[\\/])?(?:(?:ba|z|k|da|fi|a)?sh|pwsh|powershell|cmd|ssh|autossh|su|runuser|eval|watch|script|wsl|iex|invoke-expression|nix-shell)(?:\.exe)?$/i
const TERMINAL = /^\/dev\/(?:stdout|stderr|tty|fd\/.*)$/

export const secretsPrintedBy = (parts: readonly CommandPart[]): PrintedSecrets => {
  const printing = new Set<CommandPart>()
  let isShown = false
  let isInVariable = false
  if (!parts.some(({ words }) => words.some(({ text }) => isPrinter(nameOf(text)))))
    return { isShown, isOf: () => false }
  const nexts = new Map<CommandPart, CommandPart>()
  for (const part of parts) if (part.from !== undefined) nexts.set(part.from, part)

  const runsWord = ({ part, at }: Within): boolean => {
    const isBody = part.words[at]?.isBody === true
    if (part.words.some(({ text }, n) => (n < at || isBody) && RUNS_COMMANDS.test(text)))
      return true
    // echo "op read …" | sh
    const next = printsWords(part) ? nexts.get(part) : undefined
    return next !== undefined && RUNS_COMMANDS.test(programOf(next).program)
  }
  const isRun = ({ within, sign }: CommandPart): boolean => {
    if (within === undefined) return true
    const isLiteral = within.part.words[within.at]?.isLiteral === true
    return (runsWord(within) || (sign === '$' && !isLiteral)) && isRun(within.part)
  }
  /** The command that a substitution is a word of, through the quoted texts around it. */
  const userOf = (part: CommandPart): CommandPart =>
    part.within === undefined || runsWord(part.within) ? part : userOf(part.within.part)
  /** What reads the output of a command: the next of its pipe, or the command it stands in. */
  const readerOf = (part: CommandPart): CommandPart | undefined =>
    nexts.get(part) ?? (part.into === undefined ? part.within?.part : userOf(part.into))

  /** Follows the output of a command to where it is seen. */
  const follow = (first: CommandPart): void => {
    let part: CommandPart | undefined = first
    for (; part !== undefined && !printing.has(part); part = readerOf(part)) {
      printing.add(part)
      const next = nexts.get(part)
      if (writesFile(part) || (next !== undefined && takesQuietly(next.words))) return
      const isWord = next === undefined && part.into !== undefined
      if (!isWord || printsWords(userOf(part.into ?? part))) continue
      isInVariable = true
      return
    }
    isShown ||= part === undefined
  }
  for (const part of parts) if (printsSecret(part.words) && isRun(part)) follow(part)
  if (isInVariable)
    for (const part of parts)
      if (printsWords(part) && part.words.some(usesVariable) && isRun(part)) follow(part)
  return { isShown, isOf: (part) => printing.has(part) }
}

type Within = NonNullable<CommandPart['within']>

const printsWords = (part: CommandPart): boolean => PRINTS_WORDS.test(programOf(part).program)

const usesVariable = ({ text, isLiteral }: Word): boolean =>
  !isLiteral && /\$\{?[A-Za-z_]/.test(text)

const writesFile = (part: CommandPart): boolean =>
  filesOf(part).some((file) => !TERMINAL.test(file))

/** Files that a command writes its output into. */
export const filesOf = ({ words }: CommandPart): string[] => {
  const { program, given } = programOf({ words })
  const option = fileOptionOf(nameOf(program))
  const named = given.flatMap(({ text }, at) => {
    const found = option?.exec(text)
    const file = found && (found[1] ?? given[at + 1]?.text)
    return !file || /^(?:-|\/dev\/.*)$/.test(file) ? [] : [file]
  })
  // Behind `2>` are errors alone.
  const redirected = words.filter(({ isWritten }, at) => isWritten && words[at - 1]?.text !== '2')
  return [...redirected.map(({ text }) => text), ...named]
}
