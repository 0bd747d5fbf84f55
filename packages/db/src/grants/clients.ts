import { and, eq, isNull, lt, notExists } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import {
  managedClientsTable,
  oauthClientsTable,
  oauthGrantsTable,
  oauthTokensTable,
} from './table.ts'

/** Clients that registered themselves. */
export const createOAuthClientRepository = (tx: DbExecutor) => {
  const isUnused = and(
    notExists(
      tx
        .select({ id: oauthGrantsTable.id })
        .from(oauthGrantsTable)
        .where(eq(oauthGrantsTable.clientId, oauthClientsTable.id)),
    ),
    // One that an admin made waits for as long as it is wanted.
    notExists(
      tx
        .select({ id: managedClientsTable.id })
        .from(managedClientsTable)
        .where(eq(managedClientsTable.id, oauthClientsTable.id)),
    ),
  )
  return {
    async add(id: string, metadata: Record<string, unknown>, createdAt: Date): Promise<void> {
      await tx.insert(oauthClientsTable).values({ id, metadata, createdAt })
    },

    async find(id: string): Promise<Record<string, unknown> | undefined> {
      const [found] = await tx
        .select({ metadata: oauthClientsTable.metadata })
        .from(oauthClientsTable)
        .where(eq(oauthClientsTable.id, id))
      return found?.metadata
    },

    async remove(id: string): Promise<void> {
      await tx.delete(oauthClientsTable).where(eq(oauthClientsTable.id, id))
    },

    /** How many were let in by nobody. */
    unused: (): Promise<number> => tx.$count(oauthClientsTable, isUnused),

    /**
     * Forgets what is over: tokens, grants that none of their tokens is left of, and clients that nobody let in. `before`: grants
     * and clients that are younger stay, since their first token may be on its way.
     */
    async forget(now: Date, before: { grants: Date; clients: Date }): Promise<void> {
      await tx.delete(oauthTokensTable).where(lt(oauthTokensTable.expiresAt, now))
      const tokens = tx
        .select({ hash: oauthTokensTable.hash })
        .from(oauthTokensTable)
        .where(eq(oauthTokensTable.grantId, oauthGrantsTable.id))
      await tx.delete(oauthGrantsTable).where(
        and(
          lt(oauthGrantsTable.createdAt, before.grants),
          // One that a provider vouches for has no token between two assertions.
          isNull(oauthGrantsTable.vouchedBy),
          notExists(tokens),
        ),
      )
      await tx
        .delete(oauthClientsTable)
        .where(and(lt(oauthClientsTable.createdAt, before.clients), isUnused))
    },
  }
}
