import type { BookId } from '@teamlore/shared'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { json } from '../sql/json.ts'
import { isoOf } from '../sql/page.ts'
import { bookVersionsTable } from './table.ts'

export type BookVersion = { commit: string; committed_at: string; tags: string[] }
export type StoredVersion = BookVersion & {
  project_text: string
  schema_text: string
  files: { path: string; hash: string }[]
  recorded_at: string
}

const FACTS = {
  commit: bookVersionsTable.commit,
  committed_at: isoOf(bookVersionsTable.committedAt),
  tags: bookVersionsTable.tags,
}

/** What the files of a book were at commits of its repository. */
export const createBookVersionRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const ofBook = (bookId: BookId) => sql`where team_id = ${teamId} and book_id = ${bookId}`
  const isOfBook = (bookId: BookId) =>
    and(eq(bookVersionsTable.teamId, teamId), eq(bookVersionsTable.bookId, bookId))
  return {
    /** Keeps a version; a tag that was of another one moves here. */
    async save(
      bookId: BookId,
      {
        commit,
        committed_at,
        tags,
        project_text,
        schema_text,
        files,
      }: Omit<StoredVersion, 'recorded_at'>,
      now: Date,
    ): Promise<void> {
      await tx.execute(sql`
        update teamlore.book_versions v
        set tags = coalesce((select jsonb_agg(t) from jsonb_array_elements(v.tags) as t
          where not ${json(tags)} @> jsonb_build_array(t)), '[]')
        ${ofBook(bookId)} and commit <> ${commit} and exists (
          select from jsonb_array_elements(v.tags) as t where ${json(tags)} @> jsonb_build_array(t))`)
      await tx.execute(sql`
        insert into teamlore.book_versions (team_id, book_id, commit, committed_at, tags, project_text,
          schema_text, files, recorded_at)
        values (${teamId}, ${bookId}, ${commit}, ${committed_at}::timestamptz, ${json(tags)},
          ${project_text}, ${schema_text}, ${json(files)}, ${now.toISOString()}::timestamptz)
        on conflict (book_id, commit) do update set tags = excluded.tags,
          committed_at = excluded.committed_at, project_text = excluded.project_text,
          schema_text = excluded.schema_text, files = excluded.files, recorded_at = excluded.recorded_at
        where (book_versions.tags, book_versions.files, book_versions.project_text, book_versions.schema_text)
          is distinct from (excluded.tags, excluded.files, excluded.project_text, excluded.schema_text)`)
    },

    /** Newest first. */
    list(bookId: BookId): Promise<BookVersion[]> {
      return tx
        .select(FACTS)
        .from(bookVersionsTable)
        .where(isOfBook(bookId))
        .orderBy(desc(bookVersionsTable.committedAt), bookVersionsTable.commit)
        .limit(500)
    },

    async find(bookId: BookId, commit: string): Promise<StoredVersion | undefined> {
      const [version] = await tx
        .select({
          ...FACTS,
          project_text: bookVersionsTable.projectText,
          schema_text: bookVersionsTable.schemaText,
          files: bookVersionsTable.files,
          recorded_at: isoOf(bookVersionsTable.recordedAt),
        })
        .from(bookVersionsTable)
        .where(and(isOfBook(bookId), eq(bookVersionsTable.commit, commit)))
      return version
    },
  }
}
