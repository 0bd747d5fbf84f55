import type { MemorySlots } from '@teamlore/shared/memories'
import { STOP } from './lexicon.ts'
import { areComparable, quantities } from './quantities.ts'
import { normalise, tokenise } from './words.ts'

const termsOf = (text: string | null): Set<string> =>
  new Set(
    tokenise(normalise(text ?? ''))
      .filter(({ lower, isPart }) => !isPart && !STOP.has(lower))
      .map(({ term }) => term),
  )

const isEqual = (a: string | null, b: string | null): boolean => {
  const [left, right] = [termsOf(a), termsOf(b)]
  return left.size === right.size && [...left].every((term) => right.has(term))
}

export type SlotVerdict = 'supersedes' | 'amends' | 'duplicates' | 'other' | null

/**
 * What the slots of two memories say of them, by themselves. Null where they are not filled on both sides, so that their
 * words have to decide.
 */
export const compareSlots = (older: MemorySlots, newer: MemorySlots): SlotVerdict => {
  const isFilled = [older, newer].every(
    ({ subject, attribute, value }) => subject !== null && attribute !== null && value !== null,
  )
  if (!isFilled) return null
  if (!isEqual(older.subject, newer.subject) || !isEqual(older.attribute, newer.attribute))
    return 'other'
  if (!isEqual(older.scope, newer.scope)) return older.scope === null ? 'amends' : 'other'
  return isSameValue(older.value, newer.value) ? 'duplicates' : 'supersedes'
}

const isSameValue = (a: string | null, b: string | null): boolean => {
  if (isEqual(a, b)) return true
  const [[left], [right]] = [quantities(normalise(a ?? '')), quantities(normalise(b ?? ''))]
  return (
    left !== undefined &&
    right !== undefined &&
    areComparable(left, right) &&
    left.value === right.value
  )
}

/** Whether the newer one names the older one's value as what it takes the place of. */
export const namesReplaced = (older: MemorySlots, newer: MemorySlots): boolean =>
  newer.replaces !== null && older.value !== null && isSameValue(older.value, newer.replaces)
