import type { KnownObservation, Succession } from '@teamlore/db'
import type { MessageId, ObservationId } from '@teamlore/shared'

type Standing = { id: ObservationId; title: string; messageId: MessageId | null }

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / Math.max(1, Math.min(a.size, b.size))
}

/** So much of the words must be shared by what rests on another message. */
const LEAST = 0.4

/** The finding that says in other words what this one said: of the same message, else the most alike. */
const successorOf = (
  gone: KnownObservation,
  standing: readonly Standing[],
): ObservationId | null => {
  const words = wordsOf(gone.title)
  let best: { id: ObservationId; value: number } | undefined
  for (const { id, title, messageId } of standing) {
    const same = gone.messageId !== null && messageId === gone.messageId
    const value = likeness(words, wordsOf(title)) + (same ? LEAST : 0)
    if (value >= LEAST && value > (best?.value ?? 0)) best = { id, value }
  }
  return best?.id ?? null
}

/** What no longer stands, each with what took its place. */
export const successionsOf = (
  gone: readonly KnownObservation[],
  standing: readonly Standing[],
): Succession[] => gone.map((one) => ({ id: one.id, by: successorOf(one, standing) }))
