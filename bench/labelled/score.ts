import type { Redaction } from '@teamlore/redaction'
import type { Negative, Positive } from './labelled-set.ts'

/** What came of one kind or family, or of all. */
export type Score = {
  secrets: number
  /** Secrets of which nothing is left. */
  caught: number
  /** Replacements where there was no secret, or that took more than the secret. */
  wrong: number
  texts: number
}

export const recallOf = ({ secrets, caught }: Score): number =>
  secrets === 0 ? 1 : caught / secrets

export const precisionOf = ({ caught, wrong }: Score): number =>
  caught + wrong === 0 ? 1 : caught / (caught + wrong)

type Redact = (text: string) => Redaction
const MARK = /\[REDACTED:[a-z0-9-]+\]/g

/** A secret counts as caught when no eight characters of it that stand nowhere else in the text are left. */
export const scorePositive = (redact: Redact, { before, secret, after }: Positive): Score => {
  const { text, count } = redact(before + secret + after)
  const isCaught = count > 0 && !isAnythingLeft(text.replace(MARK, '\n\n'), secret, before + after)
  const isExact = text.startsWith(before) && text.endsWith(after)
  const wrong = isCaught ? count - 1 + (isExact ? 0 : 1) : count
  return { secrets: 1, caught: isCaught ? 1 : 0, wrong, texts: 1 }
}

const LEFTOVER = 8

const isAnythingLeft = (left: string, secret: string, around: string): boolean => {
  const length = Math.min(LEFTOVER, secret.length)
  for (let i = 0; i + length <= secret.length; i++) {
    const piece = secret.slice(i, i + length)
    if (left.includes(piece) && !around.includes(piece)) return true
  }
  return false
}

export const scoreNegative = (redact: Redact, { text }: Negative): Score => ({
  secrets: 0,
  caught: 0,
  wrong: redact(text).count,
  texts: 1,
})

export const sumOf = (scores: readonly Score[]): Score => {
  const sum = { secrets: 0, caught: 0, wrong: 0, texts: 0 }
  for (const score of scores)
    for (const key of ['secrets', 'caught', 'wrong', 'texts'] as const) sum[key] += score[key]
  return sum
}
