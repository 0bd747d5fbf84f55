import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type TeamBacklog = {
  outbox: { waiting: number; oldest_seconds: number | null }
  sessions_to_distil: number
  documents_to_embed: number
}

/** What of a team is still on its way, whether or not a worker is there to take it. */
export const createJobHealthReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  async backlog(): Promise<TeamBacklog> {
    const [row] = await rows<{
      waiting: number
      oldest: number | null
      sessions: number
      documents: number
    }>(
      tx,
      sql`
      select o.waiting, o.oldest,
        (select count(*) from teamlore.sessions
          where team_id = ${teamId} and distilled = 'pending') as sessions,
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
      sessions_to_distil: row?.sessions ?? 0,
      documents_to_embed: row?.documents ?? 0,
    }
  },
})
