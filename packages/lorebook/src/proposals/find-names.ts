import type { Entity } from '../book.types.ts'
import { foldWord } from '../search/words.ts'

export type FoundName = { entity: Entity; name: string; at: number; length: number }
type Known = { words: string[]; entity: Entity; name: string }
/** Names by their first word. */
export type NameFinder = ReadonlyMap<string, readonly Known[]>

/** Shorter names are words of the language as often as names. */
const MIN_LETTERS = 4
const WORD = /[\p{L}\p{N}\p{M}]+/gu

const wordsWithPlaces = (text: string): { word: string; at: number; end: number }[] =>
  [...text.matchAll(WORD)].map((match) => ({
    word: foldWord(match[0]),
    at: match.index,
    end: match.index + match[0].length,
  }))

/** Each name by its words. One that two entities bear names neither. */
const ownNames = (entities: readonly Entity[]): Known[] => {
  const byName = new Map<string, Known | undefined>()
  const all = entities.flatMap((entity) =>
    [...new Set([entity.name, ...entity.aliases])].map((name): Known => {
      const words = wordsWithPlaces(name).map(({ word }) => word)
      return { words, entity, name }
    }),
  )
  for (const known of all) {
    if (known.words.join('').length < MIN_LETTERS) continue
    const key = known.words.join(' ')
    const other = byName.has(key) ? byName.get(key) : known
    byName.set(key, other?.entity.key === known.entity.key ? other : undefined)
  }
  return [...byName.values()].filter((known) => known !== undefined)
}

/** Prepares names and aliases to be recognised in texts. */
export const newNameFinder = (entities: readonly Entity[]): NameFinder => {
  const finder = new Map<string, Known[]>()
  for (const known of ownNames(entities)) {
    const first = known.words[0] ?? ''
    const list = finder.get(first)
    if (list) list.push(known)
    else finder.set(first, [known])
  }
  for (const list of finder.values()) list.sort((a, b) => b.words.length - a.words.length)
  return finder
}

/** Names in a text, whole words in any case, the longest where several begin at one place. */
export const findNames = (finder: NameFinder, text: string): FoundName[] => {
  const words = wordsWithPlaces(text)
  const found: FoundName[] = []
  for (let index = 0; index < words.length; index += 1) {
    const start = words[index]
    const match = finder
      .get(start?.word ?? '')
      ?.find((known) => known.words.every((word, step) => words[index + step]?.word === word))
    if (start === undefined || match === undefined) continue
    const last = words[index + match.words.length - 1] ?? start
    found.push({
      entity: match.entity,
      name: match.name,
      at: start.at,
      length: last.end - start.at,
    })
    index += match.words.length - 1
  }
  return found
}
