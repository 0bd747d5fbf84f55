import type { KeptFile } from '@teamlore/db'

/** Generations that are kept beside the one that a book is. */
export const KEPT_GENERATIONS = 10

export const oldestKept = (generation: number): number => Math.max(1, generation - KEPT_GENERATIONS)

/** Whether the book had the file as of a generation. */
export const isShownIn = ({ shown_in }: Pick<KeptFile, 'shown_in'>, generation: number): boolean =>
  shown_in.filter((turn) => turn <= generation).length % 2 === 1

/** The file with one more turn; none where it came and went within one generation. */
const turned = (file: KeptFile, generation: number): KeptFile => ({
  ...file,
  shown_in:
    file.shown_in.at(-1) === generation
      ? file.shown_in.slice(0, -1)
      : [...file.shown_in, generation],
})

/** What is to be noted of files that the book has from this generation on, and of those that it has no more. */
export const turnsOf = (
  { shown, gone }: { shown: readonly KeptFile[]; gone: readonly KeptFile[] },
  generation: number,
): { changed: KeptFile[]; unused: KeptFile[] } => {
  const has = ({ shown_in }: KeptFile): boolean => shown_in.length % 2 === 1
  const left = gone.map((file) => (has(file) ? turned(file, generation) : file))
  const oldest = oldestKept(generation)
  // Nothing that is kept had it: the last generation without it came before them, or at their beginning.
  const unused = left.filter(({ shown_in }) => (shown_in.at(-1) ?? 0) <= oldest)
  const isUnused = new Set(unused)
  return {
    changed: [
      ...shown.filter((file) => !has(file)).map((file) => turned(file, generation)),
      ...left.filter((file, at) => file !== gone[at] && !isUnused.has(file)),
    ],
    unused,
  }
}
