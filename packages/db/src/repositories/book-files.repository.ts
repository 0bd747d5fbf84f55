import type { BookId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf, json } from './batches.ts'

export type BookFile = { path: string; hash: string; text: string }

export const createBookFileRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Keeps files by path and hash; one that is there already stays as it is. */
  async add(bookId: BookId, files: readonly BookFile[]): Promise<void> {
    for (const batch of batchesOf(files))
      await tx.execute(sql`
        insert into teamlore.book_files (team_id, book_id, path, hash, text)
        select ${teamId}, ${bookId}, path, hash, text
        from jsonb_to_recordset(${json(batch)}) as r(path text, hash text, text text)
        on conflict (book_id, path, hash) do nothing`)
  },

  list(bookId: BookId): Promise<BookFile[]> {
    return rows<BookFile>(
      tx,
      sql`select path, hash, text from teamlore.book_files
        where team_id = ${teamId} and book_id = ${bookId} order by path, hash`,
    )
  },

  /** Texts of these files; one that is not there is left out. */
  listOf(bookId: BookId, files: readonly Omit<BookFile, 'text'>[]): Promise<BookFile[]> {
    return rows<BookFile>(
      tx,
      sql`select f.path, f.hash, f.text from teamlore.book_files f
        join jsonb_to_recordset(${json(files.map(({ path, hash }) => ({ path, hash })))})
          as r(path text, hash text) on r.path = f.path and r.hash = f.hash
        where f.team_id = ${teamId} and f.book_id = ${bookId} order by f.path`,
    )
  },

  /** Leaves these files of a book, those of its versions, and no others. */
  async keepOnly(bookId: BookId, files: readonly Omit<BookFile, 'text'>[]): Promise<void> {
    await tx.execute(sql`
      delete from teamlore.book_files f
      where f.team_id = ${teamId} and f.book_id = ${bookId} and not exists (
        select from jsonb_to_recordset(${json(files.map(({ path, hash }) => ({ path, hash })))})
          as r(path text, hash text) where r.path = f.path and r.hash = f.hash)
        and not exists (
        select from teamlore.book_versions v, jsonb_to_recordset(v.files) as k(path text, hash text)
        where v.book_id = ${bookId} and k.path = f.path and k.hash = f.hash)`)
  },
})
