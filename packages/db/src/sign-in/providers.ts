import type { TeamId, TeamRole } from '@teamlore/shared'
import type { EmailTrust, ProviderKind } from '@teamlore/shared/sign-in'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

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

type ProviderRow = {
  id: string
  team_id: TeamId
  kind: ProviderKind
  name: string
  issuer: string | null
  client_id: string
  client_secret: string
  allowed_domains: string[]
  new_role: TeamRole | null
  email_trust: EmailTrust
  groups_claim: string
  group_roles: { group: string; role: TeamRole }[]
}

const COLUMNS = sql`id, team_id, kind, name, issuer, client_id, client_secret, allowed_domains, new_role, email_trust,
  groups_claim, group_roles`

const toProvider = (row: ProviderRow): StoredProvider => ({
  id: row.id,
  teamId: row.team_id,
  kind: row.kind,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  sealedSecret: row.client_secret,
  allowedDomains: row.allowed_domains,
  newRole: row.new_role,
  emailTrust: row.email_trust,
  groupsClaim: row.groups_claim,
  groupRoles: row.group_roles,
})

const select = async (tx: DbExecutor, where: SQL): Promise<StoredProvider[]> =>
  (
    await rows<ProviderRow>(
      tx,
      sql`select ${COLUMNS} from teamlore.sign_in_providers where ${where} order by id limit 500`,
    )
  ).map(toProvider)

const texts = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))`

export const createSignInProviderRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  list: (): Promise<StoredProvider[]> => select(tx, sql`team_id = ${teamId}`),

  async find(id: string): Promise<StoredProvider | undefined> {
    const [found] = await select(tx, sql`team_id = ${teamId} and id = ${id}`)
    return found
  },

  async add(provider: Omit<StoredProvider, 'teamId'>, now: Date): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.sign_in_providers (${COLUMNS}, created_at)
      values (${provider.id}, ${teamId}, ${provider.kind}, ${provider.name}, ${provider.issuer},
        ${provider.clientId}, ${provider.sealedSecret}, ${texts(provider.allowedDomains)}, ${provider.newRole},
        ${provider.emailTrust}, ${provider.groupsClaim}, ${JSON.stringify(provider.groupRoles)}::text::jsonb, ${now.toISOString()}::timestamptz)`)
  },

  async set(provider: Omit<StoredProvider, 'teamId'>): Promise<void> {
    await tx.execute(sql`
      update teamlore.sign_in_providers set kind = ${provider.kind}, name = ${provider.name},
        issuer = ${provider.issuer}, client_id = ${provider.clientId}, client_secret = ${provider.sealedSecret},
        allowed_domains = ${texts(provider.allowedDomains)}, new_role = ${provider.newRole},
        email_trust = ${provider.emailTrust}, groups_claim = ${provider.groupsClaim}, group_roles = ${JSON.stringify(provider.groupRoles)}::text::jsonb
      where team_id = ${teamId} and id = ${provider.id}`)
  },

  async remove(id: string): Promise<void> {
    await tx.execute(
      sql`delete from teamlore.sign_in_providers where team_id = ${teamId} and id = ${id}`,
    )
  },
})

/** For those who sign in: no team is known yet. */
export const createAllSignInProviders = (tx: DbExecutor) => ({
  list: (): Promise<StoredProvider[]> => select(tx, sql`true`),

  async find(id: string): Promise<StoredProvider | undefined> {
    const [found] = await select(tx, sql`id = ${id}`)
    return found
  },
})
