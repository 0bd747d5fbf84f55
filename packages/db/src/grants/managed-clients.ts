import type { TeamId, UserId } from '@teamlore/shared'
import type { ClientScope } from '@teamlore/shared/clients'
import type { GrantId, ManagedClientId } from '@teamlore/shared/ids'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import type { NewGrant } from './grants.ts'
import { managedClientsTable, oauthGrantsTable } from './table.ts'

/** A client that the identity provider of a team vouches for. */
export type ManagedClientRow = {
  id: ManagedClientId
  teamId: TeamId
  name: string
  provider: string
  scopes: ClientScope[]
  createdAt: Date
}

const MOST = 200

/** Those of one team. */
export const createManagedClientRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  list: (): Promise<ManagedClientRow[]> =>
    tx
      .select()
      .from(managedClientsTable)
      .where(eq(managedClientsTable.teamId, teamId))
      .orderBy(desc(managedClientsTable.id))
      .limit(MOST),

  async add(client: Omit<ManagedClientRow, 'teamId'>): Promise<void> {
    await tx.insert(managedClientsTable).values({ ...client, teamId })
  },

  /** Undefined where there is none of this id. */
  async remove(id: string): Promise<ManagedClientRow | undefined> {
    const [removed] = await tx
      .delete(managedClientsTable)
      .where(
        and(
          eq(managedClientsTable.teamId, teamId),
          eq(managedClientsTable.id, id as ManagedClientId),
        ),
      )
      .returning()
    return removed
  },
})

type Vouched = Omit<NewGrant, 'redirectTo' | 'refusedScopes' | 'givenBy'> & {
  teamId: TeamId
  redirectTo: string
  vouchedBy: string
}

/** For clients that ask for a token: no team is known yet. */
export const createAllManagedClients = (tx: DbExecutor) => ({
  async find(id: string): Promise<ManagedClientRow | undefined> {
    const [found] = await tx
      .select()
      .from(managedClientsTable)
      .where(eq(managedClientsTable.id, id as ManagedClientId))
    return found
  },

  /** The one grant that this client has of this person, made where there is none. */
  async grant(vouched: Vouched): Promise<{ id: GrantId; isNew: boolean }> {
    const [made] = await tx
      .insert(oauthGrantsTable)
      .values({ ...vouched, refusedScopes: [], givenBy: null })
      .onConflictDoNothing()
      .returning({ id: oauthGrantsTable.id })
    if (made !== undefined) return { id: made.id, isNew: true }
    const { clientId, userId, clientName, scopes, vouchedBy } = vouched
    const [kept] = await tx
      .update(oauthGrantsTable)
      .set({ clientName, scopes, vouchedBy })
      .where(isVouched(clientId, userId))
      .returning({ id: oauthGrantsTable.id })
    if (kept === undefined) throw new Error('A grant of a managed client was lost.')
    return { id: kept.id, isNew: false }
  },
})

const isVouched = (clientId: string, userId: UserId) =>
  and(
    eq(oauthGrantsTable.clientId, clientId),
    eq(oauthGrantsTable.userId, userId),
    isNotNull(oauthGrantsTable.vouchedBy),
  )
