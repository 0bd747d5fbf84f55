import { headOf } from './cut-middle.ts'

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

type Word = { letters: ReadonlySet<string>; pairs: ReadonlySet<string> }

/** Alike words share most of their letters and pairs of neighbours; no table of edits is needed for ten thousand paths. */
const wordOf = (text: string): Word => {
  const word = text.toLowerCase()
  return {
    letters: new Set(word),
    pairs: new Set(
      Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2)),
    ),
  }
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let count = 0
  for (const one of a) if (b.has(one)) count++
  return (2 * count) / (a.size + b.size)
}

/** Two letters that changed places leave half of the pairs of a short word, and all of its letters. */
const likeness = (a: Word, b: Word): number =>
  (shared(a.letters, b.letters) + shared(a.pairs, b.pairs)) / 2

/** Less alike than this is another file. */
const ENOUGH = 0.65

/** How many are named beside one another, and how much less alike than the best they may be. */
const MAX_ALIKE = 3
const NEAR = 0.1

type Scored = { path: string; score: number }

const alikeTo = (typed: string, paths: readonly string[]): Scored[] => {
  const whole = wordOf(typed)
  const name = wordOf(nameOf(typed))
  return paths
    .map((path) => ({
      path,
      score: 0.6 * likeness(name, wordOf(nameOf(path))) + 0.4 * likeness(whole, wordOf(path)),
    }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score)
}

/** The path that was most likely meant, by its name above all; null where none is like it. */
export const nearestPath = (typed: string, paths: readonly string[]): string | null =>
  alikeTo(typed, paths)[0]?.path ?? null

export type MeantPath = {
  /** The one path that ends with what was typed. */
  only: string | null
  /** Else those that were perhaps meant, the likeliest first. */
  alike: string[]
  /** Of them the first, where no other fits as well. */
  best: string | null
}

const NONE: MeantPath = { only: null, alike: [], best: null }

/** What was meant by a path that none of these is: the only one that ends so, or those that are like it. Of two that fit alike none is taken. */
export const meantPath = (typed: string, paths: readonly string[]): MeantPath => {
  const end = `/${typed}`
  const ending = paths.filter((path) => path.endsWith(end))
  const [only] = ending
  if (only !== undefined && ending.length === 1) return { ...NONE, only }
  if (only !== undefined) {
    const nearest = ending.sort((a, b) => a.length - b.length)
    return { ...NONE, alike: nearest.slice(0, MAX_ALIKE) }
  }
  const scored = alikeTo(typed, paths)
  const [first, second] = scored
  if (first === undefined) return NONE
  const alike = scored.filter(({ score }) => score >= first.score - NEAR).slice(0, MAX_ALIKE)
  const best = second !== undefined && second.score === first.score ? null : first.path
  return { only: null, alike: alike.map(({ path }) => path), best }
}

/** Characters of a path within a sentence. */
const MAX_SHOWN = 400

/** A path as a sentence names it: anybody may have named a file so that it would end the line and begin another. */
const shown = (path: string): string => {
  const line = path.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length <= MAX_SHOWN ? line : `${headOf(line, MAX_SHOWN)}…`
}

/** "Nothing is known of src/tyde.ts. Did you mean src/tide.ts?" */
export const sayMeant = (typed: string, alike: readonly string[]): string => {
  const nothing = `Nothing is known of ${shown(typed)}.`
  return alike.length === 0 ? nothing : `${nothing} ${askMeant(alike)}`
}

/** "Did you mean src/tide.ts or src/tides.ts?" */
export const askMeant = (alike: readonly string[]): string => {
  const paths = alike.map(shown)
  const others = paths.slice(0, -1).join(', ')
  return `Did you mean ${others === '' ? '' : `${others} or `}${paths.at(-1)}?`
}

/** Said where an answer is of another path than was typed. */
export const sayTaken = (typed: string, path: string): string =>
  `Nothing is known of ${shown(typed)}, so this is of ${shown(path)}, the one path that ends so.`
