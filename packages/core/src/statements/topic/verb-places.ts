import { baseOf, IS_NOUN_TOO, isParticiple, isThirdPerson, PAST } from './verbs.ts'
import { HAS, IS, isDeterminer, MODAL } from './word-classes.ts'

/** A third person, or the plain form behind a plural. */
export const isFiniteVerb = (words: readonly string[], at: number): boolean => {
  const word = words[at] ?? ''
  const before = words[at - 1] ?? ''
  if (isThirdPerson(word)) return isBehindNoun(words, at)
  const isPlain =
    baseOf(word) === word.toLowerCase() && /[^s]s$/.test(before) && !isDeterminer(before)
  return isPlain && !IS.has(before.toLowerCase()) && isBehindNoun(words, at)
}

/** A past form with no other verb behind it: "the backup wrote empty archives". */
export const isPast = (words: readonly string[], at: number): boolean => {
  const word = words[at] ?? ''
  if (PAST.has(word)) return true
  const next = words[at + 1] ?? ''
  if (
    /ed$/.test(word) &&
    baseOf(word) !== undefined &&
    (isDeterminer(next) || /^\d|^one$|^two$|^three$/.test(next))
  )
    return isBehindNoun(words, at)
  if (!isParticiple(word) || baseOf(word) === word.toLowerCase() || baseOf(word) === undefined)
    return false
  const behind = words.slice(at + 1, at + 9)
  const hasOther = behind.some(
    (one, n) =>
      IS.has(one.toLowerCase()) ||
      HAS.has(one.toLowerCase()) ||
      MODAL.has(one.toLowerCase()) ||
      isFiniteVerb(words, at + 1 + n),
  )
  return !hasOther && (words[at + 1] ?? 'by') !== 'by' && isBehindNoun(words, at)
}

/** "needs to be", "does not close": of "needs a key" and "does the work" it is the verb itself. */
export const isModal = (words: readonly string[], at: number): boolean => {
  const word = (words[at] ?? '').toLowerCase()
  if (HAS.has(word)) return words[at + 1] === 'to'
  if (word === 'need' || word === 'needs') return words[at + 1] === 'to'
  if (word === 'do' || word === 'does' || word === 'did')
    return ['not', 'never'].includes(words[at + 1] ?? '')
  return MODAL.has(word)
}

const isNounToo = (word: string): boolean => /s$/.test(word) && IS_NOUN_TOO.has(baseOf(word) ?? '')

/** "The parser drops lines", and not "the drops" or "two retries". */
const isBehindNoun = (words: readonly string[], at: number): boolean => {
  const before = words[at - 1] ?? ''
  const next = (words[at + 1] ?? '').toLowerCase()
  if (
    isDeterminer(before) ||
    /^\d/.test(before) ||
    ['of', 'for', 'in', 'to', 'and', 'or', 'with', 'by', 'on', 'from'].includes(
      before.toLowerCase(),
    )
  )
    return false
  // A noun in the plural has its verb behind it.
  return !(
    IS.has(next) ||
    HAS.has(next) ||
    MODAL.has(next) ||
    (isNounToo(words[at] ?? '') && baseOf(next) === next)
  )
}
