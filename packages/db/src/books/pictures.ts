import type { BookId } from '@teamlore/shared'
import { and, eq, isNull, not, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { bookPicturesTable } from './table.ts'

/** A picture of a book without its bytes. `gone_in`: the generation with which no note showed it any more. */
export type StoredPicture = {
  hash: string
  media_type: string
  size: number
  paths: string[]
  gone_in: number | null
}

type NewPicture = Pick<StoredPicture, 'hash' | 'media_type'> & { bytes: Uint8Array }

const STORED = {
  hash: bookPicturesTable.hash,
  media_type: bookPicturesTable.mediaType,
  size: bookPicturesTable.size,
  paths: bookPicturesTable.paths,
  gone_in: bookPicturesTable.goneIn,
}

/** Pictures of a book, each once by its hash. */
export const createBookPictureRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOfBook = (bookId: BookId) =>
    and(eq(bookPicturesTable.teamId, teamId), eq(bookPicturesTable.bookId, bookId))
  return {
    list(bookId: BookId): Promise<StoredPicture[]> {
      return tx
        .select(STORED)
        .from(bookPicturesTable)
        .where(isOfBook(bookId))
        .orderBy(bookPicturesTable.hash)
    },

    async bytesOf(bookId: BookId, hash: string): Promise<Uint8Array | undefined> {
      const [found] = await tx
        .select({ bytes: bookPicturesTable.bytes })
        .from(bookPicturesTable)
        .where(and(isOfBook(bookId), eq(bookPicturesTable.hash, hash)))
      return found?.bytes
    },

    /** Keeps a picture that no file is said to be yet. */
    async add(
      bookId: BookId,
      { hash, media_type, bytes }: NewPicture,
      generation: number,
    ): Promise<void> {
      const kept = { hash, mediaType: media_type, size: bytes.length, bytes }
      await tx
        .insert(bookPicturesTable)
        .values({ teamId, bookId, ...kept, paths: [], goneIn: generation })
        .onConflictDoNothing()
    },

    /** Says which files the pictures of the book are now; those that are none any more went with this generation. */
    async show(
      bookId: BookId,
      shown: readonly Pick<StoredPicture, 'hash' | 'paths'>[],
      generation: number,
    ): Promise<void> {
      const hashes = shown.map(({ hash }) => hash)
      await tx
        .update(bookPicturesTable)
        .set({ goneIn: generation })
        .where(
          and(
            isOfBook(bookId),
            isNull(bookPicturesTable.goneIn),
            not(isAmong(bookPicturesTable.hash, hashes)),
          ),
        )
      await tx.execute(sql`
        update teamlore.book_pictures p set paths = r.paths, gone_in = null
        from jsonb_to_recordset(${json(shown)}) as r(hash text, paths jsonb)
        where p.team_id = ${teamId} and p.book_id = ${bookId} and p.hash = r.hash`)
    },

    async remove(bookId: BookId, hashes: readonly string[]): Promise<void> {
      if (hashes.length === 0) return
      await tx
        .delete(bookPicturesTable)
        .where(and(isOfBook(bookId), isAmong(bookPicturesTable.hash, hashes)))
    },

    async removeAll(bookId: BookId): Promise<void> {
      await tx.delete(bookPicturesTable).where(isOfBook(bookId))
    },
  }
}
