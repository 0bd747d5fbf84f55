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

  /** Leaves these files of a book and no others. */
  async keepOnly(bookId: BookId, files: readonly Omit<BookFile, 'text'>[]): Promise<void> {
    await tx.execute(sql`
      delete from teamlore.book_files f
      where f.team_id = ${teamId} and f.book_id = ${bookId} and not exists (
        select from jsonb_to_recordset(${json(files.map(({ path, hash }) => ({ path, hash })))})
          as r(path text, hash text) where r.path = f.path and r.hash = f.hash)`)
  },
})
