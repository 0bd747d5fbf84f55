/** Words of the lines that a change touches in a file: those that one side alone has, and those that both have. */
export type ChangedWords = { changed: string[]; kept: string[] }

export type ChangedRun = { removed: readonly string[]; added: readonly string[] }

export const CHANGED_WORDS_LIMITS = {
  /** Of a file; a change with more is about everything. */
  changed: 200,
  kept: 100,
  maxChars: 40,
} as const

const WORD = /\d[\d_.]*\d(?![\p{L}\d_])|[\p{L}\d_]+/gu
/** Hashes, ids and what may be a secret: they say nothing of what a change is about. */
const OPAQUE = /^(?=.*\d)(?=.*\p{L})[\p{L}\d_]{16,}$/u

const wordsOf = (lines: readonly string[]): Set<string> =>
  new Set(
    lines
      .flatMap((line): string[] => line.match(WORD) ?? [])
      .filter((word) => word.length <= CHANGED_WORDS_LIMITS.maxChars && !OPAQUE.test(word)),
  )

/** What the runs of changed lines of a file are about, without their order. */
export const changedWords = (runs: Iterable<ChangedRun>): ChangedWords => {
  const changed = new Set<string>()
  const kept = new Set<string>()
  for (const { removed, added } of runs) {
    if (changed.size >= CHANGED_WORDS_LIMITS.changed) break
    const before = wordsOf(removed)
    const after = wordsOf(added)
    for (const word of before) (after.has(word) ? kept : changed).add(word)
    for (const word of after) if (!before.has(word)) changed.add(word)
  }
  return {
    changed: [...changed].slice(0, CHANGED_WORDS_LIMITS.changed),
    kept: [...kept].filter((word) => !changed.has(word)).slice(0, CHANGED_WORDS_LIMITS.kept),
  }
}
