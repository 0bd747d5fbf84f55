import type { Home } from '@teamlore/shared/home'
import { compactCount, count } from '../../lib/format/number.ts'

/** What is new, in one line, without what there is none of: `3 sessions, 12 findings, 1 memory`. */
export const newsLine = ({ sessions, findings, memories }: Home['news']): string =>
  [
    sessions.count > 0 && count(sessions.count, 'session'),
    findings.count > 0 && count(findings.count, 'finding'),
    memories.count > 0 && count(memories.count, 'memory', 'memories'),
  ]
    .filter((part) => part !== false)
    .join(', ')

export const isNothingNew = ({ sessions, memories }: Home['news']): boolean =>
  sessions.count === 0 && memories.count === 0

/** What is said where a person has nothing to review, by why it is so. */
export const nothingToReview = ({ size, decided, waiting }: Home['review']): string | false => {
  if (size > 0 && decided < size) return false
  if (size > 0) return 'All of this week is decided. The next batch comes on Monday.'
  if (waiting > 0) return 'Nothing is yours this week. What waits is with your colleagues.'
  return 'Nothing waits. What sessions teach comes here until somebody decides.'
}

export const pairsAmount = ({ count: amount, most }: Home['contradictions']): string =>
  amount >= most ? `${most}+` : String(amount)

const cents = (usd: number): string => `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 4 : 2)}`

/** What calls of language models came to. */
export const spentLine = ({ calls, tokens, usd }: Home['cost']['team']): string =>
  calls === 0
    ? 'nothing'
    : `${cents(usd)} for ${count(calls, 'call')}, ${compactCount(tokens, 'token')}`
