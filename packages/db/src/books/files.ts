import type { BookId } from '@teamlore/shared'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { batchesOf } from '../sql/batches.ts'
import { json } from '../sql/json.ts'
import { bookFilesTable } from './table.ts'

export type BookFile = { path: string; hash: string; text: string }

type FileName = Omit<BookFile, 'text'>

/** `shown_in`: generations by turns, the first that has the file, the first without it, and so on. */
export type KeptFile = FileName & { shown_in: number[] }

/** Paths that the index looks up one by one. */
const among = (files: readonly FileName[]) =>
  sql`any(array(select jsonb_array_elements_text(${json(files.map(({ path }) => path))})))`

/** Exactly these: of one path many versions may be kept. */
const areThese = (files: readonly FileName[]) => {
  const named = json(files.map(({ path, hash }) => ({ path, hash })))
  // "is true" has them looked up by hash; without statistics they would be joined, and compared pair by pair.
  return sql`path = ${among(files)}
    and ((path, hash) in (select path, hash from jsonb_to_recordset(${named}) as r(path text, hash text))) is true`
}

export const createBookFileRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOfBook = (bookId: BookId) =>
    and(eq(bookFilesTable.teamId, teamId), eq(bookFilesTable.bookId, bookId))
  return {
    /** Keeps files by path and hash; of one that is there already the text stays, unless these are newer. */
    async add(
      bookId: BookId,
      files: readonly BookFile[],
      { areNewer = false, shownFrom }: { areNewer?: boolean; shownFrom?: number } = {},
    ): Promise<void> {
      for (const batch of batchesOf(files))
        await tx.execute(sql`
        insert into teamlore.book_files (team_id, book_id, path, hash, text, shown_in)
        select ${teamId}, ${bookId}, path, hash, text, ${shownFrom === undefined ? sql`'{}'` : sql`array[${shownFrom}::int]`}
        from jsonb_to_recordset(${json(batch)}) as r(path text, hash text, text text)
        on conflict (book_id, path, hash) ${areNewer ? sql`do update set text = excluded.text` : sql`do nothing`}`)
    },

    /** All files that are kept, without their texts. */
    list(bookId: BookId): Promise<KeptFile[]> {
      return tx
        .select({
          path: bookFilesTable.path,
          hash: bookFilesTable.hash,
          shown_in: bookFilesTable.shownIn,
        })
        .from(bookFilesTable)
        .where(isOfBook(bookId))
    },

    /** Texts of these files; one that is not there is left out. */
    async listOf(bookId: BookId, files: readonly FileName[]): Promise<BookFile[]> {
      if (files.length === 0) return []
      const { path, hash, text } = bookFilesTable
      return tx
        .select({ path, hash, text })
        .from(bookFilesTable)
        .where(and(isOfBook(bookId), areThese(files)))
        .orderBy(path)
    },

    /** Notes of these files in which generations the book has them. */
    async show(bookId: BookId, files: readonly KeptFile[]): Promise<void> {
      for (const batch of batchesOf(files))
        await tx.execute(sql`
        update teamlore.book_files f
        set shown_in = array(select jsonb_array_elements_text(r.shown_in)::int)
        from jsonb_to_recordset(${json(batch)}) as r(path text, hash text, shown_in jsonb)
        where f.team_id = ${teamId} and f.book_id = ${bookId} and f.path = r.path and f.hash = r.hash`)
    },

    /** Removes these files of a book, but for those that a version of it has. */
    async remove(bookId: BookId, files: readonly FileName[]): Promise<void> {
      if (files.length === 0) return
      const isOfNoVersion = sql`(path, hash) not in (
      select k.path, k.hash
      from teamlore.book_versions v, jsonb_to_recordset(v.files) as k(path text, hash text)
      where v.book_id = ${bookId})`
      await tx.delete(bookFilesTable).where(and(isOfBook(bookId), areThese(files), isOfNoVersion))
    },
  }
}
