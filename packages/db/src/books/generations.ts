import type { BookId, UserId } from '@teamlore/shared'
import type { EntityId } from '@teamlore/shared/books'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'

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
}

export type BookGeneration = Omit<
  NewGeneration,
  'project_text' | 'schema_text' | 'gone' | 'made_by'
> & {
  made_at: string
  made_by: { id: string; name: string } | null
}

/** Entities of these ids, for an index that looks them up one by one. */
const these = (ids: readonly string[]) =>
  sql`any(array(select jsonb_array_elements_text(${json(ids)})))`

/** What a book was, ingest by ingest, so that the last of them can be undone. */
export const createBookGenerationRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const ofBook = (bookId: BookId) => sql`where team_id = ${teamId} and book_id = ${bookId}`
  return {
    /** Keeps a generation, and forgets those before the oldest that is wanted. */
    async add(
      bookId: BookId,
      made: NewGeneration,
      { oldest, now }: { oldest: number; now: Date },
    ): Promise<void> {
      await tx.execute(sql`
        insert into teamlore.book_generations (team_id, book_id, generation, project_text, schema_text,
          summary, gone, repository, branch, restores, made_by, made_at)
        values (${teamId}, ${bookId}, ${made.generation}, ${made.project_text}, ${made.schema_text},
          ${json(made.summary)}, ${json(made.gone)}, ${made.repository}, ${made.branch},
          ${made.restores}, ${made.made_by}, ${now.toISOString()}::timestamptz)`)
      await tx.execute(
        sql`delete from teamlore.book_generations ${ofBook(bookId)} and generation < ${oldest}`,
      )
      await tx.execute(
        sql`delete from teamlore.book_vectors ${ofBook(bookId)} and generation < ${oldest}`,
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
    ): Promise<Pick<NewGeneration, 'project_text' | 'schema_text'> | undefined> {
      const [found] = await rows<Pick<NewGeneration, 'project_text' | 'schema_text'>>(
        tx,
        sql`select project_text, schema_text from teamlore.book_generations ${ofBook(bookId)}
          and generation = ${generation}`,
      )
      return found
    },

    /** Entities that went after a generation, the first that went of a key first. */
    async goneSince(bookId: BookId, generation: number): Promise<GoneEntity[]> {
      const found = await rows<{ gone: GoneEntity[] }>(
        tx,
        sql`select gone from teamlore.book_generations ${ofBook(bookId)} and generation > ${generation}
          order by book_generations.generation`,
      )
      return found.flatMap(({ gone }) => gone)
    },

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
  }
}
