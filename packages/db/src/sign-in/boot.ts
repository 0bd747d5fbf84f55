import type { ApiKeyId, TeamId, UserId } from '@teamlore/shared'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { usersTable } from '../people/table.ts'
import { membershipsTable, teamsTable } from '../teams/table.ts'
import { apiKeysTable } from './table.ts'

/** Any number will do, as long as every process that boots uses the same. */
const BOOT_LOCK = 7_465_616_140

export type FirstTeam = { teamId: TeamId; userId: UserId }

export type FirstKey = {
  id: ApiKeyId
  name: string
  keyHash: string
  hint: string
  /** Fixed by TEAMLORE_ADMIN_KEY, so a changed one takes its place. */
  fromEnvironment: boolean
  createdAt: Date
}

export const createBootRepository = (tx: DbExecutor) => ({
  /** Waits until no other process is booting; held to the end of the transaction. */
  async lock(): Promise<void> {
    await rows(tx, sql`select pg_advisory_xact_lock(${BOOT_LOCK}::bigint)`)
  },

  /** The oldest team and its oldest owner. */
  async findFirst(): Promise<FirstTeam | undefined> {
    const [first] = await tx
      .select({ teamId: membershipsTable.teamId, userId: membershipsTable.userId })
      .from(membershipsTable)
      .where(eq(membershipsTable.role, 'owner'))
      .orderBy(membershipsTable.teamId, membershipsTable.userId)
      .limit(1)
    return first
  },

  async createFirst(first: FirstTeam & { teamName: string; userName: string }): Promise<void> {
    const { teamId, userId } = first
    await tx.insert(teamsTable).values({ id: teamId, name: first.teamName, servesUnreviewed: true })
    await tx.insert(usersTable).values({ id: userId, name: first.userName })
    await tx.insert(membershipsTable).values({ teamId, userId, role: 'owner' })
  },

  async addKey({ teamId, userId }: FirstTeam, key: FirstKey): Promise<void> {
    await tx
      .insert(apiKeysTable)
      .values({ ...key, teamId, userId, role: 'owner', isOperators: true })
  },

  /** Makes a key known by its hash valid (again). @returns false when there is no such key in this team. */
  async reviveKey(teamId: TeamId, keyHash: string): Promise<boolean> {
    const revived = await tx
      .update(apiKeysTable)
      .set({ revokedAt: null, fromEnvironment: true, isOperators: true })
      .where(and(eq(apiKeysTable.teamId, teamId), eq(apiKeysTable.keyHash, keyHash)))
      .returning({ id: apiKeysTable.id })
    return revived.length > 0
  },

  /** Ends keys that the environment fixed earlier, but for the one it fixes now. */
  async revokeFormerEnvironmentKeys(teamId: TeamId, keyHash: string, now: Date): Promise<void> {
    await tx
      .update(apiKeysTable)
      .set({ revokedAt: now })
      .where(
        and(
          eq(apiKeysTable.teamId, teamId),
          apiKeysTable.fromEnvironment,
          ne(apiKeysTable.keyHash, keyHash),
          isNull(apiKeysTable.revokedAt),
        ),
      )
  },
})
