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

/** The path that was most likely meant, by its name above all; null where none is like it. */
export const nearestPath = (typed: string, paths: readonly string[]): string | null => {
  const whole = wordOf(typed)
  const name = wordOf(nameOf(typed))
  let best: { path: string; score: number } | undefined
  for (const path of paths) {
    const score = 0.6 * likeness(name, wordOf(nameOf(path))) + 0.4 * likeness(whole, wordOf(path))
    if (score >= ENOUGH && score > (best?.score ?? 0)) best = { path, score }
  }
  return best?.path ?? null
}
