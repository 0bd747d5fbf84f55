import type { CommandPart, Word } from './command.types.ts'
import { programOf } from './command-program.ts'
import { filesGivenTo, givesSecret, isPrinter, takesQuietly } from './gives-secret.ts'

/** What the commands of a text print of secrets that programs give out. */
export type PrintedSecrets = {
  /** Whether what the text prints as a whole holds one. */
  isShown: boolean
  /** Whether a command prints one, wherever that goes. */
  isOf: (part: CommandPart) => boolean
  /** Files that options of a command have it go to. */
  filesOf: (part: CommandPart) => string[]
}

const NOTHING_PRINTED: PrintedSecrets = {
  isShown: false,
  isOf: () => false,
  filesOf: () => [],
}

/** What prints the words that are given to it, or what they tell of. */
const SHOWS_WORDS = /^(?:echo|printf|cat|tee|base64|jq|write-(?:host|output))$/
/** What takes a whole command as one word, or as what it reads. */
const TAKES_COMMANDS =
  /^(?:.*[\\/])?(?:(?:ba|z|k|da|fi|a)?sh|pwsh|powershell|cmd|ssh|autossh|su|runuser|eval|watch|script|wsl|iex|invoke-expression|nix-shell)(?:\.exe)?$/i
const SHOWN_FILE = /^\/dev\/(?:stdout|stderr|tty|fd\/.*)$/

export const secretsPrintedBy = (parts: readonly CommandPart[]): PrintedSecrets => {
  if (!parts.some(({ words }) => words.some(isPrinter))) return NOTHING_PRINTED
  const { whole, after } = createLines(parts)
  const poured = new Set<CommandPart>()
  /** What variables that hold one look like where they are put into a word. */
  const held: RegExp[] = []
  let isShown = false

  const takesCommands = ({ part, at }: Within): boolean => {
    const word = part.words[at]
    if (part.words.some(({ text }, n) => (n < at || word?.isBody) && TAKES_COMMANDS.test(text)))
      return true
    // echo "op read …" | sh
    const next = SHOWS_WORDS.test(programOf(part).program) ? after(part) : undefined
    return next !== undefined && TAKES_COMMANDS.test(programOf(next).program)
  }
  const isRun = ({ within, substituted }: CommandPart): boolean =>
    within === undefined ||
    ((takesCommands(within) || (substituted === '$' && !isLiteral(within))) && isRun(within.part))

  const pour = (part: CommandPart): void => {
    let line: CommandPart | undefined = whole(part)
    while (line !== undefined && !poured.has(line)) {
      poured.add(line)
      line = isWrittenElsewhere(line) ? undefined : onFrom(line)
    }
  }
  /** What else prints what a command prints. */
  const onFrom = (line: CommandPart): CommandPart | undefined => {
    const next = after(line)
    if (next !== undefined) return takesQuietly(next) ? undefined : next
    if (line.into !== undefined) putInto(line.into.part, line.into.word)
    else if (line.within !== undefined) return whole(line.within.part)
    else isShown = true
    return undefined
  }
  /** What is put into a text goes where the text goes. */
  const putInto = (part: CommandPart, word: string): void => {
    const { within } = part
    if (within !== undefined && !takesCommands(within)) {
      if (!isLiteral(within)) putInto(within.part, within.part.words[within.at]?.text ?? '')
      return
    }
    const [, name] = /^([A-Za-z_]\w{0,99})=/.exec(word) ?? []
    if (name !== undefined) held.push(new RegExp(`\\$\\{?${name}(?!\\w)`))
    if (SHOWS_WORDS.test(programOf(whole(part)).program)) pour(part)
  }

  const lines = [...new Set(parts.map(whole))]
  for (const line of lines) if (givesSecret(line) && isRun(line)) pour(line)
  const shows = ({ text, isLiteral }: Word): boolean =>
    !isLiteral && held.some((variable) => variable.test(text))
  for (const line of held.length === 0 ? [] : lines)
    if (SHOWS_WORDS.test(programOf(line).program) && line.words.some(shows) && isRun(line))
      pour(line)
  return {
    isShown,
    isOf: (part) => poured.has(whole(part)),
    filesOf: (part) =>
      part.continues === undefined && poured.has(whole(part)) ? filesGivenTo(whole(part)) : [],
  }
}

type Within = NonNullable<CommandPart['within']>

const isLiteral = ({ part, at }: Within): boolean => part.words[at]?.isLiteral === true

const isWrittenElsewhere = (line: CommandPart): boolean =>
  filesGivenTo(line).length > 0 ||
  line.words.some(
    ({ text, isWritten }, at) =>
      isWritten && !SHOWN_FILE.test(text) && line.words[at - 1]?.text !== '2',
  )

/** Commands with all of their words, also those behind `$(…)`. */
const createLines = (parts: readonly CommandPart[]) => {
  const lines = new Map<CommandPart, CommandPart>()
  for (const part of parts) {
    const head = part.continues ?? part
    const line = lines.get(head) ?? { ...head, words: [] }
    line.words.push(...part.words)
    lines.set(head, line)
  }
  const nexts = new Map<CommandPart, CommandPart>()
  const lasts = new Map<CommandPart['within'], Map<CommandPart['into'], CommandPart>>()
  for (const line of lines.values()) {
    const beside = lasts.get(line.within) ?? new Map<CommandPart['into'], CommandPart>()
    const last = beside.get(line.into)
    if (last !== undefined && line.isPiped) nexts.set(last, line)
    lasts.set(line.within, beside.set(line.into, line))
  }
  const whole = (part: CommandPart): CommandPart => lines.get(part.continues ?? part) ?? part
  /** The command that takes what one prints. */
  const after = (part: CommandPart): CommandPart | undefined => nexts.get(whole(part))
  return { whole, after }
}
