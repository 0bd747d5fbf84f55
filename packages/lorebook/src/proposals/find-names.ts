import type { Entity } from '../book.types.ts'
import { foldWord } from '../search/words.ts'

export type FoundName = { entity: Entity; name: string; at: number; length: number }
type Known = { words: string[]; entity: Entity; name: string }
/** Names word by word: the same beginning stands once, however many names have it. */
export type NameFinder = { name: Known | undefined; next: Map<string, NameFinder> }

/** Shorter names are words of the language as often as names. */
const MIN_LETTERS = 4
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const PLAIN = /^[a-z0-9]+$/u

const wordsOfName = (name: string): string[] => (name.match(WORD) ?? []).map(foldWord)

/** Each name by its words. One that two entities bear names neither. */
const ownNames = (entities: readonly Entity[]): Known[] => {
  const byName = new Map<string, Known | undefined>()
  const all = entities.flatMap((entity) =>
    [...new Set([entity.name, ...entity.aliases])].map(
      (name): Known => ({ words: wordsOfName(name), entity, name }),
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

type Word = { word: string; at: number; end: number }

/** The longest name that begins with a word of a text, and how many words it has. */
const nameFrom = (finder: NameFinder, words: readonly Word[], first: number): Known | undefined => {
  let step: NameFinder | undefined = finder
  let longest: Known | undefined
  for (let index = first; index < words.length; index += 1) {
    step = step.next.get(words[index]?.word ?? '')
    if (step === undefined) break
    longest = step.name ?? longest
  }
  return longest
}

/** Names in a text, whole words in any case, the longest where several begin at one place. */
export const findNames = (finder: NameFinder, text: string): FoundName[] => {
  const words = [...text.matchAll(WORD)].map(
    ({ 0: word, index: at }): Word => ({
      word: PLAIN.test(word) ? word : foldWord(word),
      at,
      end: at + word.length,
    }),
  )
  const found: FoundName[] = []
  for (let index = 0; index < words.length; index += 1) {
    const start = words[index]
    const match = nameFrom(finder, words, index)
    if (start === undefined || match === undefined) continue
    const last = words[index + match.words.length - 1] ?? start
    const { entity, name } = match
    found.push({ entity, name, at: start.at, length: last.end - start.at })
    index += match.words.length - 1
  }
  return found
}
