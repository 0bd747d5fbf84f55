import { editDistance } from '@teamlore/shared/edit-distance'
import type { Entity } from '../book.types.ts'
import { fitsQuery } from './fits-query.ts'
import { type Query, readQuery } from './read-query.ts'
import { snippetOf } from './snippet.ts'
import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { wordsOf } from './words.ts'

/** What a word is worth by where it stands: in a name, in a tag, in the body. */
const WEIGHTS = { name: 8, tags: 3, body: 1 } as const
/** Share of a whole match that another form of the word, a beginning, or a slip in a name, is worth. */
const FORM = 0.8
const PREFIX = 0.6
const SLIP = 0.4
const MIN_PREFIX = 3
const MIN_SLIP = 4
/** Repeats of a word in one text count less and less (BM25's k1). */
const SATURATION = 1.2

type Posting = { at: number; weight: number }
export type BookIndex = {
  entities: readonly Entity[]
  postings: ReadonlyMap<string, readonly Posting[]>
  /** Words of names, among which slips are looked for. */
  nameWords: readonly string[]
  vocabulary: readonly string[]
  /** Words by their stems. */
  forms: ReadonlyMap<string, readonly string[]>
}

const saturated = (count: number): number => (count * (SATURATION + 1)) / (count + SATURATION)

const weightsOf = ({ name, aliases, tags, body }: Entity): Map<string, number> => {
  const weights = new Map<string, number>()
  const add = (texts: readonly string[], weight: number): void => {
    const counts = new Map<string, number>()
    for (const word of texts.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts)
      weights.set(word, (weights.get(word) ?? 0) + weight * saturated(count))
  }
  add([name, ...aliases], WEIGHTS.name)
  add(tags, WEIGHTS.tags)
  add([body], WEIGHTS.body)
  return weights
}

const formsOf = (words: readonly string[]): Map<string, string[]> => {
  const forms = new Map<string, string[]>()
  for (const word of words) {
    const form = stem(word)
    const known = forms.get(form)
    if (known) known.push(word)
    else forms.set(form, [word])
  }
  return forms
}

/** Every word of a book's entities and where it stands. Built once a book. */
export const newBookIndex = (entities: readonly Entity[]): BookIndex => {
  const postings = new Map<string, Posting[]>()
  for (const [at, entity] of entities.entries())
    for (const [word, weight] of weightsOf(entity)) {
      const list = postings.get(word)
      if (list) list.push({ at, weight })
      else postings.set(word, [{ at, weight }])
    }
  const nameWords = new Set(
    entities.flatMap(({ name, aliases }) => [name, ...aliases].flatMap(wordsOf)),
  )
  const vocabulary = [...postings.keys()].sort()
  return { entities, postings, nameWords: [...nameWords], vocabulary, forms: formsOf(vocabulary) }
}

const prefixed = ({ vocabulary }: BookIndex, word: string): string[] => {
  if (word.length < MIN_PREFIX) return []
  let [low, high] = [0, vocabulary.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((vocabulary[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  const found: string[] = []
  for (let at = low; vocabulary[at]?.startsWith(word) && found.length < 50; at += 1)
    if (vocabulary[at] !== word) found.push(vocabulary[at] ?? '')
  return found
}

/** Words that a word of a question may mean, and how much each is worth. */
const meantBy = (index: BookIndex, word: string): [string, number][] => {
  const same: [string, number][] = index.postings.has(word) ? [[word, 1]] : []
  const others = (index.forms.get(stem(word)) ?? []).filter((one) => one !== word)
  const forms = others.map((one): [string, number] => [one, FORM])
  const longer = prefixed(index, word)
    .filter((one) => !others.includes(one))
    .map((one): [string, number] => [one, PREFIX])
  if (same.length + forms.length > 0 || word.length < MIN_SLIP)
    return [...same, ...forms, ...longer]
  const limit = word.length > 6 ? 2 : 1
  const slips = index.nameWords
    .filter((one) => editDistance(word, one, limit) <= limit)
    .map((one): [string, number] => [one, SLIP])
  return [...longer, ...slips]
}

export type BookHit = { entity: Entity; score: number; snippet: string }
type Filter = { layer?: string | undefined; type?: string | undefined; limit?: number | undefined }

type Scored = { scores: Map<number, number>; matched: Map<number, Set<string>> }

/** What each entity is worth for the words of a question, and which of its words are meant. */
const scored = (index: BookIndex, words: readonly string[]): Scored => {
  const scores = new Map<number, number>()
  const matched = new Map<number, Set<string>>()
  for (const word of words) {
    const best = new Map<number, number>()
    for (const [meant, share] of meantBy(index, word)) {
      const list = index.postings.get(meant) ?? []
      const rarity = Math.log(1 + index.entities.length / list.length)
      for (const { at, weight } of list) {
        best.set(at, Math.max(best.get(at) ?? 0, share * weight * rarity))
        const seen = matched.get(at) ?? new Set()
        matched.set(at, seen.add(meant))
      }
    }
    for (const [at, score] of best) scores.set(at, (scores.get(at) ?? 0) + score)
  }
  return { scores, matched }
}

/** Words that say something; all of them where none does. */
const weighty = (words: readonly string[]): readonly string[] => {
  const left = words.filter((word) => !STOP_WORDS.has(word))
  return left.length === 0 ? words : left
}

/** Whether what a question asks for may have none of its words, as where it says only what is not wanted. */
const mayHaveNone = ({ isExact, alternatives }: Query): boolean =>
  isExact &&
  alternatives.some((terms) =>
    terms.every(({ words, isNot }) => isNot || words.every((word) => STOP_WORDS.has(word))),
  )

/** The first that fit, without looking at more: to look at one is to read its text. */
const firstOf = <T>(items: readonly T[], limit: number, fits: (item: T) => boolean): T[] => {
  const found: T[] = []
  for (const item of items) {
    if (found.length >= limit) break
    if (fits(item)) found.push(item)
  }
  return found
}

/**
 * Entities for words, best first: a word in a name counts most, then tags, then bodies; rare words more than common ones; other
 * forms of a word, beginnings and slips of names are forgiven. Quotes, a minus and `or` are meant as they are written. Any text is a
 * valid question.
 */
export const searchBook = (
  index: BookIndex,
  query: string,
  { layer, type, limit = 20 }: Filter = {},
): BookHit[] => {
  const asked = readQuery(query)
  const { scores, matched } = scored(index, weighty(asked.words))
  const isAsked = (entity: Entity): boolean =>
    (layer === undefined || entity.layer === layer) && (type === undefined || entity.type === type)
  const found = (mayHaveNone(asked) ? [...index.entities.keys()] : [...scores.keys()])
    .flatMap((at) => {
      const entity = index.entities[at]
      return entity !== undefined && isAsked(entity)
        ? [{ entity, score: scores.get(at) ?? 0, at }]
        : []
    })
    .sort((a, b) => b.score - a.score || (a.entity.key < b.entity.key ? -1 : 1))
  return firstOf(found, limit, ({ entity }) => !asked.isExact || fitsQuery(entity, asked)).map(
    ({ entity, score, at }) => ({
      entity,
      score: Math.round(score * 100) / 100,
      snippet: snippetOf(entity, matched.get(at) ?? new Set()),
    }),
  )
}
