import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { ClientScope } from '@teamlore/shared/clients'
import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import {
  type AddedManagedClient,
  JWT_BEARER_GRANT,
  type ManagedClient,
  type ManagedClientList,
} from '@teamlore/shared/managed-clients'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { resolveId } from '../../platform/resolve-id.ts'
import { hashSecret, newSecret } from '../../platform/secret.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import type { SignInProvider } from './provider.types.ts'
import { managedClientNotFound, providerCannotVouch } from './sign-in.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  /** Providers that the environment sets. */
  fixed: readonly SignInProvider[]
  /** Whom an assertion is for, and the address that its token opens. */
  audience: string
  resource: string
  now?: Clock
}

type Scope = TeamScope<'admin'>
type Repos = Pick<TeamRepositories, 'managedClients' | 'ownSignInProviders'>
type Voucher = { id: string; name: string }

/** Who can vouch: GitHub signs nothing that says who somebody is. */
const vouchersOf = async (
  { fixed }: Pick<Deps, 'fixed'>,
  { ownSignInProviders }: Pick<Repos, 'ownSignInProviders'>,
): Promise<Voucher[]> =>
  [...fixed, ...(await ownSignInProviders.list())]
    .filter(({ kind }) => kind !== 'github')
    .map(({ id, name }) => ({ id, name }))

type Row = Awaited<ReturnType<Repos['managedClients']['list']>>[number]

const shown = (row: Omit<Row, 'teamId'>, vouchers: readonly Voucher[]): ManagedClient => ({
  id: row.id,
  name: row.name,
  provider: {
    id: row.provider,
    name: vouchers.find(({ id }) => id === row.provider)?.name ?? null,
  },
  scopes: row.scopes,
  created_at: row.createdAt.toISOString(),
})

export const makeListManagedClients =
  ({ unitOfWork, fixed, audience, resource }: Deps) =>
  (scope: Scope): Promise<ManagedClientList> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const providers = await vouchersOf({ fixed }, repos)
      const rows = await repos.managedClients.list()
      return { items: rows.map((row) => shown(row, providers)), providers, audience, resource }
    })

type Asked = { name: string; provider: string; scopes: readonly ClientScope[] }

/** Has a provider vouch for a client. @throws DomainError `managed_client.provider_cannot_vouch` */
export const makeAddManagedClient =
  ({ unitOfWork, fixed, now = systemClock }: Deps) =>
  async (scope: Scope, asked: Asked): Promise<AddedManagedClient> => {
    const userId = requirePerson(scope)
    const { name, provider } = cleanStrings({ name: asked.name, provider: asked.provider })
    const scopes = CLIENT_SCOPES.filter((one) => one === 'read' || asked.scopes.includes(one))
    const vouchers = await unitOfWork.inTeam(scope, (repos) => vouchersOf({ fixed }, repos))
    const voucher = vouchers.find(({ id }) => id === provider)
    if (voucher === undefined) throw providerCannotVouch()
    const id = newId.managedClient()
    const secret = newSecret()
    const row = { id, name, provider, scopes, createdAt: now() }
    await unitOfWork.asSystem(({ oauthClients }) =>
      oauthClients.add(id, metadataOf(id, name, secret), row.createdAt),
    )
    await unitOfWork.inTeam(scope, async ({ managedClients, audit }) => {
      await managedClients.add(row)
      await audit.add({
        id: newId.event(),
        action: 'managed_client.added',
        userId,
        subject: id,
        details: { name, provider: voucher.name, scopes: scopes.join(' ') },
      })
    })
    return { ...shown(row, vouchers), client_secret: secret }
  }

/** As a client registers itself, but for assertions alone. */
const metadataOf = (id: string, name: string, secret: string) => ({
  client_id: id,
  client_secret: hashSecret(secret),
  client_name: name,
  application_type: 'web',
  grant_types: [JWT_BEARER_GRANT],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_basic',
})

/** Ends some with all that they hold, in the name of who does it; what is left of them at the server goes afterwards. */
export const endManagedClients = async (
  { managedClients, grants, audit }: Pick<TeamRepositories, 'managedClients' | 'grants' | 'audit'>,
  scope: Pick<TeamScope, 'userId'>,
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids) {
    const ended = await managedClients.remove(id)
    if (ended === undefined) continue
    await grants.endOfClient(id)
    await audit.add({
      id: newId.event(),
      action: 'managed_client.removed',
      userId: requirePerson(scope),
      subject: id,
      details: { name: ended.name },
    })
  }
}

/** Ends one and all its tokens. `id` may be the beginning of one. @throws DomainError `managed_client.not_found` */
export const makeRemoveManagedClient =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  async (scope: Scope, { id: said }: { id: string }): Promise<void> => {
    const id = await unitOfWork.inTeam(scope, async (repos) => {
      const { managedClients, ids } = repos
      const found = await resolveId(ids, 'managedClient', said, managedClientNotFound)
      const there = await managedClients.list()
      if (!there.some((one) => one.id === found)) throw managedClientNotFound()
      await endManagedClients(repos, scope, [found])
      return found
    })
    await unitOfWork.asSystem(({ oauthClients }) => oauthClients.remove(id))
  }
