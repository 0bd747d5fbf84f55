import type { Entity } from '../book.types.ts'
import type { Query, Term } from './read-query.ts'
import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { wordsOf } from './words.ts'

/** Words of a text in their order, each as it is compared. */
type Sequence = { words: readonly string[]; places: ReadonlyMap<string, readonly number[]> }
type Way = { fold: (word: string) => string; isIgnored: (word: string) => boolean }

/** Names are compared as they are written; of tags and texts the stems are, without the words that say nothing. */
const EXACT: Way = { fold: (word) => word, isIgnored: () => false }
const ENGLISH: Way = { fold: stem, isIgnored: (word) => STOP_WORDS.has(word) }

const sequenceOf = (text: string, { fold }: Way): Sequence => {
  const words = wordsOf(text).map(fold)
  const places = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const known = places.get(word)
    if (known) known.push(at)
    else places.set(word, [at])
  }
  return { words, places }
}

/** Whether the words of a term stand in a row; undefined where none of them says anything. */
const hasInRow = (
  { words, places }: Sequence,
  term: readonly string[],
  { fold, isIgnored }: Way,
): boolean | undefined => {
  const wanted = term.flatMap((word, at) => (isIgnored(word) ? [] : [{ word: fold(word), at }]))
  const [first, ...rest] = wanted
  if (first === undefined) return undefined
  return (places.get(first.word) ?? []).some((start) =>
    rest.every(({ word, at }) => words[start + at - first.at] === word),
  )
}

type Read = { exact: Sequence[]; english: Sequence[] }

const readOf = ({ name, aliases, tags, body }: Entity): Read => ({
  exact: [name, ...aliases].map((text) => sequenceOf(text, EXACT)),
  english: [...tags, body].map((text) => sequenceOf(text, ENGLISH)),
})

const has = ({ exact, english }: Read, { words }: Term): boolean | undefined => {
  if (exact.some((one) => hasInRow(one, words, EXACT))) return true
  const found = english.map((one) => hasInRow(one, words, ENGLISH))
  if (found.includes(true)) return true
  // A word that says nothing is in every text, unless it is all that is asked for.
  return found.every((one) => one === undefined) ? undefined : false
}

/** Whether an entity has what a question says, as it says it. */
export const fitsQuery = (entity: Entity, { alternatives }: Query): boolean => {
  const read = readOf(entity)
  return alternatives.some((terms) => {
    const said = terms.flatMap((term) => {
      const there = has(read, term)
      return there === undefined ? [] : [there !== term.isNot]
    })
    return said.length > 0 && said.every((one) => one)
  })
}
