import type { ChangedFile } from '@teamlore/shared/change-report'
import { isCommonInCode } from './common-words.ts'
import { saysMore, type Terms, termsOfText, termsOfWords, wordsOfPath } from './terms-of-change.ts'

/** How often a term is there by chance, in a change of one word: what all code has often is, a name such as `MUST_CLOSE` or a number hardly ever. */
const BY_CHANCE = {
  name: 1 / 3_000,
  pair: 1 / 1_000,
  common_pair: 1 / 100,
  word: 1 / 300,
  common: 1 / 20,
} as const
/** How much likelier than by chance a change has a term of what bears on it, of the rest to certainty. */
const IF_IT_BEARS = 0.25
/** A change of one word is a change of a line all the same. */
const AT_LEAST_BESIDES = 3
/** Words that a changed line keeps say less of what the change is about. */
const KEPT = 0.35
/** A memory has more words than a change that it bears on: what is missing counts by half. */
const MISSING = 0.5
const LEAST_SHARED = 2
/** `go` and `on` are parts of too much to be a reason. */
const MAX_SHORT = 2
const NONE = 0

/** Fitted on the tuning half of `npm run bench -- pulls`, as all figures here. */
export const LEAST_RELEVANCE = 1.6

type Known = { statement: string; reason: string }
type Kind = keyof typeof BY_CHANCE
const kindOfPair = (pair: string): Kind =>
  pair.split(' ').every(isCommonInCode) ? 'common_pair' : 'pair'

type Term = { kind: Kind; text: string; isIn: (terms: Terms) => boolean }

/** What is known, in terms that say something of a change; pairs are looked for among those that the change has. */
const termsOfKnown = ({ statement, reason }: Known, path: ReadonlySet<string>): Term[] => {
  const { words, names, pairs } = termsOfText(`${statement}\n${reason}`)
  return [
    ...[...words].flatMap((word): Term[] =>
      path.has(word)
        ? []
        : [
            {
              kind: isCommonInCode(word) ? 'common' : 'word',
              text: word,
              isIn: (terms) => terms.words.has(word),
            },
          ],
    ),
    ...[...names].map(
      (name): Term => ({ kind: 'name', text: name, isIn: (terms) => terms.names.has(name) }),
    ),
    ...[...pairs].flatMap((pair): Term[] =>
      saysMore(pair, path)
        ? [{ kind: kindOfPair(pair), text: pair, isIn: (terms) => terms.pairs.has(pair) }]
        : [],
    ),
  ]
}

/** One word alone says nothing, nor does what all code has. A name or a number does. */
const isReason = (shared: readonly Term[]): boolean =>
  shared.some(({ kind }) => kind === 'name') ||
  shared.filter(({ kind, text }) => kind === 'pair' || (kind === 'word' && text.length > MAX_SHORT))
    .length >= LEAST_SHARED

const joined = (all: readonly Terms[]): Terms => ({
  words: new Set(all.flatMap(({ words }) => [...words])),
  names: new Set(all.flatMap(({ names }) => [...names])),
  pairs: new Set(all.flatMap(({ pairs }) => [...pairs])),
})

/** In a sentence a word that all code has makes no name with the one beside it, as it does in code: `embedded database`, `waitForBank`. */
const termsSaid = (about: string): Terms => {
  const { words, names, pairs } = termsOfText(about)
  return {
    words,
    names,
    pairs: new Set([...pairs].filter((pair) => !pair.split(' ').some(isCommonInCode))),
  }
}

/**
 * How far the words of a change are those of what is known of its files, beyond what they share by chance: the logarithm of how much likelier
 * they are if it bears on the change. The more a change says, the less each word does.
 *
 * @param about title and subjects of the change.
 */
export const createRelevance = (about: string) => {
  const said = termsSaid(about)
  return (known: Known, files: readonly ChangedFile[]): number => {
    const path = new Set(files.flatMap((file) => wordsOfPath(file.path)))
    const changed = termsOfWords(files.flatMap(({ words }) => words?.changed ?? []))
    const kept = termsOfWords(files.flatMap(({ words }) => words?.kept ?? []))
    const has = joined([changed, said])
    const terms = termsOfKnown(known, path)
    if (!isReason(terms.filter(({ isIn }) => isIn(has)))) return NONE
    const size = has.words.size + has.names.size + AT_LEAST_BESIDES
    return terms.reduce((sum, { kind, isIn }) => {
      const chance = 1 - (1 - BY_CHANCE[kind]) ** size
      const expected = chance + IF_IT_BEARS * (1 - chance)
      if (isIn(has)) return sum + Math.log(expected / chance)
      if (isIn(kept)) return sum + KEPT * Math.log(expected / chance)
      // Few pairs of a sentence are names in code.
      return kind === 'pair' || kind === 'common_pair'
        ? sum
        : sum + MISSING * Math.log((1 - expected) / (1 - chance))
    }, 0)
  }
}
