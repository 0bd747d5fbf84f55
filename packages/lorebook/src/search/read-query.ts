import { wordsOf } from './words.ts'

/** One thing that is looked for: a word, or several in a row. */
export type Term = { words: readonly string[]; isNot: boolean }
/** Alternatives, each of terms that all have to be there. */
export type Query = {
  alternatives: readonly (readonly Term[])[]
  /** Words that are looked for, each once. */
  words: readonly string[]
  /** Somebody wrote quotes, a minus or `or`: then the question is meant as it is written. */
  isExact: boolean
}

const MAX_WORDS = 30
const PIECE = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu

/** Reads a question as search engines do: `"words in a row"`, `-without`, `this or that`; any text is a valid one. */
export const readQuery = (text: string): Query => {
  const alternatives: Term[][] = [[]]
  let isExact = false
  let isOpen = false
  for (const [, minus, quoted, plain] of text.matchAll(PIECE)) {
    if (plain?.toLowerCase() === 'or' && minus === '') {
      isOpen = (alternatives.at(-1)?.length ?? 0) > 0
      continue
    }
    const words = wordsOf(quoted ?? plain ?? '')
    if (words.length === 0) continue
    if (isOpen) {
      alternatives.push([])
      isExact = true
    }
    isOpen = false
    isExact ||= minus === '-' || quoted !== undefined
    alternatives.at(-1)?.push({ words, isNot: minus === '-' })
  }
  const wanted = alternatives.flat().flatMap(({ words, isNot }) => (isNot ? [] : words))
  return { alternatives, isExact, words: [...new Set(wanted)].slice(0, MAX_WORDS) }
}
