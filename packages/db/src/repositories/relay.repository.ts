import type { TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type RelayedEvent = {
  id: number
  teamId: TeamId
  type: string
  payload: Record<string, string>
}

/** The outbox as the relay reads it: over all teams, oldest first. */
export const createRelayRepository = (tx: DbExecutor) => ({
  /** Events no other relay is holding, kept from others to the end of the transaction. */
  async take(limit: number): Promise<RelayedEvent[]> {
    const found = await rows<{
      id: number
      team_id: TeamId
      type: string
      payload: Record<string, string>
    }>(
      tx,
      sql`
      select id, team_id, type, payload from teamlore.outbox
      order by id limit ${limit} for update skip locked`,
    )
    return found.map(({ id, team_id, type, payload }) => ({ id, teamId: team_id, type, payload }))
  },

  /** After they were handed on. */
  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await tx.execute(sql`
      delete from teamlore.outbox where id in (
        select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`)
  },
})

export type RelayRepository = ReturnType<typeof createRelayRepository>
