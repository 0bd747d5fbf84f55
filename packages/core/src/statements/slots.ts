import type { MemorySlots } from '@teamlore/shared/memories'
import { areComparable, quantities } from './quantities.ts'
import { normalise } from './words.ts'

/** Words that say nothing of which thing is meant. Unlike those of whole statements, "new", "not" and "nightly" do. */
const FILLERS = new Set('a an the of for in on to at by with from per is are its'.split(' '))

/** What a slot names, word by word: as it was written, but for number and small words. */
const wordsOf = (...texts: (string | null)[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      (
        normalise(text ?? '')
          .toLowerCase()
          .match(/[\p{L}\p{N}][\p{L}\p{N}._#+/-]*/gu) ?? []
      )
        .filter((word) => !FILLERS.has(word))
        .map((word) => word.replace(/\.$/, '').replace(/(?<=[^su\d])s$/, '')),
    ),
  )

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((word) => b.has(word))

/** "Passwords" and "password", "hashing" and "hash": which thing is meant is a matter of meaning, its value one of letters. */
const plain = (word: string): string =>
  /^[a-z]{5,}$/.test(word) ? word.replace(/ies$/, 'y').replace(/(?:ing|ed|e|es|s)$/, '') : word

/** Subject and attribute together: where one ends and the other begins is a matter of taste. */
const thingOf = ({ subject, attribute }: MemorySlots): Set<string> =>
  new Set([...wordsOf(subject, attribute)].map(plain))

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
  const isOneScope = isEqual(wordsOf(older.scope), wordsOf(newer.scope))
  if (!isEqual(thingOf(older), thingOf(newer)))
    return isOneScope && isNamedReplaced(older, newer) ? 'supersedes' : 'other'
  if (!isOneScope) return older.scope === null ? 'amends' : 'other'
  return isSameValue(older.value, newer.value) ? 'duplicates' : 'supersedes'
}

const isSameValue = (a: string | null, b: string | null): boolean => {
  if (isEqual(wordsOf(a), wordsOf(b))) return true
  const [left = [], right = []] = [a, b].map((text) => quantities(normalise(text ?? '')))
  const [one, other] = [left[0], right[0]]
  return (
    one !== undefined &&
    other !== undefined &&
    left.length === right.length &&
    areComparable(one, other) &&
    one.value === other.value
  )
}

/** Whether the newer one names the older one's value as what it takes the place of. */
export const namesReplaced = (older: MemorySlots, newer: MemorySlots): boolean =>
  newer.replaces !== null && older.value !== null && isSameValue(older.value, newer.replaces)

/** What may be said of anything is no name. */
const ANYTHING = /^(?:yes|no|on|off|none|never|always|not|allowed|enabled|disabled|true|false)$/

/** So much of what the shorter one calls its subject must be in the other. */
const MOST = 0.5

/**
 * The same thing by another name: the newer one names the older value, which is a name or number of its own, and both speak
 * of much the same.
 */
const isNamedReplaced = (older: MemorySlots, newer: MemorySlots): boolean => {
  if (!namesReplaced(older, newer)) return false
  if ([...wordsOf(older.value)].every((word) => ANYTHING.test(word))) return false
  const [a, b] = [wordsOf(older.subject), wordsOf(newer.subject)]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.max(1, Math.min(a.size, b.size)) > MOST
}
