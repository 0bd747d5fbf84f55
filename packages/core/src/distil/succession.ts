import type { KnownObservation, Succession } from '@teamlore/db'
import type { ObservationId } from '@teamlore/shared'

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

/** Whether one of these says it, in other words or of the same message. */
export const isSaidAmong = (one: KnownObservation, standing: readonly Standing[]): boolean =>
  successorOf(one, standing) !== undefined

/** What no longer stands, each with what took its place. */
export const successionsOf = (
  gone: readonly KnownObservation[],
  standing: readonly (Standing & { id: ObservationId })[],
): Succession[] => gone.map((one) => ({ id: one.id, by: successorOf(one, standing)?.id ?? null }))
