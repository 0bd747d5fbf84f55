import type { SessionId, TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** What is left to do, over all teams, whatever became of the events and jobs that should have seen to it. */
export const createSweepRepository = (tx: DbExecutor) => ({
  async teams(): Promise<TeamId[]> {
    const found = await rows<{ id: TeamId }>(tx, sql`select id from teamlore.teams order by id`)
    return found.map(({ id }) => id)
  },

  /**
   * Sessions that have been waiting to be distilled for longer than `seconds`, or since a moment that is still to come, as
   * those do that came in while the clock was ahead. Oldest first.
   */
  async sessionsToDistil({
    seconds,
    limit,
  }: {
    seconds: number
    limit: number
  }): Promise<{ teamId: TeamId; sessionId: SessionId }[]> {
    const found = await rows<{ team_id: TeamId; id: SessionId }>(
      tx,
      sql`
      select team_id, id from teamlore.sessions
      where distilled = 'pending'
        and (updated_at < now() - ${seconds}::int * interval '1 second'
          or updated_at > now() + ${seconds}::int * interval '1 second')
      order by updated_at, id limit ${limit}`,
    )
    return found.map(({ team_id, id }) => ({ teamId: team_id, sessionId: id }))
  },

  /** Teams with documents in the embedding queue. */
  async teamsToEmbed(): Promise<TeamId[]> {
    const found = await rows<{ id: TeamId }>(
      tx,
      sql`
      select t.id from teamlore.teams t
      where exists (select from teamlore.embedding_queue q where q.team_id = t.id) order by t.id`,
    )
    return found.map(({ id }) => id)
  },
})
