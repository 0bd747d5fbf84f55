import type { ProjectId, SessionId, UserId } from '@teamlore/shared'
import type { ReportedArm } from '@teamlore/shared/holdout'
import type { HoldoutArm } from '@teamlore/shared/holdout-arms'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { decoded, number, text, textOf } from '../sql/decode.ts'
import { iso } from '../sql/page.ts'
import { holdoutArmsTable as arms } from './table.ts'

/** How a session went. */
export type HoldoutCounts = {
  prompts: number
  tokens: number
  corrections: number
  reproposals: number
  asked: number
}

/** A session that ended and is to be counted. */
export type UncountedSession = Pick<HoldoutCounts, 'prompts' | 'tokens' | 'asked'> & {
  id: SessionId
  began_at: string
  updated_at: string
}

export type ComparedSession = HoldoutCounts & { arm: HoldoutArm }

type Round = { projectId: ProjectId; round: string }

const UNCOUNTED = {
  id: textOf<SessionId>(),
  began_at: text,
  updated_at: text,
  prompts: number,
  tokens: number,
  asked: number,
}

const COUNTED = {
  arm: textOf<HoldoutArm>(),
  prompts: number,
  tokens: number,
  corrections: number,
  reproposals: number,
  asked: number,
}

/** Most sessions of a round that are compared; the latest of them. */
const MOST = 50_000

/** A tool with its arguments: names of servers differ, and the name of the tool comes last. */
const ASKED = sql`(select count(*)::int from teamlore.messages m cross join lateral jsonb_array_elements(m.blocks) b
  where m.session_id = s.id and b->>'type' = 'tool_call' and right(b->>'name', 12) = 'lore_context')`

/** Which sessions began with a brief and which without one, and how they went. */
export const createHoldoutArms = (tx: DbExecutor, scope: DbScope) => ({
  ...createBeginnings(tx, scope),
  ...createCounting(tx, scope),
})

const createBeginnings = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Of this person; said again it stays as it is. The session may be there already. */
  async add(
    userId: UserId,
    { tool, session, project_id, round, arm }: ReportedArm,
    beganAt: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.holdout_arms (team_id, user_id, tool, native_id, project_id, round, arm, began_at, session_id)
      values (${teamId}, ${userId}, ${tool}, ${session}, ${project_id}, ${round}, ${arm}, ${beganAt.toISOString()}::timestamptz,
        (select s.id from teamlore.sessions s where s.team_id = ${teamId} and s.user_id = ${userId} and s.tool = ${tool}
          and s.native_id = ${session} order by s.updated_at desc limit 1))
      on conflict do nothing`)
  },

  /** How a session of this person began, by its id or the name that its tool gives it; undefined where nothing was said of it. */
  async of(userId: UserId, name: string): Promise<HoldoutArm | undefined> {
    const [found] = await tx
      .select({ arm: arms.arm })
      .from(arms)
      .where(
        and(
          eq(arms.teamId, teamId),
          eq(arms.userId, userId),
          or(eq(arms.nativeId, name), sql`${arms.sessionId} = ${name}`),
        ),
      )
      .orderBy(desc(arms.beganAt))
      .limit(1)
    return found?.arm
  },

  /** How the last session of this person began that did so since then, in the project that is named or in any. */
  async lastSince(
    userId: UserId,
    since: Date,
    project: ProjectFilter | undefined,
  ): Promise<HoldoutArm | undefined> {
    const isMeant = project && sql`${arms.projectId} in ${projectsNamed(teamId, project)}`
    const [found] = await tx
      .select({ arm: arms.arm })
      .from(arms)
      .where(
        and(eq(arms.teamId, teamId), eq(arms.userId, userId), gt(arms.beganAt, since), isMeant),
      )
      .orderBy(desc(arms.beganAt))
      .limit(1)
    return found?.arm
  },

  /** What no session came in for by then. */
  async forgetWaiting(before: Date): Promise<void> {
    await tx
      .delete(arms)
      .where(and(eq(arms.teamId, teamId), isNull(arms.sessionId), lt(arms.beganAt, before)))
  },
})

const createCounting = (tx: DbExecutor, { teamId }: DbScope) => {
  const inRound = ({ projectId, round }: Round) =>
    sql`a.team_id = ${teamId} and a.project_id = ${projectId} and a.round = ${round}`
  return {
    /** Sessions of people that were distilled and rest since `before`, and changed since they were counted. */
    uncounted: (round: Round, before: Date, limit: number): Promise<UncountedSession[]> =>
      decoded(
        tx,
        UNCOUNTED,
        sql`select s.id, ${iso(sql`a.began_at`)} as began_at, to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at,
            s.prompt_count as prompts, ${ASKED} as asked,
            (coalesce((s.usage->>'input_tokens')::bigint, 0) + coalesce((s.usage->>'output_tokens')::bigint, 0))::float8 as tokens
          from teamlore.holdout_arms a join teamlore.sessions s on s.id = a.session_id
          where ${inRound(round)} and a.counted_as_of is distinct from s.updated_at and s.started_by = 'person'
            and s.distilled = 'done' and s.updated_at < ${before.toISOString()}::timestamptz and s.prompt_count > 0
          order by s.id limit ${limit}`,
      ),

    async count(session: UncountedSession, counted: HoldoutCounts): Promise<void> {
      const { prompts, tokens, corrections, reproposals, asked } = counted
      await tx
        .update(arms)
        .set({
          countedAsOf: sql`${session.updated_at}::timestamptz`,
          prompts,
          tokens,
          corrections,
          reproposals,
          asked,
        })
        .where(and(eq(arms.teamId, teamId), eq(arms.sessionId, session.id)))
    },

    /** How many sessions of a round were dealt to each arm. */
    begun: (round: Round): Promise<{ arm: HoldoutArm; begun: number }[]> =>
      decoded(
        tx,
        { arm: textOf<HoldoutArm>(), begun: number },
        sql`select a.arm, count(*)::int as begun from teamlore.holdout_arms a where ${inRound(round)} group by a.arm`,
      ),

    counted: (round: Round): Promise<ComparedSession[]> =>
      decoded(
        tx,
        COUNTED,
        sql`select a.arm, a.prompts, a.tokens::float8 as tokens, a.corrections, a.reproposals, a.asked
          from teamlore.holdout_arms a where ${inRound(round)} and a.counted_as_of is not null
          order by a.began_at desc limit ${MOST}`,
      ),
  }
}
