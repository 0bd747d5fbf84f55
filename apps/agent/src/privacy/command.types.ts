/** A word as a shell splits it. */
export type Word = {
  text: string
  isQuoted: boolean
  /** Whether a shell expands nothing in it: `'…'`, or below `<<'EOF'`. */
  isLiteral: boolean
  /** The lines below `<<EOF`. */
  isBody: boolean
  /** Behind `>`. */
  isWritten: boolean
  /** Whether its content is read as commands of its own too. */
  hasInner: boolean
}

/** One simple command of a line. */
export type CommandPart = {
  words: Word[]
  /** The folder that a `cd` before it went to; empty where none did. */
  folder: string
  /** The word of another command that it stands in: of `bash -c "…"`, `python -c "…"`, a quoted text. */
  within: { part: CommandPart; at: number } | undefined
  /** The command of the same line that its output is put into by `$(…)` or `` `…` ``. */
  into: CommandPart | undefined
  sign: '$' | '`' | undefined
  /** The command before it whose output is piped into it. */
  from: CommandPart | undefined
}
