import type { TeamRole, UserId } from '@teamlore/shared'
import type { ClientScope, ConnectedClient } from '@teamlore/shared/clients'
import type { GrantId } from '@teamlore/shared/ids'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { madeBy } from '../sign-in/grantor.ts'
import { cutPage, type IdKey, isoOf, type PageOf, type PageRequest } from '../sql/page.ts'
import { oauthGrantsTable } from './table.ts'

/** What a person let a client do, in one team. */
export type NewGrant = {
  id: GrantId
  userId: UserId
  clientId: string
  clientName: string
  redirectTo: string
  resource: string
  scopes: ClientScope[]
  refusedScopes: ClientScope[]
  most: Extract<TeamRole, 'viewer' | 'member'>
  givenBy: UserId | null
  createdAt: Date
}

export type StoredGrant = Pick<NewGrant, 'id' | 'userId' | 'clientName' | 'givenBy'>

/** Grants of one team. */
export const createGrantRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async insert(grant: NewGrant): Promise<void> {
    await tx.insert(oauthGrantsTable).values({ ...grant, teamId })
  },

  async find(id: string): Promise<StoredGrant | undefined> {
    const g = oauthGrantsTable
    const [found] = await tx
      .select({ id: g.id, userId: g.userId, clientName: g.clientName, givenBy: g.givenBy })
      .from(oauthGrantsTable)
      .where(and(eq(g.teamId, teamId), sql`${g.id} = ${id}`))
    return found
  },

  /** With it go all its tokens. */
  async end(id: GrantId): Promise<void> {
    await tx
      .delete(oauthGrantsTable)
      .where(and(eq(oauthGrantsTable.teamId, teamId), eq(oauthGrantsTable.id, id)))
  },

  /** With them go all their tokens. */
  async endOfClient(clientId: string): Promise<void> {
    await tx
      .delete(oauthGrantsTable)
      .where(and(eq(oauthGrantsTable.teamId, teamId), eq(oauthGrantsTable.clientId, clientId)))
  },

  /** Newest first; `of`: those of one person alone. */
  async page({
    limit,
    after,
    of,
  }: PageRequest<IdKey> & { of?: UserId | undefined }): Promise<PageOf<ConnectedClient, IdKey>> {
    const g = oauthGrantsTable
    const found = await tx
      .select({
        id: g.id,
        name: g.clientName,
        redirect_to: g.redirectTo,
        vouched_by: g.vouchedBy,
        scopes: g.scopes,
        user: sql<
          ConnectedClient['user']
        >`jsonb_build_object('id', ${g.userId}, 'name', ${usersTable.name})`,
        made_by: sql<ConnectedClient['made_by']>`${madeBy(g.givenBy, nameOf(g.givenBy))}`,
        created_at: isoOf(g.createdAt),
        last_used_at: isoOf(g.lastUsedAt),
      })
      .from(oauthGrantsTable)
      .innerJoin(usersTable, eq(usersTable.id, g.userId))
      .where(
        and(
          eq(g.teamId, teamId),
          of === undefined ? undefined : eq(g.userId, of),
          after === undefined ? undefined : lt(g.id, sql`${after.id}`),
        ),
      )
      .orderBy(desc(g.id))
      .limit(limit + 1)
    return cutPage(
      found,
      limit,
      (row) => row,
      ({ id }) => ({ id }),
    )
  },
})

const nameOf = (user: typeof oauthGrantsTable.givenBy): SQL =>
  sql`(select maker.name from teamlore.users maker where maker.id = ${user})`
