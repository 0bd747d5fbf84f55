import type { SessionId, UserId } from '@teamlore/shared'
import { and, count, desc, eq, ne, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { iso } from '../sql/page.ts'
import { createOwnAgentAccount } from './own-agents.ts'
import { modelAnswersTable, modelSettingsTable, usageDaysTable, usageEventsTable } from './table.ts'
import { TODAY } from './today.ts'

export type UsageCaps = { dailyUsd: number; dailyTokens: number }

export type NewUsage = {
  id: string
  /** Null where it is about no session. */
  sessionId: SessionId | null
  /** Whose own coding agent is asked; nobody's where a worker asks a provider. */
  userId?: UserId | null
  purpose: string
  provider: string
  model: string
  key: string
  /** A digest of the settings it is made with. */
  setup: string
  /** Who waits for the answer; null for background work. */
  askedBy: UserId | null
  inputTokens: number
  outputTokens: number
  costMicros: number | null
}

export type UsageSettings = {
  isEnabled: boolean
  dailyUsd: number | null
  dailyTokens: number | null
}

export type UsageSum = {
  day: string
  purpose: string
  model: string
  calls: number
  failed: number
  inputTokens: number
  outputTokens: number
  costMicros: number | null
}

export type UsageCall = {
  id: string
  sessionId: SessionId | null
  sessionTitle: string | null
  purpose: string
  provider: string
  model: string
  state: 'running' | 'done' | 'failed'
  reason: string | null
  inputTokens: number
  outputTokens: number
  costMicros: number | null
  createdAt: string
}

/** A call that ended without a word, as of a process that was killed, is given up after so long. */
const RUNNING = sql.raw("interval '10 minutes'")
/** The reason of a call that was broken off by us: nobody waits any more, or not so long. */
const ABORTED = 'aborted'

/** Calls of language models, and what they cost. */
export const createUsageRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createUsageSettings(tx, scope),
  ...createCalls(tx, scope),
  ...createAttempts(tx, scope),
  ...createAccount(tx, scope),
  ...createOwnAgentAccount(tx, scope),
})

const createUsageSettings = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** One at a time decides for a team, so that two calls cannot both take what is left of a cap. */
  async lock(): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`usage ${teamId}`}))`)
  },

  async settings(): Promise<UsageSettings> {
    const [settings] = await tx
      .select({
        isEnabled: modelSettingsTable.isEnabled,
        dailyUsd: modelSettingsTable.dailyUsd,
        dailyTokens: modelSettingsTable.dailyTokens,
      })
      .from(modelSettingsTable)
      .where(eq(modelSettingsTable.teamId, teamId))
    return settings ?? { isEnabled: true, dailyUsd: null, dailyTokens: null }
  },

  /** Failures so far count no more. */
  async askAgain(): Promise<void> {
    const askedAgainAt = sql`now()`
    await tx
      .insert(modelSettingsTable)
      .values({ teamId, isEnabled: true, askedAgainAt })
      .onConflictDoUpdate({ target: modelSettingsTable.teamId, set: { askedAgainAt } })
  },

  async setSettings({ isEnabled, dailyUsd, dailyTokens }: UsageSettings): Promise<void> {
    const settings = { isEnabled, dailyUsd, dailyTokens }
    await tx
      .insert(modelSettingsTable)
      .values({ teamId, ...settings })
      .onConflictDoUpdate({
        target: modelSettingsTable.teamId,
        set: { ...settings, updatedAt: sql`now()` },
      })
  },
})

/** What failed with other settings says nothing of these, nor what failed before an admin had the model asked again. */
const countsFor = (teamId: string, setup: string) => sql`setup is not distinct from ${setup}
  and created_at > coalesce((select s.asked_again_at from teamlore.model_settings s where s.team_id = ${teamId}), '-infinity')`

const createCalls = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What this was answered before. */
  async answer(key: string, sessionId: SessionId): Promise<unknown> {
    const [known] = await tx
      .select({ answer: modelAnswersTable.answer })
      .from(modelAnswersTable)
      .where(
        and(
          eq(modelAnswersTable.teamId, teamId),
          eq(modelAnswersTable.key, key),
          eq(modelAnswersTable.sessionId, sessionId),
        ),
      )
    return known?.answer
  },

  async begin(event: NewUsage): Promise<void> {
    await tx.insert(usageEventsTable).values({ ...event, teamId, state: 'running' })
  },

  async finish(
    id: string,
    end: Pick<NewUsage, 'inputTokens' | 'outputTokens' | 'costMicros'> & {
      state: 'done' | 'failed'
      reason: string | null
    },
  ): Promise<void> {
    const { state, reason, inputTokens, outputTokens, costMicros } = end
    await tx
      .update(usageEventsTable)
      .set({ state, reason, inputTokens, outputTokens, costMicros, finishedAt: sql`now()` })
      .where(and(eq(usageEventsTable.teamId, teamId), eq(usageEventsTable.id, id)))
  },

  async keep(
    key: string,
    { sessionId, answer }: { sessionId: SessionId; answer: unknown },
  ): Promise<void> {
    // As private as the session is now, which may be more than it was when it was asked about.
    await tx.execute(sql`
      insert into teamlore.model_answers (team_id, key, session_id, private_to, answer)
      select ${teamId}, ${key}, s.id, s.private_to, ${JSON.stringify(answer)}::text::jsonb
      from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${sessionId} for share
      on conflict (team_id, key, session_id) do nothing`)
  },
})

/** What was asked of a model before, and how that went. */
const createAttempts = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** How often it was tried for nothing with these settings, by processes that were killed too, and whether somebody is at it. */
  async attempts(key: string, setup: string): Promise<{ failed: number; running: number }> {
    const [row] = await tx
      .select({
        failed: sql<number>`count(*) filter (where ${TODAY} and ${countsFor(teamId, setup)}
          and (state = 'failed' or state = 'running' and created_at <= now() - ${RUNNING}))::int`,
        running: sql<number>`count(*) filter (where state = 'running' and created_at > now() - ${RUNNING})::int`,
      })
      .from(usageEventsTable)
      .where(and(eq(usageEventsTable.teamId, teamId), eq(usageEventsTable.key, key)))
    return row ?? { failed: 0, running: 0 }
  },

  /**
   * The last calls that ended with these settings, the newest first, and how many seconds ago that was. One that was broken off
   * by us says nothing of the provider and is passed over.
   */
  lastCalls(
    setup: string,
    limit: number,
  ): Promise<{ state: 'done' | 'failed'; secondsAgo: number }[]> {
    const { id, state, reason, finishedAt } = usageEventsTable
    return tx
      .select({
        state: sql<'done' | 'failed'>`${state}`,
        secondsAgo: sql<number>`extract(epoch from now() - ${finishedAt})::float8`,
      })
      .from(usageEventsTable)
      .where(
        and(
          eq(usageEventsTable.teamId, teamId),
          ne(state, 'running'),
          sql`${reason} is distinct from ${ABORTED}`,
          countsFor(teamId, setup),
        ),
      )
      .orderBy(desc(finishedAt), desc(id))
      .limit(limit)
  },
})

const createAccount = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What today has cost, with the estimates of what runs; own agents apart. */
  async today(): Promise<{ tokens: number; costMicros: number }> {
    const { tokens, costMicros, day } = usageDaysTable
    const [row] = await tx
      .select({ tokens, costMicros })
      .from(usageDaysTable)
      .where(and(eq(usageDaysTable.teamId, teamId), eq(day, sql`(now() at time zone 'UTC')::date`)))
    return row ?? { tokens: 0, costMicros: 0 }
  },

  /** What one person's own questions have cost today, and how many they asked within the last minute. */
  async todayOf(userId: UserId): Promise<{ tokens: number; costMicros: number; lately: number }> {
    const { inputTokens, outputTokens, costMicros } = usageEventsTable
    const [row] = await tx
      .select({
        tokens: sql<number>`coalesce(sum(${inputTokens} + ${outputTokens}) filter (where ${TODAY}), 0)::float8`,
        costMicros: sql<number>`coalesce(sum(${costMicros}) filter (where ${TODAY}), 0)::float8`,
        lately: sql<number>`count(*) filter (where created_at > now() - interval '1 minute')::int`,
      })
      .from(usageEventsTable)
      .where(
        and(
          eq(usageEventsTable.teamId, teamId),
          eq(usageEventsTable.askedBy, userId),
          sql`created_at > now() - interval '1 day'`,
        ),
      )
    return row ?? { tokens: 0, costMicros: 0, lately: 0 }
  },

  /** By day, purpose and model, the newest day first. */
  sums(days: number): Promise<UsageSum[]> {
    const u = usageEventsTable
    return tx
      .select({
        day: sql<string>`to_char(${u.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`,
        purpose: u.purpose,
        model: u.model,
        calls: count(),
        failed: sql<number>`count(*) filter (where ${u.state} = 'failed')::int`,
        inputTokens: sql<number>`sum(${u.inputTokens})::float8`,
        outputTokens: sql<number>`sum(${u.outputTokens})::float8`,
        costMicros: sql<number | null>`sum(${u.costMicros})::float8`,
      })
      .from(usageEventsTable)
      .where(
        and(eq(u.teamId, teamId), sql`${u.createdAt} > now() - ${days}::int * interval '1 day'`),
      )
      .groupBy(sql`1, 2, 3`)
      .orderBy(sql`1 desc, 2, 3`)
  },

  /** The newest calls first. Of sessions that the asker may not see there is the cost, and no name. */
  calls(limit: number): Promise<UsageCall[]> {
    return rows<UsageCall>(
      tx,
      sql`
      select e.id, s.id as "sessionId", s.title as "sessionTitle", e.purpose, e.provider, e.model, e.state, e.reason,
        e.input_tokens as "inputTokens", e.output_tokens as "outputTokens",
        e.cost_micros::float8 as "costMicros", ${iso(sql`e.created_at`)} as "createdAt"
      from teamlore.usage_events e left join teamlore.sessions s on s.id = e.session_id
      where e.team_id = ${teamId} order by e.created_at desc, e.id desc limit ${limit}`,
    )
  },
})
