import { editDistance } from '@teamlore/shared/edit-distance'
import type { Entity } from '../book.types.ts'
import { snippetOf } from './snippet.ts'
import { wordsOf } from './words.ts'

/** What a word is worth by where it stands: in a name, in a tag, in the body. */
const WEIGHTS = { name: 8, tags: 3, body: 1 } as const
/** Share of a whole match that a beginning, or a slip in a name, is worth. */
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
  return { entities, postings, nameWords: [...nameWords], vocabulary: [...postings.keys()].sort() }
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
  const longer = prefixed(index, word).map((one): [string, number] => [one, PREFIX])
  if (same.length > 0 || word.length < MIN_SLIP) return [...same, ...longer]
  const limit = word.length > 6 ? 2 : 1
  const slips = index.nameWords
    .filter((one) => editDistance(word, one, limit) <= limit)
    .map((one): [string, number] => [one, SLIP])
  return [...longer, ...slips]
}

export type BookHit = { entity: Entity; score: number; snippet: string }
type Filter = { layer?: string | undefined; type?: string | undefined; limit?: number | undefined }

/**
 * Entities for words, best first: a word in a name counts most, then tags, then bodies; rare words more than common ones;
 * beginnings and slips of names are forgiven. Any text is a valid question.
 */
export const searchBook = (
  index: BookIndex,
  query: string,
  { layer, type, limit = 20 }: Filter = {},
): BookHit[] => {
  const scores = new Map<number, number>()
  const matched = new Map<number, Set<string>>()
  const words = [...new Set(wordsOf(query))].slice(0, 30)
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
  return [...scores]
    .flatMap(([at, score]) => {
      const entity = index.entities[at]
      const isAsked =
        entity !== undefined &&
        (layer === undefined || entity.layer === layer) &&
        (type === undefined || entity.type === type)
      return isAsked ? [{ entity, score, at }] : []
    })
    .sort((a, b) => b.score - a.score || (a.entity.key < b.entity.key ? -1 : 1))
    .slice(0, limit)
    .map(({ entity, score, at }) => ({
      entity,
      score: Math.round(score * 100) / 100,
      snippet: snippetOf(entity, matched.get(at) ?? new Set()),
    }))
}
