import { stemOf } from '../text/derive-lexemes.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { isCommonInCode } from './common-words.ts'

const MORE_STOP_WORDS = new Set(
  'also each every had has have its may must ones own since so until without'.split(' '),
)

/** `MUST_CLOSE`, `anonymousId`, 2.4, 300. */
const NAME = /^(?:[\p{L}\d]+_[\p{L}\d_]+|\p{Ll}+\p{Lu}[\p{L}\d]*|\d+\.[\d.]*\d|\d{3,})$/u
const CLAUSE_END = /[.:;,()"]+\s|\n/

const stemsOf = (text: string): string[] =>
  (
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .replace(/(\d)_(?=\d)/g, '$1')
      .replaceAll('_', ' ')
      .toLowerCase()
      .match(/\d+(?:\.\d+)+|\p{L}+|\d+/gu) ?? []
  )
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !MORE_STOP_WORDS.has(word))
    .map(stemOf)

const namesIn = (text: string): string[] =>
  (text.match(/\d+(?:\.\d+)+|[\p{L}\d_]+/gu) ?? [])
    .map((word) => word.replace(/^_+|_+$/g, '').replace(/(\d)_(?=\d)/g, '$1'))
    .filter((word) => NAME.test(word))

const pairsOf = (stems: readonly string[]): string[] =>
  stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`)

/** Stems, names of code as they stand behind `=`, and pairs of stems that stand side by side: as words of a sentence, or as parts of one name. */
export type Terms = { words: Set<string>; names: Set<string>; pairs: Set<string> }

export const termsOfText = (text: string): Terms => ({
  words: new Set(stemsOf(text)),
  names: new Set(namesIn(text)),
  pairs: new Set(text.split(CLAUSE_END).flatMap((clause) => pairsOf(stemsOf(clause)))),
})

/** Of words of code that stand in no order. */
export const termsOfWords = (words: readonly string[]): Terms => ({
  words: new Set(words.flatMap(stemsOf)),
  names: new Set(words.flatMap(namesIn)),
  pairs: new Set(words.flatMap((word) => pairsOf(stemsOf(word)))),
})

/** What a path says is said of everything that is about the file. */
export const wordsOfPath = (path: string): string[] =>
  stemsOf(path.replace(/\.\w+$/, '').replace(/[/.-]/g, ' '))

/** Whether a pair says more than the path and what all code has. */
export const saysMore = (pair: string, path: ReadonlySet<string>): boolean => {
  const words = pair.split(' ')
  const isOfPath = words.some((word) => path.has(word))
  return !words.every((word) => path.has(word) || (isOfPath && isCommonInCode(word)))
}
