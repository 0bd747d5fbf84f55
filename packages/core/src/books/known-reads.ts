import { type CachedLooks, type KnownFile, newCachedLooks, type ReadNote } from '@teamlore/lorebook'
import type { BookId } from '@teamlore/shared'

/** What notes were read under: the layers of their book, and how often texts were replaced under their hashes. */
export type ReadUnder = { project: string; replaced: number }
type Held = ReadUnder & {
  reads: ReadonlyMap<string, KnownFile>
  looks: CachedLooks
  characters: number
}
type Known = { files: readonly KnownFile[]; looks: CachedLooks }

/** Characters of notes that are kept read, of all books together. */
const MAX_CHARACTERS = 64_000_000

const sizeOf = ({ note }: ReadNote): number => 300 + (note?.body.length ?? 0)

/**
 * Notes as they were read at the last ingest, so that the next reads those alone that changed. What is not here is read again:
 * nothing depends on it but time.
 */
export const makeKnownReads = ({ maxCharacters = MAX_CHARACTERS } = {}) => {
  const held = new Map<BookId, Held>()
  return {
    /** A file as it was read, if it is the same and was read under the same. */
    find: (
      book: BookId,
      { project, replaced }: ReadUnder,
      { path, hash }: { path: string; hash: string },
    ): KnownFile | undefined => {
      const known = held.get(book)
      if (known?.project !== project || known.replaced !== replaced) return undefined
      const file = known.reads.get(path)
      return file?.hash === hash ? file : undefined
    },
    /** What was found by looking through the whole of the book. */
    looks: (book: BookId): CachedLooks => held.get(book)?.looks ?? newCachedLooks(),
    /** Keeps these of a book in the place of those before; books that were not ingested for longest go first. */
    keep: (book: BookId, under: ReadUnder, { files, looks }: Known): void => {
      held.delete(book)
      held.set(book, {
        ...under,
        looks,
        reads: new Map(files.map((file) => [file.path, file])),
        characters: files.reduce((sum, { read }) => sum + sizeOf(read), 0),
      })
      let sum = [...held.values()].reduce((all, { characters }) => all + characters, 0)
      for (const [oldest, { characters }] of [...held]) {
        if (sum <= maxCharacters) break
        held.delete(oldest)
        sum -= characters
      }
    },
  }
}

export type KnownReads = ReturnType<typeof makeKnownReads>
