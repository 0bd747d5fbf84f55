import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, number, orNull } from '../sql/decode.ts'

export type TeamBacklog = {
  outbox: { waiting: number; oldest_seconds: number | null }
  queued_documents: number
}

export type TeamProgress = {
  sessions: number
  distilled: number
  not_distilled: number
  documents: number
  embedded: number
}

/** What of a team is still on its way, whether or not a worker is there to take it. */
export const createJobHealthReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  async backlog(): Promise<TeamBacklog> {
    const [row] = await decoded(
      tx,
      { waiting: number, oldest: orNull(number), documents: number },
      sql`
      select o.waiting, o.oldest,
        (select count(*) from teamlore.embedding_queue where team_id = ${teamId}) as documents
      from (
        select count(*) as waiting,
          -- Of nothing there is no age; greatest() would make it 0.
          case when count(*) > 0
            then greatest(0, extract(epoch from clock_timestamp() - min(created_at)))::int
          end as oldest
        from teamlore.outbox where team_id = ${teamId}
      ) o`,
    )
    return {
      outbox: { waiting: row?.waiting ?? 0, oldest_seconds: row?.oldest ?? null },
      queued_documents: row?.documents ?? 0,
    }
  },

  /** How much of what the asker may see is distilled, and embedded into this space. */
  async progress(space: string | null): Promise<TeamProgress> {
    const [sessions] = await rows<Omit<TeamProgress, 'documents' | 'embedded'>>(
      tx,
      sql`
      select count(*) as sessions, count(*) filter (where distilled = 'done') as distilled,
        count(*) filter (where distilled = 'failed') as not_distilled
      from teamlore.sessions where team_id = ${teamId}`,
    )
    const [documents] = await rows<Pick<TeamProgress, 'documents' | 'embedded'>>(
      tx,
      sql`
      select count(*) as documents, count(v.document_id) as embedded
      from teamlore.documents d
      left join teamlore.document_vectors v on v.document_id = d.id and v.space = ${space}
      where d.team_id = ${teamId} and (d.kind <> 'message' or d.type = 'assistant')`,
    )
    return {
      ...(sessions ?? { sessions: 0, distilled: 0, not_distilled: 0 }),
      ...(documents ?? { documents: 0, embedded: 0 }),
    }
  },
})
