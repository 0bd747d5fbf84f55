import type { ChangedFile } from '@teamlore/shared/change-report'
import { stemOf } from '../text/derive-lexemes.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { isCommonInCode } from './common-words.ts'

/**
 * How often a word is in a text of one word, by chance. A name of code, such as `MUST_CLOSE` or a number, is hardly ever there by chance;
 * what all code has often is.
 */
const BY_CHANCE = { name: 1 / 3_000, word: 1 / 300, common: 1 / 20 } as const
/** How much likelier than by chance a change has a word of what bears on it, of the rest to certainty. */
const IF_IT_BEARS = 0.25
/** A change of one word is a change of a line all the same. */
const AT_LEAST_BESIDES = 3
/** Lines that change in another place say less of what the change is about. */
const KEPT = 0.35
/** A memory has more words than a change that it bears on: what is missing counts by half. */
const MISSING = 0.5
/** Fitted on the tuning half of `npm run bench -- pulls`, as all figures here. */
export const LEAST_RELEVANCE = 2
const NONE = 0

const MORE_STOP_WORDS = new Set(
  'also every had has have its may must one ones own since so until without'.split(' '),
)

const NAME = /^(?:[\p{L}\d]+_[\p{L}\d_]+|\p{Ll}+\p{Lu}[\p{L}\d]*|\d+\.[\d.]*\d|\d{3,})$/u

/** Stems of the words of a text, and names of code as they stand, behind `=`. */
const termsOf = (text: string): string[] => {
  const names = (text.match(/\d+(?:\.\d+)+|[\p{L}\d_]+/gu) ?? [])
    .map((word) => word.replace(/^_+|_+$/g, '').replace(/(\d)_(?=\d)/g, '$1'))
    .filter((word) => NAME.test(word))
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/(\d)_(?=\d)/g, '$1')
    .replaceAll('_', ' ')
    .toLowerCase()
    .match(/\d+(?:\.\d+)+|\p{L}+|\d+/gu)
  return [
    ...names.map((name) => `=${name}`),
    ...(words ?? [])
      .filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !MORE_STOP_WORDS.has(word))
      .map(stemOf),
  ]
}

const chanceOf = (term: string): number =>
  term.startsWith('=') ? BY_CHANCE.name : isCommonInCode(term) ? BY_CHANCE.common : BY_CHANCE.word

/** What a path says is said of everything that is about the file. */
const termsOfPath = (path: string): string[] =>
  termsOf(path.replace(/\.\w+$/, '').replace(/[/.-]/g, ' '))

type Known = { statement: string; reason: string }
type Terms = { changed: Set<string>; kept: Set<string>; path: Set<string> }

const termsOfFiles = (files: readonly ChangedFile[]): Terms => {
  const all = (pick: (file: ChangedFile) => readonly string[]): Set<string> =>
    new Set(files.flatMap((file) => termsOf(pick(file).join(' '))))
  return {
    changed: all(({ words }) => words?.changed ?? []),
    kept: all(({ words }) => words?.kept ?? []),
    path: new Set(files.flatMap(({ path }) => termsOfPath(path))),
  }
}

/**
 * How far the words of a change are those of what is known of its files, beyond what they share by chance: the logarithm of how much likelier
 * they are if it bears on the change. The more a change says, the less each word does.
 *
 * @param about title and subjects of the change.
 */
export const createRelevance = (about: string) => {
  const said = new Set(termsOf(about))
  return ({ statement, reason }: Known, files: readonly ChangedFile[]): number => {
    const { changed, kept, path } = termsOfFiles(files)
    const has = new Set([...changed, ...said])
    const terms = [...new Set(termsOf(`${statement} ${reason}`))].filter((term) => !path.has(term))
    // What all code has is no reason by itself.
    if (!terms.some((term) => has.has(term) && !isCommonInCode(term))) return NONE
    return terms.reduce((sum, term) => {
      const chance = 1 - (1 - chanceOf(term)) ** (has.size + AT_LEAST_BESIDES)
      const expected = chance + IF_IT_BEARS * (1 - chance)
      if (has.has(term)) return sum + Math.log(expected / chance)
      if (kept.has(term)) return sum + KEPT * Math.log(expected / chance)
      return sum + MISSING * Math.log((1 - expected) / (1 - chance))
    }, 0)
  }
}
