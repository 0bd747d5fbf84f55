import type { TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { documentsTable } from '../schema/documents.table.ts'

type DocumentRow = typeof documentsTable.$inferSelect

/**
 * A document to be written. `tsv` is a tsvector literal as the analyser built it; rows of one
 * source are told apart by `chunk` (0-based, without gaps).
 */
export type NewDocument = Omit<DocumentRow, 'createdAt' | 'status'> & {
  status?: DocumentRow['status']
  /** Place in the embedding queue, smaller first; null for what only the text search should find. */
  embedPriority: number | null
}

const toRecord = (document: NewDocument) => ({
  id: document.id,
  project_id: document.projectId,
  session_id: document.sessionId,
  message_id: document.messageId,
  private_to: document.privateTo,
  kind: document.kind,
  source_id: document.sourceId,
  chunk: document.chunk,
  type: document.type,
  title: document.title,
  body: document.body,
  concepts: document.concepts,
  paths: document.paths,
  tool: document.tool,
  git_branch: document.gitBranch,
  author_id: document.authorId,
  origin: document.origin,
  status: document.status ?? 'current',
  occurred_at: document.occurredAt,
  tokens: document.tokens,
  length: document.length,
  tsv: document.tsv,
  content_hash: document.contentHash,
  embed_priority: document.embedPriority,
})

const COLUMNS = sql.raw(
  'project_id, session_id, message_id, private_to, kind, source_id, chunk, type, title, body, concepts, paths, tool, git_branch, author_id, origin, status, occurred_at, tokens, length, tsv, content_hash',
)

/** Chunks of rewritten sources that the new text no longer reaches. */
const dropSurplus = (tx: DbExecutor, teamId: TeamId, documents: readonly NewDocument[]) => {
  const last = new Map<string, number>()
  for (const { sourceId, chunk } of documents) {
    last.set(sourceId, Math.max(chunk, last.get(sourceId) ?? 0))
  }
  const kept = [...last].map(([source_id, chunk]) => ({ source_id, chunk }))
  return tx.execute(sql`
    delete from teamlore.documents d
    using jsonb_to_recordset(${JSON.stringify(kept)}::text::jsonb) as k(source_id text, chunk int)
    where d.team_id = ${teamId} and d.source_id = k.source_id and d.chunk > k.chunk`)
}

export const createDocumentRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Writes the documents of their sources and queues them for embedding. A document that stands
   * already keeps its id, and is touched only when its text changed.
   *
   * @param fresh the sources are new, so there is nothing to compare with.
   * @returns how many documents were written.
   */
  async save(documents: readonly NewDocument[], { fresh = false } = {}): Promise<number> {
    if (documents.length === 0) return 0
    if (!fresh) await dropSurplus(tx, teamId, documents)
    const records = JSON.stringify(documents.map(toRecord))
    const [done] = await rows<{ written: number }>(
      tx,
      sql`
      with incoming as (
        select * from jsonb_to_recordset(${records}::text::jsonb) as r(
          id text, project_id text, session_id text, message_id text, private_to text, kind text,
          source_id text, chunk int, type text, title text, body text, concepts text[], paths text[],
          tool text, git_branch text, author_id text, origin text, status text, occurred_at timestamptz,
          tokens int, length int, tsv tsvector, content_hash text, embed_priority smallint)
      ), written as (
        insert into teamlore.documents as d (id, team_id, ${COLUMNS})
        select id, ${teamId}, ${COLUMNS} from incoming
        on conflict (source_id, chunk) do update set
          project_id = excluded.project_id, private_to = excluded.private_to, type = excluded.type,
          title = excluded.title, body = excluded.body, concepts = excluded.concepts,
          paths = excluded.paths, tool = excluded.tool, git_branch = excluded.git_branch,
          origin = excluded.origin, status = excluded.status, occurred_at = excluded.occurred_at,
          tokens = excluded.tokens, length = excluded.length, tsv = excluded.tsv,
          content_hash = excluded.content_hash
        where d.content_hash <> excluded.content_hash
        returning id, source_id, chunk
      ), queued as (
        insert into teamlore.embedding_queue (document_id, team_id, priority)
        select w.id, ${teamId}, i.embed_priority
        from written w join incoming i using (source_id, chunk)
        where i.embed_priority is not null
        on conflict (document_id) do nothing
      )
      select count(*) as written from written`,
    )
    return done?.written ?? 0
  },

  /** Forgets everything indexed of these sources. */
  async removeBySource(sourceIds: readonly string[]): Promise<void> {
    if (sourceIds.length === 0) return
    await tx.execute(sql`
      delete from teamlore.documents where team_id = ${teamId} and source_id in
        (select jsonb_array_elements_text(${JSON.stringify(sourceIds)}::text::jsonb))`)
  },
})

export type DocumentRepository = ReturnType<typeof createDocumentRepository>
