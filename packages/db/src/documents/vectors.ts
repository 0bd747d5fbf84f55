import { eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, number, orNull, text } from '../sql/decode.ts'
import { vectorLiteral } from '../sql/vector-literal.ts'
import { embeddingQueueTable } from './table.ts'

/** A document whose text waits to be embedded. */
export type QueuedDocument = {
  id: string
  title: string
  body: string
  contentHash: string
}

export type NewVector = { documentId: string; contentHash: string; vector: Float32Array }

/** How much of another space a space has. */
export type SpaceCoverage = { space: string; documents: number; covered: number }

/** The head of the queue by itself: joined first, a planner without statistics reads every document of the team for each batch. */
const nextOf = (teamId: string, limit: number): SQL => sql`(
  select document_id, priority, queued_at from teamlore.embedding_queue
  where team_id = ${teamId} order by priority, queued_at, document_id limit ${limit})`

/** The document of each by its id, one by one, for the same reason: a queue grows from nothing to all within a minute. */
const DOCUMENT_OF_EACH = sql`cross join lateral (
  select d.* from teamlore.documents d where d.id = q.document_id offset 0) d`

/** No column by itself, lest a planner without statistics goes through all vectors of the space for each text. */
const isInSpace = (space: string): SQL => sql`v.space || '' = ${space}`

export const createDocumentVectorRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Serves queued documents whose text already has a vector in this space: the same document's, or another's with
   * the same text. They leave the queue.
   *
   * @returns how many were served.
   */
  async reuse(space: string, limit: number): Promise<number> {
    const [done] = await decoded(
      tx,
      { served: number },
      sql`
      with waiting as (
        select q.document_id, d.content_hash
        from ${nextOf(teamId, limit)} q ${DOCUMENT_OF_EACH}
      ), known as (
        select w.document_id, w.content_hash, v.embedding
        from waiting w
        cross join lateral (
          select embedding from teamlore.document_vectors v
          where v.team_id = ${teamId} and v.content_hash = w.content_hash and ${isInSpace(space)}
          limit 1
        ) v
      ), written as (
        insert into teamlore.document_vectors as v (document_id, space, team_id, content_hash, embedding)
        select document_id, ${space}, ${teamId}, content_hash, embedding from known
        on conflict (document_id, space) do update
        set content_hash = excluded.content_hash, embedding = excluded.embedding
        where v.content_hash <> excluded.content_hash
      ), served as (
        delete from teamlore.embedding_queue q using known k
        where q.document_id = k.document_id returning 1
      )
      select count(*) as served from served`,
    )
    return done?.served ?? 0
  },

  /** The next documents to embed, most important first. Nothing is locked: they stay queued until `save`. */
  async nextQueued(limit: number): Promise<QueuedDocument[]> {
    return rows<QueuedDocument>(
      tx,
      sql`
      select d.id, d.title, d.body, d.content_hash as "contentHash"
      from ${nextOf(teamId, limit)} q ${DOCUMENT_OF_EACH}
      order by q.priority, q.queued_at, q.document_id`,
    )
  },

  /**
   * Stores vectors and takes their documents off the queue. A document whose text changed since it was read keeps its
   * place there; one that is gone is passed over.
   */
  async save(space: string, vectors: readonly NewVector[]): Promise<number> {
    if (vectors.length === 0) return 0
    const records = JSON.stringify(
      vectors.map(({ documentId, contentHash, vector }) => ({
        document_id: documentId,
        content_hash: contentHash,
        embedding: vectorLiteral(vector),
      })),
    )
    const [done] = await decoded(
      tx,
      { written: number },
      sql`
      with incoming as (
        select r.document_id, r.content_hash, r.embedding
        from jsonb_to_recordset(${records}::text::jsonb)
          as r(document_id text, content_hash text, embedding text)
        join teamlore.documents d on d.id = r.document_id and d.content_hash = r.content_hash
        where d.team_id = ${teamId}
      ), written as (
        insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
        select document_id, ${space}, ${teamId}, content_hash, embedding::halfvec from incoming
        on conflict (document_id, space) do update
        set content_hash = excluded.content_hash, embedding = excluded.embedding
        returning document_id
      ), served as (
        delete from teamlore.embedding_queue q using written w where q.document_id = w.document_id
      )
      select count(*) as written from written`,
    )
    return done?.written ?? 0
  },

  countQueued(): Promise<number> {
    return tx.$count(embeddingQueueTable, eq(embeddingQueueTable.teamId, teamId))
  },

  /**
   * Looks through a portion of documents, the newest first, and queues those that have no vector of their present text in this
   * space: after a change of model. `before` goes on where the portion before ended, so that all portions together read each
   * document once. Queue and vectors are asked for each by itself, as statistics of both are older than both.
   *
   * @returns how many were looked at and queued, and the last that was looked at; null when there was none.
   */
  async queueMissing(
    space: string,
    { limit, before }: { limit: number; before?: string | undefined },
  ): Promise<{ looked: number; queued: number; last: string | null }> {
    const older = before === undefined ? sql`` : sql`and d.id < ${before}`
    const [done] = await decoded(
      tx,
      { looked: number, queued: number, last: orNull(text) },
      sql`
      with portion as materialized (
        select d.id, d.kind, d.type, d.content_hash from teamlore.documents d
        where d.team_id = ${teamId} ${older} order by d.id desc limit ${limit}
      ), missing as (
        select d.id from portion d
        where (d.kind <> 'message' or d.type = 'assistant')
          and (select true from teamlore.embedding_queue q where q.document_id = d.id) is null
          and (select true from teamlore.document_vectors v
            where v.team_id = ${teamId} and v.content_hash = d.content_hash and v.document_id = d.id and ${isInSpace(space)}
            limit 1) is null
      ), queued as (
        insert into teamlore.embedding_queue (document_id, team_id, priority)
        select id, ${teamId}, 6 from missing
        on conflict (document_id) do nothing
      )
      select (select count(*) from portion) as looked, (select count(*) from missing) as queued,
        (select min(id) from portion) as last`,
    )
    return done ?? { looked: 0, queued: 0, last: null }
  },

  /**
   * What other spaces hold, the fullest first, and how much of that this space has as well. Reads all of the team's
   * vectors when there are other spaces, nothing much when there are none.
   */
  async compareSpaces(space: string): Promise<SpaceCoverage[]> {
    return rows<SpaceCoverage>(
      tx,
      sql`
      select o.id as space, held.documents, held.covered
      from teamlore.embedding_spaces o
      cross join lateral (
        select count(*) as documents, count(n.document_id) as covered
        from teamlore.document_vectors v
        left join teamlore.document_vectors n on n.document_id = v.document_id and n.space = ${space}
        where v.team_id = ${teamId} and v.space = o.id
      ) held
      where o.id <> ${space} and held.documents > 0
      order by held.documents desc, o.created_at desc, o.id`,
    )
  },
})
