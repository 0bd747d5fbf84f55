import type { TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { outboxTable } from './table.ts'

export type RelayedEvent = {
  id: number
  teamId: TeamId
  type: string
  payload: Record<string, string>
}

const LONGEST_SECONDS = 3_600

/** One parameter, however many there are. */
const isOneOf = (ids: readonly number[]) =>
  sql`${outboxTable.id} in (select value::bigint from jsonb_array_elements_text(${json(ids)}))`

/** The outbox as the relay reads it: over all teams, oldest first. */
export const createRelayRepository = (tx: DbExecutor) => ({
  /**
   * Events no other relay holds, now held by this one for `seconds`: long enough to hand them on. Those whose holder
   * died in between come round again; one that is held for longer than anybody holds them was so while the clock was ahead.
   */
  async claim({ limit, seconds }: { limit: number; seconds: number }): Promise<RelayedEvent[]> {
    const found = await rows<{
      id: number
      team_id: TeamId
      type: string
      payload: Record<string, string>
    }>(
      tx,
      sql`
      with free as (
        select id from teamlore.outbox
        where claimed_until is null or claimed_until < now()
          or claimed_until > now() + ${LONGEST_SECONDS}::int * interval '1 second'
        order by id limit ${limit} for update skip locked
      )
      update teamlore.outbox o set claimed_until = now() + ${seconds}::int * interval '1 second'
      from free where o.id = free.id
      returning o.id, o.team_id, o.type, o.payload`,
    )
    return found
      .map(({ id, team_id, type, payload }) => ({ id, teamId: team_id, type, payload }))
      .sort((a, b) => a.id - b.id)
  },

  /** Gives them up again, for when they could not be handed on. */
  async release(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await tx.update(outboxTable).set({ claimedUntil: null }).where(isOneOf(ids))
  },

  /** After they were handed on. */
  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await tx.delete(outboxTable).where(isOneOf(ids))
  },
})
