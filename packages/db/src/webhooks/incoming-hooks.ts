import type { TeamId, UserId } from '@teamlore/shared'
import type { IncomingHookId } from '@teamlore/shared/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { incomingHooksTable } from './table.ts'

/** As it is stored; its secrets are encrypted by the use cases. */
export type StoredIncomingHook = {
  id: IncomingHookId
  teamId: TeamId
  name: string
  isOn: boolean
  sealed: string
  oldSealed: string | null
  oldUntil: string | null
  error: string | null
  takenAt: string | null
  createdBy: UserId
  createdAt: string
}

const h = incomingHooksTable

const STORED = {
  id: h.id,
  teamId: h.teamId,
  name: h.name,
  isOn: h.isOn,
  sealed: h.sealed,
  oldSealed: h.oldSealed,
  oldUntil: isoOf(h.oldUntil),
  error: h.error,
  takenAt: isoOf(h.takenAt),
  createdBy: h.createdBy,
  createdAt: sql<string>`${isoOf(h.createdAt)}`,
}

export const createIncomingHookRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: IncomingHookId) => and(eq(h.teamId, teamId), eq(h.id, id))
  return {
    list: (): Promise<StoredIncomingHook[]> =>
      tx.select(STORED).from(h).where(eq(h.teamId, teamId)).orderBy(h.id).limit(100),

    async find(id: IncomingHookId): Promise<StoredIncomingHook | undefined> {
      const [found] = await tx.select(STORED).from(h).where(isThis(id))
      return found
    },

    async add(hook: {
      id: IncomingHookId
      name: string
      sealed: string
      createdBy: UserId
      createdAt: Date
    }): Promise<void> {
      await tx.insert(h).values({ ...hook, teamId })
    },

    async set(id: IncomingHookId, { name, isOn }: { name: string; isOn: boolean }): Promise<void> {
      await tx.update(h).set({ name, isOn }).where(isThis(id))
    },

    /** The secret so far is taken as well until then; where its maker is another from now on, it ends at once. */
    async rotate(
      id: IncomingHookId,
      { sealed, until, by }: { sealed: string; until: Date; by: UserId },
    ): Promise<void> {
      const isSame = sql`${h.createdBy} = ${by}`
      await tx
        .update(h)
        .set({
          sealed,
          oldSealed: sql`case when ${isSame} then ${h.sealed} end`,
          oldUntil: sql`case when ${isSame} then ${until.toISOString()}::timestamptz end`,
          createdBy: by,
        })
        .where(isThis(id))
    },

    async noteTaken(id: IncomingHookId, at: Date): Promise<void> {
      await tx.update(h).set({ takenAt: at, error: null }).where(isThis(id))
    },

    async noteError(id: IncomingHookId, error: string): Promise<void> {
      await tx.update(h).set({ error }).where(isThis(id))
    },

    /** With its events. @returns false where there was none. */
    async remove(id: IncomingHookId): Promise<boolean> {
      const removed = await tx.delete(h).where(isThis(id)).returning({ id: h.id })
      return removed.length > 0
    },
  }
}

/** Of all teams: for what comes in, where no team is known yet. */
export const createAllIncomingHooks = (tx: DbExecutor) => ({
  async find(id: IncomingHookId): Promise<StoredIncomingHook | undefined> {
    const [found] = await tx.select(STORED).from(h).where(eq(h.id, id))
    return found
  },
})
