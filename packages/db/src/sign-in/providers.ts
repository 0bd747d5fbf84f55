import type { TeamId, TeamRole } from '@teamlore/shared'
import type { EmailTrust, ProviderKind } from '@teamlore/shared/sign-in'
import { and, eq, type SQL } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { signInProvidersTable } from './table.ts'

/** A provider as it is stored; its secret is encrypted by whoever stores it. */
export type StoredProvider = {
  id: string
  teamId: TeamId
  kind: ProviderKind
  name: string
  issuer: string | null
  clientId: string
  sealedSecret: string
  allowedDomains: string[]
  newRole: TeamRole | null
  emailTrust: EmailTrust
  groupsClaim: string
  groupRoles: { group: string; role: TeamRole }[]
}

const PROVIDER = {
  id: signInProvidersTable.id,
  teamId: signInProvidersTable.teamId,
  kind: signInProvidersTable.kind,
  name: signInProvidersTable.name,
  issuer: signInProvidersTable.issuer,
  clientId: signInProvidersTable.clientId,
  sealedSecret: signInProvidersTable.clientSecret,
  allowedDomains: signInProvidersTable.allowedDomains,
  newRole: signInProvidersTable.newRole,
  emailTrust: signInProvidersTable.emailTrust,
  groupsClaim: signInProvidersTable.groupsClaim,
  groupRoles: signInProvidersTable.groupRoles,
}

const providersOf = (tx: DbExecutor, where: SQL | undefined): Promise<StoredProvider[]> =>
  tx
    .select(PROVIDER)
    .from(signInProvidersTable)
    .where(where)
    .orderBy(signInProvidersTable.id)
    .limit(500)

export const createSignInProviderRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: string) =>
    and(eq(signInProvidersTable.teamId, teamId), eq(signInProvidersTable.id, id))
  return {
    list: (): Promise<StoredProvider[]> => providersOf(tx, eq(signInProvidersTable.teamId, teamId)),

    async find(id: string): Promise<StoredProvider | undefined> {
      const [found] = await providersOf(tx, isThis(id))
      return found
    },

    async add(provider: Omit<StoredProvider, 'teamId'>, now: Date): Promise<void> {
      const { sealedSecret: clientSecret, ...rest } = provider
      await tx
        .insert(signInProvidersTable)
        .values({ ...rest, clientSecret, teamId, createdAt: now })
    },

    async set(provider: Omit<StoredProvider, 'teamId'>): Promise<void> {
      const { id, sealedSecret: clientSecret, ...rest } = provider
      await tx
        .update(signInProvidersTable)
        .set({ ...rest, clientSecret })
        .where(isThis(id))
    },

    async remove(id: string): Promise<void> {
      await tx.delete(signInProvidersTable).where(isThis(id))
    },
  }
}

/** For those who sign in: no team is known yet. */
export const createAllSignInProviders = (tx: DbExecutor) => ({
  list: (): Promise<StoredProvider[]> => providersOf(tx, undefined),

  async find(id: string): Promise<StoredProvider | undefined> {
    const [found] = await providersOf(tx, eq(signInProvidersTable.id, id))
    return found
  },
})
