import type { ManagedClientRow, SystemRepositories } from '@teamlore/db'
import { newId, type TeamRole } from '@teamlore/shared'
import { CLIENT_SCOPES, type ClientScope } from '@teamlore/shared/clients'
import type { GrantId } from '@teamlore/shared/ids'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret } from '../../platform/secret.ts'
import { findProvider, type ProviderDeps } from '../sign-in/list-providers.ts'
import {
  type Assertion,
  AssertionRefused,
  type ProviderGateway,
  type SignInProvider,
} from '../sign-in/provider.types.ts'
import { possibleScopes } from './allow-client.ts'
import { scopesOf } from './authenticate-token.ts'

type Deps = ProviderDeps & {
  gateway: Pick<ProviderGateway, 'readAssertion'>
  audience: string
  resource: string
  now?: Clock
}

export type Redeemed = { userId: string; grantId: GrantId; scopes: ClientScope[] }

/**
 * Trades the word of an identity provider for what its client may do here, as the person whom it names: one who has signed in with
 * that very provider, in the team that wants it to vouch for this client. @throws AssertionRefused
 */
export const makeRedeemAssertion =
  (deps: Deps) =>
  async (
    clientId: string,
    { assertion, scope }: { assertion: string; scope: string | undefined },
  ): Promise<Redeemed> => {
    const { unitOfWork, gateway, audience, resource, now = systemClock } = deps
    const client = await unitOfWork.asSystem(({ allManagedClients }) =>
      allManagedClients.find(clientId),
    )
    if (client === undefined) throw new AssertionRefused('no admin has a provider vouch for it')
    const provider = await voucherOf(deps, client)
    const moment = now()
    const said = await gateway.readAssertion(provider, assertion, {
      audience,
      resource,
      now: moment,
    })
    if (said.clientId !== clientId) throw new AssertionRefused('it is for another client')
    return unitOfWork.asSystem(async (repos) => {
      const once = hashSecret(`${said.issuer} ${said.jti}`)
      if (!(await repos.oauthTokens.useOnce('Assertion', once, said.expiresAt)))
        throw new AssertionRefused('it was used before')
      const { userId, role } = await memberOf(repos, { provider, client, said })
      const scopes = scopesFor({ client, said, role, asked: scope })
      const grant = await repos.allManagedClients.grant({
        id: newId.grant(),
        teamId: client.teamId,
        userId,
        clientId,
        clientName: client.name,
        redirectTo: new URL(said.issuer).hostname,
        resource,
        scopes,
        most: 'member',
        createdAt: moment,
        vouchedBy: provider.name,
      })
      if (grant.isNew)
        await repos.auditOf(client.teamId).add({
          id: newId.event(),
          action: 'client.connected',
          userId,
          subject: grant.id,
          details: { name: client.name, scopes: scopes.join(' '), provider: provider.name },
        })
      return { userId, grantId: grant.id, scopes }
    })
  }

/** The provider as it is set now; one that went away vouches for nobody. */
const voucherOf = async (deps: ProviderDeps, client: ManagedClientRow): Promise<SignInProvider> => {
  const found = await findProvider(deps, client.provider).catch(() => undefined)
  const isOurs = found && (found.teamId === null || found.teamId === client.teamId)
  if (!found || !isOurs) throw new AssertionRefused('its provider is not set up here any more')
  return found
}

type Vouched = { provider: SignInProvider; client: ManagedClientRow; said: Assertion }

const memberOf = async (
  { identities }: SystemRepositories,
  { provider, client, said }: Vouched,
) => {
  const { issuer, subject } = said
  const known = await identities.linked({ provider: provider.id, issuer, subject })
  if (known === undefined)
    throw new AssertionRefused('its person has not signed in here with this provider yet')
  const domain = known.email?.slice(known.email.lastIndexOf('@') + 1)
  if (provider.allowedDomains.length > 0 && !provider.allowedDomains.includes(domain ?? ''))
    throw new AssertionRefused('addresses of its person do not sign in here')
  const role = await identities.roleIn(client.teamId, known.userId)
  if (role === undefined) throw new AssertionRefused('its person is not a member of the team')
  return { userId: known.userId, role }
}

type Bounds = {
  client: ManagedClientRow
  said: Assertion
  role: TeamRole
  asked: string | undefined
}

/** What all agree on: who asks, the provider, the admin, and the role of the person. */
const scopesFor = ({ client, said, role, asked }: Bounds): ClientScope[] => {
  const bounds = [client.scopes, said.scope, asked].filter((one) => one !== undefined)
  const agreed = bounds.reduce<readonly ClientScope[]>((left, one) => {
    const named = typeof one === 'string' ? scopesOf(one) : one
    return left.filter((word) => named.includes(word))
  }, CLIENT_SCOPES)
  const scopes = possibleScopes(role, agreed)
  if (!scopes.includes('read'))
    throw new AssertionRefused(
      '`read` is among what any token may do, and was left out',
      'invalid_scope',
    )
  return scopes
}
