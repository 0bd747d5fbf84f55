/** What was taken out of a text. `kinds` counts by rule name. */
export type Redaction = { text: string; count: number; kinds: Record<string, number> }

/** One way of finding secrets. Every quantifier of `pattern` is bounded, so time stays linear in the text. */
export type Rule = {
  /** Stands in the replacement, `[REDACTED:name]`. */
  name: string
  /** The rule is tried only on texts that contain one of these. */
  hints: readonly string[]
  /** A pattern closer to the rule than its hints, where those are to be found in every other text. */
  trigger?: string
  /**
   * Global. A `secret` group names the part to take out; without one the whole match goes.
   */
  pattern: RegExp
  /** Says no to look-alikes. `match` is the whole match, `secret` the part that would go. */
  accepts?: (secret: string, match: RegExpExecArray) => boolean
}
