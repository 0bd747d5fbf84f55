/** A word as a shell splits it. */
export type Word = {
  text: string
  isQuoted: boolean
  /** Whether a shell puts nothing into it: in `'…'`, below `<<'EOF'`. */
  isLiteral: boolean
  /** What stands below `<<EOF`. */
  isBody: boolean
  /** Behind `>`. */
  isWritten: boolean
  /** Whether what stands in it follows as parts of their own. */
  hasInner: boolean
}

/** One command of a line. */
export type CommandPart = {
  words: Word[]
  /** The folder that those before it went to; empty where none did. */
  folder: string
  /** The word of another command that it stands in: of `bash -c "…"`, `python -c "…"`, a text with a blank. */
  within: { part: CommandPart; at: number } | undefined
  /** What comes of it is put into the line: `$(…)` or `` `…` ``. */
  substituted: '$' | '`' | undefined
  /** The command of the same line that it is put into then, and the word before it: `A=$`. */
  into: { part: CommandPart; word: string } | undefined
  /** The command whose words go on in it, behind `$(…)`. */
  continues: CommandPart | undefined
  /** Whether it takes what the one before it prints. */
  isPiped: boolean
}
