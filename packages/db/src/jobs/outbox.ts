import type { UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'

/** Work that must follow a write; the worker's relay turns each into jobs. */
export type OutboxEvent =
  | { type: 'session.ingested'; payload: { session_id: string } }
  | { type: 'session.distilled'; payload: { session_id: string } }
  | { type: 'session.overtaken'; payload: { session_id: string } }
  | { type: 'session.handed_over'; payload: { session_id: string } }
  | { type: 'commits.ingested'; payload: { project_id: string } }
  | { type: 'book.ingested'; payload: { book_id: string } }
  | { type: 'documents.queued'; payload: Record<string, never> }
  | { type: 'deletion.made'; payload: { deletion_id: string } }
  | { type: 'integration.changed'; payload: { integration_id: string } }
  | { type: 'pull_request.asked'; payload: { pull_request_id: string } }
  | { type: 'agents_md.asked'; payload: { project_id: string } }
  | { type: 'webhook.due'; payload: { delivery_id: string } }
  | { type: 'slack.asked'; payload: { ask_id: string } }
  | { type: 'job.retry'; payload: { job_id: string; name: string } }

/** What open dashboards are sent at once, as it is sent to /v1/events. `privateTo`: only this user may hear it. */
export type LiveNotice = {
  type: 'session.updated' | 'session.distilled'
  sessionId: string
  privateTo: string | null
}

export const OUTBOX_CHANNEL = 'teamlore_outbox'
export const LIVE_CHANNEL = 'teamlore_live'

/** A payload of NOTIFY holds 8,000 bytes. */
const MAX_LISTENERS = 200

export const createOutboxRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Stored with the transaction, or not at all; the relay is woken at commit. */
  async add(...events: OutboxEvent[]): Promise<void> {
    if (events.length === 0) return
    await tx.execute(sql`
      with event as (
        insert into teamlore.outbox (team_id, type, payload)
        select ${teamId}, type, payload
        from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as r(type text, payload jsonb)
      )
      select pg_notify(${OUTBOX_CHANNEL}, '')`)
  },

  /** Who listens as this user is looked at again before they hear anything more. */
  async notifyAccess(userId: UserId): Promise<void> {
    const payload = JSON.stringify({ team_id: teamId, type: 'access.changed', user_id: userId })
    await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${payload})`)
  },

  async notifyLive(...notices: LiveNotice[]): Promise<void> {
    if (notices.length === 0) return
    const payloads = notices.map(({ type, sessionId, privateTo }) => ({
      team_id: teamId,
      private_to: privateTo,
      type,
      session_id: sessionId,
    }))
    // Of a restricted project those who may hear are named, as many in a payload as it holds; null: everybody.
    await tx.execute(sql`
      select pg_notify(${LIVE_CHANNEL}, (case when l.ids is null then payload
        else payload || jsonb_build_object('only', l.ids) end)::text)
      from jsonb_array_elements(${JSON.stringify(payloads)}::text::jsonb) as r(payload)
      cross join lateral teamlore.listeners_of(payload->>'session_id') as a(ids)
      cross join lateral (
        select null::text[] as ids where a.ids is null
        union all
        select array_agg(id) from unnest(a.ids) with ordinality as u(id, place)
        group by (place - 1) / ${MAX_LISTENERS}::int) as l`)
  },
})

export type OutboxRepository = ReturnType<typeof createOutboxRepository>
