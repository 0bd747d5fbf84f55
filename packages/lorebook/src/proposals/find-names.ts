import type { Entity } from '../book.types.ts'
import { foldWord } from '../search/words.ts'

export type FoundName = { entity: Entity; name: string; at: number; length: number }
type Known = { words: string[]; entity: Entity; name: string }
/** Names word by word: the same beginning stands once, however many names have it. */
export type NameFinder = { name: Known | undefined; next: Map<string, NameFinder> }

/** Shorter names are words of the language as often as names. */
const MIN_LETTERS = 4
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const ASCII = /^[\x20-\x7e\s]*$/u

const wordsIn = (text: string): string[] => text.match(WORD) ?? []
const folded = (word: string): string => (ASCII.test(word) ? word.toLowerCase() : foldWord(word))
/** The same, folded. Most texts are plain, and folding them whole is much faster than word by word. */
const foldedWordsIn = (text: string): string[] =>
  ASCII.test(text) ? wordsIn(text.toLowerCase()) : wordsIn(text).map(folded)

/** Each name by its words. One that two entities bear names neither. */
const ownNames = (entities: readonly Entity[]): Known[] => {
  const byName = new Map<string, Known | undefined>()
  const all = entities.flatMap((entity) =>
    [...new Set([entity.name, ...entity.aliases])].map(
      (name): Known => ({ words: foldedWordsIn(name), entity, name }),
    ),
  )
  for (const known of all) {
    if (known.words.join('').length < MIN_LETTERS) continue
    const key = known.words.join(' ')
    const other = byName.has(key) ? byName.get(key) : known
    byName.set(key, other?.entity.key === known.entity.key ? other : undefined)
  }
  return [...byName.values()].filter((known) => known !== undefined)
}

const newStep = (): NameFinder => ({ name: undefined, next: new Map() })

/** Prepares names and aliases to be recognised in texts. */
export const newNameFinder = (entities: readonly Entity[]): NameFinder => {
  const finder = newStep()
  for (const known of ownNames(entities)) {
    let step = finder
    for (const word of known.words) {
      const next = step.next.get(word) ?? newStep()
      step.next.set(word, next)
      step = next
    }
    step.name = known
  }
  return finder
}

/** The longest name that begins with a word of a text. */
const nameFrom = (
  finder: NameFinder,
  words: readonly string[],
  first: number,
): Known | undefined => {
  let step: NameFinder | undefined = finder
  let longest: Known | undefined
  for (let index = first; index < words.length; index += 1) {
    step = step.next.get(words[index] ?? '')
    if (step === undefined) break
    longest = step.name ?? longest
  }
  return longest
}

/** Names in a text, whole words in any case, the longest where several begin at one place. */
export const findNames = (finder: NameFinder, text: string): FoundName[] => {
  const words = foldedWordsIn(text)
  const matches: { first: number; known: Known }[] = []
  for (let index = 0; index < words.length; index += 1) {
    const known = nameFrom(finder, words, index)
    if (known === undefined) continue
    matches.push({ first: index, known })
    index += known.words.length - 1
  }
  if (matches.length === 0) return []
  const places = placesOf(text)
  return matches.map(({ first, known: { entity, name, words: own } }) => {
    const { at } = places[first] ?? { at: 0 }
    const { end } = places[first + own.length - 1] ?? { end: at }
    return { entity, name, at, length: end - at }
  })
}

/** Where each word stands; between two words there is no letter, so each is the next of its letters. */
const placesOf = (text: string): { at: number; end: number }[] => {
  let end = 0
  return wordsIn(text).map((word) => {
    const at = text.indexOf(word, end)
    end = at + word.length
    return { at, end }
  })
}
