/** What was taken out of a text. `kinds` counts by rule name. */
export type Redaction = { text: string; count: number; kinds: Record<string, number> }

/** A part of a text that has to go. */
export type Finding = { start: number; end: number; rule: string }

/**
 * One way of finding secrets. It is tried only where one of its anchors stands, so what it costs is what the anchors cost;
 * every quantifier of its pattern is bounded, so time stays linear in the text.
 */
export type Rule = {
  /** Stands in the replacement, `[REDACTED:name]`. */
  name: string
  /** Literals of two characters or more, one of which every match contains. */
  anchors: readonly string[]
  /** Anchors are found in any mixture of cases. */
  ignoresCase?: boolean
  /** Where a match would have to begin for an anchor at `at`; below zero: nowhere. Without it, at the anchor itself. */
  startOf?: (text: string, at: number) => number
  /** Sticky. A `secret` group names the part to take out, which ends the match; without one the whole match goes. */
  pattern: RegExp
  /** Says no to look-alikes. `match` is the whole match, `secret` the part that would go. */
  accepts?: (secret: string, match: RegExpExecArray) => boolean
}
