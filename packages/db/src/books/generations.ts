import type { BookId, UserId } from '@teamlore/shared'
import type { EntityId } from '@teamlore/shared/books'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'
import { bookGenerationsTable, bookVectorsTable } from './table.ts'

export type GoneEntity = { key: string; id: EntityId }

export type NewGeneration = {
  generation: number
  project_text: string
  schema_text: string
  summary: Record<string, number>
  gone: readonly GoneEntity[]
  repository: string | null
  branch: string | null
  restores: number | null
  made_by: UserId | null
  links: boolean | null
}

export type BookGeneration = Omit<
  NewGeneration,
  'project_text' | 'schema_text' | 'gone' | 'made_by' | 'links'
> & {
  made_at: string
  made_by: { id: string; name: string } | null
}

/** Entities of these ids, for an index that looks them up one by one. */
const these = (ids: readonly string[]) =>
  sql`any(array(select jsonb_array_elements_text(${json(ids)})))`

/** What a book was, ingest by ingest, so that the last of them can be undone. */
export const createBookGenerationRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createGenerations(tx, scope),
  ...createVectors(tx, scope),
})

const createGenerations = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOfBook = (bookId: BookId) =>
    and(eq(bookGenerationsTable.teamId, teamId), eq(bookGenerationsTable.bookId, bookId))
  return {
    /** Keeps a generation, and forgets those before the oldest that is wanted. */
    async add(
      bookId: BookId,
      made: NewGeneration,
      { oldest, now }: { oldest: number; now: Date },
    ): Promise<void> {
      const { project_text, schema_text, made_by, gone, ...rest } = made
      await tx.insert(bookGenerationsTable).values({
        ...rest,
        teamId,
        bookId,
        projectText: project_text,
        schemaText: schema_text,
        gone: [...gone],
        madeBy: made_by,
        madeAt: now,
      })
      await tx
        .delete(bookGenerationsTable)
        .where(and(isOfBook(bookId), lt(bookGenerationsTable.generation, oldest)))
      await tx
        .delete(bookVectorsTable)
        .where(
          and(
            eq(bookVectorsTable.teamId, teamId),
            eq(bookVectorsTable.bookId, bookId),
            lt(bookVectorsTable.generation, oldest),
          ),
        )
    },

    /** Newest first. */
    list(bookId: BookId): Promise<BookGeneration[]> {
      return rows<BookGeneration>(
        tx,
        sql`select g.generation, g.summary, g.repository, g.branch, g.restores,
            ${iso(sql`g.made_at`)} as made_at,
            case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as made_by
          from teamlore.book_generations g left join teamlore.users u on u.id = g.made_by
          where g.team_id = ${teamId} and g.book_id = ${bookId} order by g.generation desc`,
      )
    },

    async find(
      bookId: BookId,
      generation: number,
    ): Promise<Pick<NewGeneration, 'project_text' | 'schema_text' | 'links'> | undefined> {
      const [found] = await tx
        .select({
          project_text: bookGenerationsTable.projectText,
          schema_text: bookGenerationsTable.schemaText,
          links: bookGenerationsTable.links,
        })
        .from(bookGenerationsTable)
        .where(and(isOfBook(bookId), eq(bookGenerationsTable.generation, generation)))
      return found
    },

    /** Entities that went after a generation, the first that went of a key first. */
    async goneSince(bookId: BookId, generation: number): Promise<GoneEntity[]> {
      const found = await tx
        .select({ gone: bookGenerationsTable.gone })
        .from(bookGenerationsTable)
        .where(and(isOfBook(bookId), gt(bookGenerationsTable.generation, generation)))
        .orderBy(bookGenerationsTable.generation)
      return found.flatMap(({ gone }) => gone)
    },
  }
}

/** Vectors of texts that a book had, so that they need not be computed again when it has them again. */
const createVectors = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Keeps the vectors of these entities, whose texts are about to be replaced. */
  async keepVectors(
    bookId: BookId,
    generation: number,
    entityIds: readonly string[],
  ): Promise<void> {
    if (entityIds.length === 0) return
    await tx.execute(sql`
      insert into teamlore.book_vectors as k (team_id, book_id, space, content_hash, embedding, generation)
      select distinct on (v.space, v.content_hash)
        v.team_id, ${bookId}, v.space, v.content_hash, v.embedding, ${generation}::int
      from teamlore.documents d join teamlore.document_vectors v on v.document_id = d.id
      where d.team_id = ${teamId} and d.source_id = ${these(entityIds)}
      on conflict (book_id, space, content_hash) do update set generation = excluded.generation`)
  },

  /** Gives documents of these entities the vectors that were kept of their texts. */
  async restoreVectors(bookId: BookId, entityIds: readonly string[]): Promise<void> {
    if (entityIds.length === 0) return
    await tx.execute(sql`
      insert into teamlore.document_vectors as v (document_id, space, team_id, content_hash, embedding)
      select d.id, k.space, k.team_id, k.content_hash, k.embedding
      from teamlore.documents d
      join teamlore.book_vectors k on k.book_id = ${bookId} and k.content_hash = d.content_hash
      where d.team_id = ${teamId} and d.source_id = ${these(entityIds)}
      on conflict (document_id, space) do update
      set content_hash = excluded.content_hash, embedding = excluded.embedding`)
  },
})
