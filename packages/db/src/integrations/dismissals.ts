import type { MemoryId, TeamId, UserId } from '@teamlore/shared'
import type { DismissalId, IntegrationId } from '@teamlore/shared/ids'
import type { Dismissal } from '@teamlore/shared/integrations'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { memoriesTable } from '../memories/table.ts'
import { usersTable } from '../people/table.ts'
import { isoOf } from '../sql/page.ts'
import { stillThere } from './still-there.ts'
import { dismissalsTable, integrationRepositoriesTable } from './table.ts'

/** A repository of a host. */
export type RepositoryRef = { integrationId: IntegrationId; repositoryId: string }

export type NewDismissal = RepositoryRef & {
  id: DismissalId
  memoryId: MemoryId
  /** Empty: wherever it is about. */
  path: string
  madeBy: UserId
  via: Dismissal['via']
}

/** One that holds: what it keeps from being shown. */
export type StandingDismissal = { id: DismissalId; memoryId: string; path: string }

const d = dismissalsTable
const MAX_STANDING = 2_000
const MAX_LISTED = 500

const isOfRepository =
  (teamId: TeamId) =>
  ({ integrationId, repositoryId }: RepositoryRef) =>
    and(eq(d.teamId, teamId), eq(d.integrationId, integrationId), eq(d.repositoryId, repositoryId))

export const createDismissals = (tx: DbExecutor, scope: DbScope) => ({
  ...createStanding(tx, scope),
  ...createUndoing(tx, scope),
  ...createListed(tx, scope),
})

const createStanding = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = isOfRepository(teamId)
  return {
    /** @returns `known` where the same holds already, `gone` where there is no such memory any more. */
    async add(dismissal: NewDismissal, at: Date): Promise<'added' | 'known' | 'gone'> {
      if ((await stillThere(tx, teamId, [dismissal.memoryId])).length === 0) return 'gone'
      const added = await tx
        .insert(d)
        .values({ ...dismissal, teamId, madeAt: at })
        .onConflictDoNothing()
        .returning({ id: d.id })
      return added.length > 0 ? 'added' : 'known'
    },

    standing: (of: RepositoryRef): Promise<StandingDismissal[]> =>
      tx
        .select({ id: d.id, memoryId: d.memoryId, path: d.path })
        .from(d)
        .where(and(isOf(of), isNull(d.undoneAt)))
        .orderBy(d.id)
        .limit(MAX_STANDING),
  }
}

const createUndoing = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = isOfRepository(teamId)
  return {
    /** When somebody last undid one of this memory; undefined where nobody did. */
    async undoneAt(of: RepositoryRef, memoryId: MemoryId): Promise<Date | undefined> {
      const [found] = await tx
        .select({ at: d.undoneAt })
        .from(d)
        .where(and(isOf(of), eq(d.memoryId, memoryId), sql`${d.undoneAt} is not null`))
        .orderBy(desc(d.undoneAt))
        .limit(1)
      return found?.at ?? undefined
    },

    /** All of a memory on a repository. @returns how many held. */
    async undoOf(of: RepositoryRef, memoryId: MemoryId, by: UserId, at: Date): Promise<number> {
      const undone = await tx
        .update(d)
        .set({ undoneBy: by, undoneAt: at })
        .where(and(isOf(of), eq(d.memoryId, memoryId), isNull(d.undoneAt)))
        .returning({ id: d.id })
      return undone.length
    },

    /** @returns what it was of; undefined where it holds no more, or there is none. */
    async undo(
      id: DismissalId,
      by: UserId,
      at: Date,
    ): Promise<{ integrationId: IntegrationId; memoryId: string } | undefined> {
      const [undone] = await tx
        .update(d)
        .set({ undoneBy: by, undoneAt: at })
        .where(and(eq(d.teamId, teamId), eq(d.id, id), isNull(d.undoneAt)))
        .returning({ integrationId: d.integrationId, memoryId: d.memoryId })
      return undone
    },
  }
}

const createListed = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those that hold, the newest first, each with on how many pull requests it kept something back. */
  list: (integrationId: IntegrationId): Promise<Dismissal[]> => {
    const r = integrationRepositoriesTable
    return tx
      .select({
        id: d.id,
        repository: r.fullName,
        memory_id: sql<string>`${d.memoryId}`,
        statement: memoriesTable.statement,
        path: d.path,
        made_by: sql<string>`coalesce(${usersTable.name}, 'Former member')`,
        made_at: isoOf(d.madeAt),
        via: d.via,
        uses: sql<number>`(select count(*)::int from teamlore.pull_requests p
            where p.integration_id = dismissals.integration_id and p.repository_id = dismissals.repository_id
              and p.dismissals @> jsonb_build_array(dismissals.id))`,
      })
      .from(d)
      .innerJoin(r, and(eq(r.integrationId, d.integrationId), eq(r.repositoryId, d.repositoryId)))
      .leftJoin(memoriesTable, eq(memoriesTable.id, d.memoryId))
      .leftJoin(usersTable, eq(usersTable.id, d.madeBy))
      .where(and(eq(d.teamId, teamId), eq(d.integrationId, integrationId), isNull(d.undoneAt)))
      .orderBy(desc(d.id))
      .limit(MAX_LISTED)
  },
})
