import type { TeamRole } from '@teamlore/shared'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { memoriesTable } from '../memories/table.ts'
import { usersTable } from '../people/table.ts'
import { sessionsTable } from '../sessions/table.ts'
import { isoOf } from '../sql/page.ts'
import { distilLeasesTable, type LeaseState } from './table.ts'

const isAdmin = (role: TeamRole | undefined): boolean => role === 'admin' || role === 'owner'

/** What people see of leases. */
export const createLeaseList = (tx: DbExecutor, { teamId, userId, role }: DbScope) => {
  const isShown = sql`(${distilLeasesTable.memoryId} is null or not (${distilLeasesTable.state} = 'done' and ${distilLeasesTable.answered} = 0)
    and (${isAdmin(role)} or ${distilLeasesTable.userId} = ${userId}))`
  return {
    /** Those that the asker may see, the newest first; a session taken several times stands there once, as it was last. */
    recent(limit: number) {
      const l = distilLeasesTable
      return tx
        .select({
          id: l.id,
          userId: l.userId,
          userName: usersTable.name,
          sessionId: sessionsTable.id,
          sessionTitle: sessionsTable.title,
          isOfMemory: sql<boolean>`${l.memoryId} is not null`,
          memoryId: memoriesTable.id,
          memoryTitle: memoriesTable.statement,
          tool: l.tool,
          state: sql<LeaseState>`case when ${l.state} = 'leased' and ${l.expiresAt} <= now()
          then 'released' else ${l.state} end`,
          reason: l.reason,
          answered: l.answered,
          findings: l.findings,
          createdAt: isoOf(l.createdAt),
          expiresAt: isoOf(l.expiresAt),
          finishedAt: isoOf(l.finishedAt),
        })
        .from(l)
        .innerJoin(usersTable, eq(usersTable.id, l.userId))
        .leftJoin(sessionsTable, eq(sessionsTable.id, l.sessionId))
        .leftJoin(memoriesTable, eq(memoriesTable.id, l.memoryId))
        .where(
          and(
            eq(l.teamId, teamId),
            isShown,
            sql`not (${l.state} = 'released' and exists (
        select from teamlore.distil_leases n where (n.session_id = ${l.sessionId} or n.memory_id = ${l.memoryId}) and n.created_at > ${l.createdAt}))`,
          ),
        )
        .orderBy(desc(l.createdAt), desc(l.id))
        .limit(limit)
    },

    /** Of those that the asker may see, by person. */
    countsByPerson(days: number) {
      const l = distilLeasesTable
      return tx
        .select({
          userId: l.userId,
          userName: usersTable.name,
          done: sql<number>`count(*) filter (where ${l.state} = 'done')::int`,
          failed: sql<number>`count(*) filter (where ${l.state} = 'failed')::int`,
          leased: sql<number>`count(*) filter (where ${l.state} = 'leased' and ${l.expiresAt} > now())::int`,
        })
        .from(l)
        .innerJoin(usersTable, eq(usersTable.id, l.userId))
        .where(
          and(
            eq(l.teamId, teamId),
            isShown,
            ne(l.state, 'released'),
            sql`${l.createdAt} > now() - ${days}::int * interval '1 day'`,
          ),
        )
        .groupBy(l.userId, usersTable.name)
    },
  }
}
