import type { BookId, ProjectId, SessionId, TeamId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, textOf } from '../sql/decode.ts'
import { isServed } from '../sql/memory-status.ts'
import { promptsRemoved } from '../sql/prompts-removed.ts'
import { waitsForReader } from '../sql/waits-for-reader.ts'
import { teamsTable } from '../teams/table.ts'
import { createLostSweepRepository } from './sweep-lost.ts'

/** Documents that are looked at to see whether a team's have doubled. */
const MAX_TWICE = sql.raw('10000')

const createBookSweep = (tx: DbExecutor) => ({
  /** Lorebooks of all teams. */
  async books(): Promise<{ teamId: TeamId; bookId: BookId }[]> {
    const found = await decoded(
      tx,
      { team_id: textOf<TeamId>(), id: textOf<BookId>() },
      sql`select team_id, id from teamlore.books where generation > 0 order by id`,
    )
    return found.map(({ team_id, id }) => ({ teamId: team_id, bookId: id }))
  },
})

/** What is left to do, over all teams, whatever became of the events and jobs that should have seen to it. */
export const createSweepRepository = (tx: DbExecutor) => ({
  ...createLostSweepRepository(tx),
  ...createBookSweep(tx),

  async teams(): Promise<TeamId[]> {
    const found = await tx.select({ id: teamsTable.id }).from(teamsTable).orderBy(teamsTable.id)
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
    const found = await decoded(
      tx,
      { team_id: textOf<TeamId>(), id: textOf<SessionId>() },
      sql`
      select team_id, id from teamlore.sessions
      where distilled = 'pending'
        and (updated_at < now() - ${seconds}::int * interval '1 second'
          or updated_at > now() + ${seconds}::int * interval '1 second')
      order by updated_at, id limit ${limit}`,
    )
    return found.map(({ team_id, id }) => ({ teamId: team_id, sessionId: id }))
  },

  /** Sessions that have been quiet for a while, with enough prompts since a model distilled them last or findings that nobody has read, and that nobody's own coding agent is at. The newest first. */
  async sessionsToDistilByModel(
    { idleMinutes, minPrompts }: { idleMinutes: number; minPrompts: number },
    limit: number,
  ): Promise<{ teamId: TeamId; sessionId: SessionId }[]> {
    const found = await decoded(
      tx,
      { team_id: textOf<TeamId>(), id: textOf<SessionId>() },
      sql`
      select s.team_id, s.id from teamlore.sessions s
      left join teamlore.distillations d on d.session_id = s.id and d.distiller = 'model'
      left join teamlore.distillations a on a.session_id = s.id and a.distiller = 'agent'
      left join teamlore.model_settings k on k.team_id = s.team_id
      where s.updated_at between now() - interval '14 days' and now() - ${idleMinutes}::int * interval '1 minute'
        and s.kind <> 'compaction' and coalesce(k.is_enabled, true)
        and (d.postponed_until is null or d.postponed_until <= now())
        and (s.prompt_count - greatest(d.prompts, a.prompts, ${promptsRemoved(sql`s`)}) >= ${minPrompts}::int or ${waitsForReader(sql`s`)})
        and not exists (select from teamlore.distil_leases l
          where l.session_id = s.id and l.state = 'leased' and l.expires_at > now())
      order by s.updated_at desc, s.id limit ${limit}`,
    )
    return found.map(({ team_id, id }) => ({ teamId: team_id, sessionId: id }))
  },

  /**
   * Projects with sessions whose findings are not curated yet, that have been quiet for `idleSeconds` and hold `turns` prompts or
   * more: both, so that a session at work is not looked at after every word.
   */
  async projectsToCurate({
    idleSeconds,
    turns,
    limit,
  }: {
    idleSeconds: number
    turns: number
    limit: number
  }): Promise<{ teamId: TeamId; projectId: ProjectId }[]> {
    const found = await decoded(
      tx,
      { team_id: textOf<TeamId>(), id: textOf<ProjectId>() },
      sql`
      select s.team_id, s.project_id as id from teamlore.sessions s
      left join teamlore.memory_curations c on c.session_id = s.id
      where s.distilled = 'done' and s.project_id is not null and s.prompt_count >= ${turns}::int
        and s.updated_at < now() - ${idleSeconds}::int * interval '1 second'
        and (c.session_id is null or c.distilled_at < s.distilled_at)
      group by s.team_id, s.project_id order by min(s.updated_at) limit ${limit}`,
    )
    return found.map(({ team_id, id }) => ({ teamId: team_id, projectId: id }))
  },

  /**
   * Teams whose documents have doubled since their words were counted, as a first import makes them; of small ones, since of many
   * documents even so many more change little about the words.
   */
  async teamsToCount(): Promise<TeamId[]> {
    const found = await decoded(
      tx,
      { id: textOf<TeamId>() },
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

  ...createTeamSweeps(tx),
})

/** What rests on something that fewer people read is left as it is; `rests_on_narrower` says so within a team alone. */
const restsOnNarrower = sql`(m.private_to is null and exists (select from teamlore.memory_evidence e
  join teamlore.sessions s on s.id = e.session_id
  left join teamlore.projects p on p.id = s.project_id and p.is_restricted
  where e.memory_id = m.id and (s.private_to is not null or p.id <> coalesce(m.project_id, ''))))`

/** Teams whose language model has something to do with a memory. */
const teamsWithMemories = async (tx: DbExecutor, isDue: SQL): Promise<TeamId[]> => {
  const found = await decoded(
    tx,
    { id: textOf<TeamId>() },
    sql`
      select t.id from teamlore.teams t left join teamlore.model_settings k on k.team_id = t.id
      where coalesce(k.is_enabled, true) and exists (select from teamlore.memories m
        where m.team_id = t.id and ${isDue}
          and not ${restsOnNarrower})
      order by t.id`,
  )
  return found.map(({ id }) => id)
}

/** Which teams have something waiting. */
const createTeamSweeps = (tx: DbExecutor) => ({
  /** Teams with memories that no language model compared with others as they stand, or was asked what rests on them. */
  async teamsToJudge(): Promise<TeamId[]> {
    // One after the other: each has an index of its own, which neither would use if they were asked together.
    const active = await teamsWithMemories(
      tx,
      sql`${isServed(sql`m`)} and m.judged_version is distinct from m.version`,
    )
    const replaced = await teamsWithMemories(
      tx,
      sql`m.status = 'superseded' and m.successor_id is not null and m.dependants_version is distinct from m.version`,
    )
    return [...new Set([...active, ...replaced])]
  },

  /** Teams with memories that no language model was asked for questions of. */
  teamsToQuestion: () =>
    teamsWithMemories(
      tx,
      sql`${isServed(sql`m`)} and m.questions = '[]'::jsonb and m.questioned_version is distinct from m.version`,
    ),

  /** Teams with records that have no topic yet. Those that may not be changed by now stay without. */
  async teamsToName(): Promise<TeamId[]> {
    const found = await decoded(
      tx,
      { id: textOf<TeamId>() },
      sql`
      select t.id from teamlore.teams t
      where exists (select from teamlore.memories m where m.team_id = t.id and m.topic = ''
          and not ${restsOnNarrower})
        or exists (select from teamlore.observations o
          where o.team_id = t.id and o.topic = '' and o.purpose = 'finding' and o.superseded_at is null)
      order by t.id`,
    )
    return found.map(({ id }) => id)
  },

  /** Teams that serve what nobody reviewed or confirmed for so many days. */
  async teamsToWithdraw(days: number): Promise<TeamId[]> {
    const found = await decoded(
      tx,
      { id: textOf<TeamId>() },
      sql`
      select t.id from teamlore.teams t
      where exists (select from teamlore.memories m where m.team_id = t.id and m.status = 'unreviewed'
        and greatest(m.confirmed_at, m.recorded_at) < now() - ${days}::int * interval '1 day' and not ${restsOnNarrower})
      order by t.id`,
    )
    return found.map(({ id }) => id)
  },

  /** Teams with documents in the embedding queue. */
  async teamsToEmbed(): Promise<TeamId[]> {
    const found = await decoded(
      tx,
      { id: textOf<TeamId>() },
      sql`
      select t.id from teamlore.teams t
      where exists (select from teamlore.embedding_queue q where q.team_id = t.id) order by t.id`,
    )
    return found.map(({ id }) => id)
  },
})
