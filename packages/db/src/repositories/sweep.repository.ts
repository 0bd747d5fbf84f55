import type { SessionId, TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { sessionsWithLost } from './lost-documents.ts'

/** Documents that are looked at to see whether a team's have doubled. */
const MAX_TWICE = sql.raw('10000')

/** Sessions that are looked through at once, however little is in them. */
const MAX_SESSIONS = sql.raw('2000')

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

  /**
   * Looks through the sessions after `after`, in the order of their ids, until they hold `messages` or more.
   *
   * @returns those of which rows of the search index are lost, and the last one looked through; null when there was none.
   */
  async sessionsNotIndexed({
    after,
    messages,
  }: {
    after: SessionId | null
    messages: number
  }): Promise<{ lost: { teamId: TeamId; sessionId: SessionId }[]; last: SessionId | null }> {
    const portion = await rows<{ id: SessionId }>(
      tx,
      sql`
      select id from (
        select id, sum(message_count) over (order by id) - message_count as before from (
          select id, message_count from teamlore.sessions
          where id > ${after ?? ''} order by id limit ${MAX_SESSIONS}) next
      ) counted where before < ${messages}::int order by id`,
    )
    const last = portion.at(-1)?.id ?? null
    if (last === null) return { lost: [], last }
    const among = sql`
      select id, kind from teamlore.sessions where id > ${after ?? ''} and id <= ${last}`
    const found = await rows<{ team_id: TeamId; id: SessionId }>(
      tx,
      sql`
      select s.team_id, s.id from (${sessionsWithLost(among)}) l
      join teamlore.sessions s on s.id = l.id order by s.id`,
    )
    return { lost: found.map(({ team_id, id }) => ({ teamId: team_id, sessionId: id })), last }
  },

  /**
   * Teams whose documents have doubled since their words were counted, as a first import makes them; of small ones, since of many
   * documents even so many more change little about the words.
   */
  async teamsToCount(): Promise<TeamId[]> {
    const found = await rows<{ id: TeamId }>(
      tx,
      sql`
      select t.id from teamlore.teams t
      cross join lateral (
        select 2 * coalesce(sum(c.documents), 0) as twice from teamlore.corpus_stats c where c.team_id = t.id) k
      where k.twice <= ${MAX_TWICE} and (
        select count(*) from (
          select from teamlore.documents d where d.team_id = t.id limit k.twice + 1) d) > k.twice
      order by t.id`,
    )
    return found.map(({ id }) => id)
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
