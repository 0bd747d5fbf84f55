import type { Redactor } from './custom/create-redactor.ts'
import { redactIdentifying } from './redact-secrets.ts'
import type { Redaction } from './redaction.types.ts'

/** What was taken out so far, in all and by rule. */
export type Tally = { count: number; kinds: Record<string, number> }
export type Counting = Tally & { by: Redactor }

export const newTally = (by: Redactor): Counting => ({ count: 0, kinds: {}, by })

export const redactText = (text: string, tally: Counting): string =>
  counted(text, tally.by.redact(text), tally)

export const redactIdentifier = (text: string, tally: Counting): string =>
  tally.by.allows(text) ? text : counted(text, redactIdentifying(text), tally)

const counted = (text: string, redaction: Redaction, tally: Counting): string => {
  const { text: redacted, count, kinds } = redaction
  if (count === 0) return text
  tally.count += count
  for (const [kind, n] of Object.entries(kinds)) tally.kinds[kind] = (tally.kinds[kind] ?? 0) + n
  return redacted
}
