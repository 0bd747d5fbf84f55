import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'

/** Work that must follow a write; the worker's relay turns each into jobs. */
export type OutboxEvent =
  | { type: 'session.ingested'; payload: { session_id: string } }
  | { type: 'session.distilled'; payload: { session_id: string } }
  | { type: 'documents.queued'; payload: Record<string, never> }
  | { type: 'job.retry'; payload: { job_id: string; name: string } }

/** What open dashboards are told at once, as it is sent to /v1/events. `privateTo`: only this user may hear it. */
export type LiveNotice = {
  type: 'session.updated' | 'session.distilled'
  sessionId: string
  privateTo: string | null
}

export const OUTBOX_CHANNEL = 'teamlore_outbox'
export const LIVE_CHANNEL = 'teamlore_live'

export const createOutboxRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Stored with the transaction, or not at all; the relay is woken at commit. */
  async add(event: OutboxEvent): Promise<void> {
    await tx.execute(sql`
      with event as (
        insert into teamlore.outbox (team_id, type, payload)
        values (${teamId}, ${event.type}, ${JSON.stringify(event.payload)}::text::jsonb)
      )
      select pg_notify(${OUTBOX_CHANNEL}, '')`)
  },

  async notifyLive({ type, sessionId, privateTo }: LiveNotice): Promise<void> {
    const payload = { team_id: teamId, private_to: privateTo, type, session_id: sessionId }
    await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(payload)})`)
  },
})

export type OutboxRepository = ReturnType<typeof createOutboxRepository>
