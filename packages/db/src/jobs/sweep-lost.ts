import type { MemoryFileId, SessionId, TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { memoryFilesWithLost, sessionsWithLost } from '../documents/lost.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, orNull, text, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { textsIn } from '../sql/lists.ts'

/** Sessions that are looked through at once, however little is in them. */
const MAX_SESSIONS = sql.raw('2000')

/** Of what rows of the search index are lost, over all teams, a portion at a time. */
export const createLostSweepRepository = (tx: DbExecutor) => ({
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
    const portion = await decoded(
      tx,
      { id: textOf<SessionId>(), as_of: text },
      sql`
      select id, updated_at::text as as_of from (
        select id, updated_at, sum(message_count) over (order by id) - message_count as before from (
          select id, updated_at, message_count from teamlore.sessions
          where id > ${after ?? ''} order by id limit ${MAX_SESSIONS}) next
      ) counted where before < ${messages}::int order by id`,
    )
    const last = portion.at(-1)?.id ?? null
    if (last === null) return { lost: [], last }
    const among = sql`
      select id, kind from teamlore.sessions where id > ${after ?? ''} and id <= ${last}`
    const found = await decoded(
      tx,
      { team_id: textOf<TeamId>(), id: textOf<SessionId>() },
      sql`
      select s.team_id, s.id from (${sessionsWithLost(among)}) l
      join teamlore.sessions s on s.id = l.id order by s.id`,
    )
    await this.keepWhole(portion, found)
    return { lost: found.map(({ team_id, id }) => ({ teamId: team_id, sessionId: id })), last }
  },

  /** Notes of each session that was looked through whether it is whole, so that nobody counts it again before it changes. */
  async keepWhole(
    portion: readonly { id: SessionId; as_of: string }[],
    lost: readonly { id: SessionId }[],
  ): Promise<void> {
    await tx.execute(sql`
      with looked as (
        select p.id, case when p.id = ${textsIn(lost.map(({ id }) => id))}
            or s.message_count > (select count(*) from teamlore.messages m where m.session_id = p.id)
          then null else p.as_of end as as_of
        from jsonb_to_recordset(${json(portion)}) as p(id text, as_of timestamptz)
        join teamlore.sessions s on s.id = p.id)
      update teamlore.sessions s set whole_as_of = looked.as_of
      from looked where s.id = looked.id and s.whole_as_of is distinct from looked.as_of`)
  },

  /**
   * Looks through the `limit` memory files after `after`, in the order of their ids.
   *
   * @returns those whose rows of the search index are lost or out of date, and the last one looked through; null when there was none.
   */
  async memoryFilesNotIndexed({
    after,
    limit,
  }: {
    after: MemoryFileId | null
    limit: number
  }): Promise<{
    lost: { teamId: TeamId; memoryFileId: MemoryFileId }[]
    last: MemoryFileId | null
  }> {
    const [portion] = await decoded(
      tx,
      { last: orNull(textOf<MemoryFileId>()) },
      sql`
      select max(id) as last from (
        select id from teamlore.memory_files where id > ${after ?? ''} order by id limit ${limit}) next`,
    )
    const last = portion?.last ?? null
    if (last === null) return { lost: [], last }
    const among = sql`select * from teamlore.memory_files where id > ${after ?? ''} and id <= ${last}`
    const found = await decoded(
      tx,
      { team_id: textOf<TeamId>(), id: textOf<MemoryFileId>() },
      sql`
      select f.team_id, f.id from (${memoryFilesWithLost(among)}) l
      join teamlore.memory_files f on f.id = l.id order by f.id`,
    )
    return { lost: found.map(({ team_id, id }) => ({ teamId: team_id, memoryFileId: id })), last }
  },
})
