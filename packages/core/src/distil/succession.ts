import type { KnownObservation, Succession } from '@teamlore/db'
import type { ObservationId } from '@teamlore/shared'
import { STOP } from '../statements/lexicon.ts'
import { numbersIn } from './rules/choose-findings.ts'

type Standing = Pick<KnownObservation, 'title' | 'messageId'>

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / Math.max(1, Math.min(a.size, b.size))
}

/** So much of the words must be shared by what rests on another message. */
const LEAST = 0.4

/** The finding that says in other words what this one said: of the same message, else the most alike. */
const successorOf = <T extends Standing>(
  gone: KnownObservation,
  standing: readonly T[],
): T | undefined => {
  const words = wordsOf(gone.title)
  let best: { one: T; value: number } | undefined
  for (const one of standing) {
    const same = gone.messageId !== null && one.messageId === gone.messageId
    const value = likeness(words, wordsOf(one.title)) + (same ? LEAST : 0)
    if (value >= LEAST && value > (best?.value ?? 0)) best = { one, value }
  }
  return best?.one
}

/** Of the words that a statement consists of so many must be another's, and its numbers, too. */
const SAYS_THE_SAME = 0.75

/** Whether one of these is of the same message, or says the same: a declaration that goes for something else is lost. */
export const isSaidAmong = (one: Standing, standing: readonly Standing[]): boolean => {
  const words = contentOf(one.title)
  return standing.some(
    ({ title, messageId }) =>
      (one.messageId !== null && messageId === one.messageId) ||
      (numbersIn(title) === numbersIn(one.title) &&
        likeness(words, contentOf(title)) >= SAYS_THE_SAME),
  )
}

const contentOf = (text: string) => new Set([...wordsOf(text)].filter((word) => !STOP.has(word)))

/** What no longer stands, each with what took its place. */
export const successionsOf = (
  gone: readonly KnownObservation[],
  standing: readonly (Standing & { id: ObservationId })[],
): Succession[] => gone.map((one) => ({ id: one.id, by: successorOf(one, standing)?.id ?? null }))
