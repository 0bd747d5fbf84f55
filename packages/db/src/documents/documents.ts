import type { MemoryFileId, SessionId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { documentedTables } from '../ids/prefixes.ts'
import { columnsBut, namesOf, recordsOf, setFrom } from '../sql/column-sets.ts'
import { memoryFilesWithLost, sessionsWithLost } from './lost.ts'
import { documentsTable, embeddingQueueTable } from './table.ts'

type DocumentRow = typeof documentsTable.$inferSelect

declare const ofItsSource: unique symbol

/**
 * Who may read it was taken from what it is about, never chosen: background work sees everything, and what it writes must be read by
 * no more people. `buildDocuments` of core alone says so.
 */
export type OfItsSource = { readonly [ofItsSource]: true }

/**
 * A document to be written. `tsv` is a tsvector literal as the analyser built it; rows of one
 * source are distinguished by `chunk`.
 */
export type NewDocument = Omit<DocumentRow, 'createdAt' | 'status'> & {
  status?: DocumentRow['status']
  /** Place in the embedding queue, smaller first; null for what only the text search should find. */
  embedPriority: number | null
} & OfItsSource

const WRITTEN = columnsBut(documentsTable, 'teamId', 'createdAt')
const INCOMING = { ...WRITTEN, embedPriority: embeddingQueueTable.priority }

/** What a newer version of a document may change. */
const CHANGING = columnsBut(documentsTable, 'id', 'teamId', 'sourceId', 'chunk', 'createdAt')

const REPLACE = sql`
  on conflict (source_id, chunk) do update set ${setFrom(CHANGING, 'excluded')}
  where (${namesOf(CHANGING, 'd')}) is distinct from (${namesOf(CHANGING, 'excluded')})`

const jsonText = (value: unknown): SQL => sql`${JSON.stringify(value)}::text::jsonb`

export const createDocumentRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  /** Removes what is indexed of `sources`, but for the chunks that are about to be written again. */
  const removeOthers = (sources: readonly string[], documents: readonly NewDocument[]) => {
    const kept = documents.map(({ sourceId, chunk }) => ({ source_id: sourceId, chunk }))
    return tx.execute(sql`
      delete from teamlore.documents d
      where d.team_id = ${teamId}
        and d.source_id = any(array(select jsonb_array_elements_text(${jsonText(sources)})))
        and not exists (
          select from jsonb_to_recordset(${jsonText(kept)}) as k(source_id text, chunk int)
          where k.source_id = d.source_id and k.chunk = d.chunk)`)
  }

  /**
   * Says of each source how many documents it has now, so that one that is lost later on is missed. Only tables of these sources
   * are in the statement: with the policies of all, planning it takes 20 ms.
   */
  const noteCounts = async (sources: readonly string[], documents: readonly NewDocument[]) => {
    const counts = new Map(sources.map((id) => [id, 0]))
    for (const { sourceId } of documents) counts.set(sourceId, (counts.get(sourceId) ?? 0) + 1)
    const counted = [...counts].map(([id, count]) => ({ id, documents: count }))
    const tables = documentedTables(sources)
    if (tables.length === 0) return
    await tx.execute(sql`
      with counted as materialized (select * from jsonb_to_recordset(${jsonText(counted)}) as r(id text, documents int))
      ${sql.join(
        tables.map(
          (table) => sql`, ${sql.raw(`of_${table}`)} as (
          update teamlore.${sql.raw(table)} x set documents = counted.documents from counted
          where x.id = counted.id and x.team_id = ${teamId} and x.documents is distinct from counted.documents)`,
        ),
      )}
      select`)
  }

  return {
    /**
     * Makes these the documents of their sources, notes with each source how many they are, and queues for embedding what
     * has a place there and a new text. A document that stands already keeps its id, and is touched only when it changed.
     *
     * @param options.sources ids of all the sources this is about, when some have no document any
     *   more; those of `documents` by default.
     * @param options.areNew nothing of these sources is indexed yet, so there is nothing to compare with, and they were written
     *   with the number of their documents.
     */
    async replace(
      documents: readonly NewDocument[],
      options: { sources?: readonly string[]; areNew?: boolean } = {},
    ): Promise<void> {
      const { areNew = false } = options
      const sources = options.sources ?? [...new Set(documents.map(({ sourceId }) => sourceId))]
      if (!areNew && sources.length > 0) {
        await removeOthers(sources, documents)
        await noteCounts(sources, documents)
      }
      if (documents.length === 0) return
      const records = documents.map((one) => ({ ...one, status: one.status ?? 'current' }))
      // Without naming what conflicts, which would ask whether the row may be read: it stands for a document of this moment.
      await tx.execute(sql`
      with incoming as (
        select * from ${recordsOf(INCOMING, records)}
      ), written as (
        insert into teamlore.documents as d (team_id, ${namesOf(WRITTEN)})
        select ${teamId}, ${namesOf(WRITTEN)} from incoming
        ${areNew ? sql`` : REPLACE}
        returning id, source_id, chunk, content_hash
      )
      insert into teamlore.embedding_queue (document_id, team_id, priority)
      select w.id, ${teamId}, i.priority
      from written w join incoming i using (source_id, chunk)
      ${areNew ? sql`` : KNOWN}
      where i.priority is not null ${areNew ? sql`` : sql`and known.content_hash is distinct from i.content_hash`}
      on conflict do nothing`)
    },

    /** Whether rows of this session should be here and are not. */
    async areLost(sessionId: SessionId): Promise<boolean> {
      const session = sql`
        select id, kind from teamlore.sessions where team_id = ${teamId} and id = ${sessionId}`
      return (await rows(tx, sessionsWithLost(session))).length > 0
    },

    /** Whether rows of this memory file should be here and are not, or should not be as they are. */
    async areLostOfMemoryFile(id: MemoryFileId): Promise<boolean> {
      const file = sql`select * from teamlore.memory_files where team_id = ${teamId} and id = ${id}`
      return (await rows(tx, memoryFilesWithLost(file))).length > 0
    },

    /** Forgets everything indexed of these sources, which is no loss then. */
    async removeBySource(sourceIds: readonly string[]): Promise<void> {
      if (sourceIds.length === 0) return
      await removeOthers(sourceIds, [])
      await noteCounts(sourceIds, [])
    },
  }
}

/** The versions before this statement: all parts of one statement see the same moment. */
const KNOWN = sql`
  left join teamlore.documents known on known.source_id = i.source_id and known.chunk = i.chunk`

export type DocumentRepository = ReturnType<typeof createDocumentRepository>
