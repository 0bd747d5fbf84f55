import type { BookId, ProjectId, TeamId } from '@teamlore/shared'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { columnsBut, namesOf } from '../sql/column-sets.ts'
import { asInserted } from '../sql/columns.ts'
import { decoded, flag, text } from '../sql/decode.ts'
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

/** What a version says; kept again it is written where that differs. */
const SAID = columnsBut(
  bookVersionsTable,
  'teamId',
  'bookId',
  'commit',
  'committedAt',
  'recordedAt',
)

/** What the files of a book were at commits of its repository. */
export const createBookVersionRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createVersionWriter(tx, scope),
  ...createVersionReader(tx, scope),
})

const isOfBook = (teamId: TeamId, bookId: BookId) =>
  and(eq(bookVersionsTable.teamId, teamId), eq(bookVersionsTable.bookId, bookId))

const createVersionWriter = (tx: DbExecutor, { teamId }: DbScope) => {
  /** A tag is of one version. */
  const takeTags = async (bookId: BookId, tags: readonly string[], commit: string) => {
    const held = bookVersionsTable.tags
    const moves = sql`${json(tags)} @> jsonb_build_array(t)`
    await tx
      .update(bookVersionsTable)
      .set({
        tags: sql`coalesce((select jsonb_agg(t) from jsonb_array_elements(${held}) as t where not ${moves}), '[]')`,
      })
      .where(
        and(
          isOfBook(teamId, bookId),
          ne(bookVersionsTable.commit, commit),
          sql`exists (select from jsonb_array_elements(${held}) as t where ${moves})`,
        ),
      )
  }
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
      await takeTags(bookId, tags, commit)
      await tx
        .insert(bookVersionsTable)
        .values({
          teamId,
          bookId,
          commit,
          committedAt: new Date(committed_at),
          tags,
          projectText: project_text,
          schemaText: schema_text,
          files,
          recordedAt: now,
        })
        .onConflictDoUpdate({
          target: [bookVersionsTable.bookId, bookVersionsTable.commit],
          set: asInserted(
            bookVersionsTable,
            'tags',
            'committedAt',
            'projectText',
            'schemaText',
            'files',
            'recordedAt',
          ),
          setWhere: sql`(${namesOf(SAID, 'book_versions')}) is distinct from (${namesOf(SAID, 'excluded')})`,
        })
    },
  }
}

const createVersionReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Newest first. */
  list(bookId: BookId): Promise<BookVersion[]> {
    return tx
      .select(FACTS)
      .from(bookVersionsTable)
      .where(isOfBook(teamId, bookId))
      .orderBy(desc(bookVersionsTable.committedAt), bookVersionsTable.commit)
      .limit(500)
  },

  /** Books that have versions up to a time, those of a project's own repository first. */
  booksWithVersions(
    projectId: ProjectId,
    until: Date,
  ): Promise<{ name: string; is_own: boolean }[]> {
    return decoded(
      tx,
      { name: text, is_own: flag },
      sql`select b.name, coalesce(b.home_repository = (select lower(p.identity) from teamlore.projects p
          where p.team_id = ${teamId} and p.id = ${projectId}), false) as is_own
        from teamlore.books b
        where b.team_id = ${teamId} and exists (select from teamlore.book_versions v
          where v.book_id = b.id and v.team_id = ${teamId} and v.committed_at <= ${until.toISOString()}::timestamptz)
        order by is_own desc, b.name limit 20`,
    )
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
      .where(and(isOfBook(teamId, bookId), eq(bookVersionsTable.commit, commit)))
    return version
  },
})
