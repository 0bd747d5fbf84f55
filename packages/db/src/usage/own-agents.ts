import type { UserId } from '@teamlore/shared'
import { and, count, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { usageEventsTable } from './table.ts'
import { TODAY } from './today.ts'

/** What people's own coding agents are asked costs the team nothing, and counts for no cap of it. */
export const OWN_AGENT = 'agent-cli'

type ReportedCall = {
  id: string
  userId: UserId
  purpose: string
  model: string
  /** Names the call, so that it is counted once. */
  key: string
  inputTokens: number
  outputTokens: number
  costMicros: number | null
  /** Why it failed; null where it did not. */
  reason: string | null
}

/** Calls of people's own coding agents, as these report them. */
export const createOwnAgentAccount = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** A call that has ended. @returns false for one that was counted before. */
  async report(event: ReportedCall): Promise<boolean> {
    const u = usageEventsTable
    const [known] = await tx
      .select({ id: u.id })
      .from(u)
      .where(and(eq(u.teamId, teamId), eq(u.key, event.key), eq(u.provider, OWN_AGENT)))
    if (known !== undefined) return false
    const state = event.reason === null ? ('done' as const) : ('failed' as const)
    const finishedAt = sql`now()`
    await tx.insert(u).values({ ...event, teamId, provider: OWN_AGENT, state, finishedAt })
    return true
  },

  /** Tokens of this person's coding agents since midnight UTC. */
  async ownToday(userId: UserId): Promise<number> {
    const { inputTokens, outputTokens, provider, userId: whose } = usageEventsTable
    const [row] = await tx
      .select({
        tokens: sql<number>`coalesce(sum(${inputTokens} + ${outputTokens}), 0)::float8`,
      })
      .from(usageEventsTable)
      .where(
        and(eq(usageEventsTable.teamId, teamId), eq(provider, OWN_AGENT), eq(whose, userId), TODAY),
      )
    return row?.tokens ?? 0
  },

  /** What they cost whom. */
  ownByPerson(days: number) {
    const u = usageEventsTable
    return tx
      .select({
        userId: usersTable.id,
        userName: usersTable.name,
        calls: count(),
        failed: sql<number>`count(*) filter (where ${u.state} = 'failed')::int`,
        inputTokens: sql<number>`sum(${u.inputTokens})::float8`,
        outputTokens: sql<number>`sum(${u.outputTokens})::float8`,
        costMicros: sql<number | null>`sum(${u.costMicros})::float8`,
      })
      .from(u)
      .innerJoin(usersTable, eq(usersTable.id, u.userId))
      .where(
        and(
          eq(u.teamId, teamId),
          eq(u.provider, OWN_AGENT),
          sql`${u.createdAt} > now() - ${days}::int * interval '1 day'`,
        ),
      )
      .groupBy(usersTable.id, usersTable.name)
      .orderBy(usersTable.name, usersTable.id)
  },
})
