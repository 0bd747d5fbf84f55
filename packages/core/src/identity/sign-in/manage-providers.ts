import type { AuditEvent, StoredProvider, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { Provider, ProviderTest, SetProvider } from '@teamlore/shared/sign-in'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { lackingForTrust } from './email-trust.ts'
import { contextOf, openProvider, type ProviderDeps } from './list-providers.ts'
import { endManagedClients } from './managed-clients.ts'
import type { ProviderGateway, SignInProvider } from './provider.types.ts'
import { callbackUrlOf } from './provider-sign-in.ts'
import {
  noSecretKey,
  providerIncomplete,
  providerNotFound,
  providerOpenToAll,
  providerPrivate,
  providerTrustUnsafe,
} from './sign-in.errors.ts'

type Deps = Omit<ProviderDeps, 'unitOfWork'> & {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  gateway: Pick<ProviderGateway, 'test' | 'isPrivate'>
  publicUrl: string
  now?: Clock
}

/** Whoever sets who comes in with which role may do so for all roles below the owner's. */
type Scope = TeamScope<'owner'>

type Shown = Omit<SignInProvider, 'clientSecret' | 'teamId'>

const shownBy =
  (publicUrl: string, isFixed: boolean) =>
  (provider: Shown): Provider => ({
    id: provider.id,
    kind: provider.kind,
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    allowed_domains: [...provider.allowedDomains],
    new_role: provider.newRole,
    email_trust: provider.emailTrust,
    groups_claim: provider.groupsClaim,
    group_roles: [...provider.groupRoles],
    is_fixed: isFixed,
    callback_url: callbackUrlOf(publicUrl, provider.id),
  })

const NO_KEY =
  'Providers cannot be stored here yet: set TEAMLORE_SECRET on the server. Those of the environment work.'

export const makeListProviders =
  ({ unitOfWork, fixed, secretBox, publicUrl }: Deps) =>
  async (scope: Scope): Promise<{ items: Provider[]; note: string | null }> => {
    const stored = await unitOfWork.inTeam(scope, ({ ownSignInProviders }) =>
      ownSignInProviders.list(),
    )
    return {
      items: [...fixed.map(shownBy(publicUrl, true)), ...stored.map(shownBy(publicUrl, false))],
      note: secretBox === undefined ? NO_KEY : null,
    }
  }

const ensureWhole = (request: SetProvider, hasSecret: boolean): void => {
  const needsIssuer = request.kind === 'oidc' && !request.issuer
  if (needsIssuer || !hasSecret) throw providerIncomplete()
  if (request.new_role !== null && request.allowed_domains.length === 0) throw providerOpenToAll()
  const lacking = lackingForTrust({
    kind: request.kind,
    issuer: request.issuer ?? null,
    emailTrust: request.email_trust,
    allowedDomains: request.allowed_domains,
  })
  if (lacking !== undefined)
    throw providerTrustUnsafe({ message: `\`email_trust\` beyond \`verified\` ${lacking}.` })
}

/** Said while somebody types it; a name that leads into a private network is found when it is connected to. */
const ensurePublic = (
  { issuer }: SetProvider,
  { isPrivate }: Pick<ProviderGateway, 'isPrivate'>,
): void => {
  if (issuer && isPrivate(issuer)) throw providerPrivate()
}

const rowOf = (
  id: string,
  request: SetProvider,
  sealedSecret: string,
): Omit<StoredProvider, 'teamId'> => ({
  id,
  kind: request.kind,
  name: request.name,
  issuer: request.issuer ?? null,
  clientId: request.client_id,
  sealedSecret,
  allowedDomains: request.allowed_domains,
  newRole: request.new_role,
  emailTrust: request.email_trust,
  groupsClaim: request.groups_claim,
  groupRoles: request.group_roles,
})

/** @throws DomainError `sign_in_provider.no_secret_key`, `sign_in_provider.incomplete`, `sign_in_provider.open_to_all`, `sign_in_provider.trust_unsafe`, `sign_in_provider.private_address` */
export const makeCreateProvider =
  ({ unitOfWork, secretBox, gateway, publicUrl, now = systemClock }: Deps) =>
  async (scope: Scope, request: SetProvider): Promise<Provider> => {
    if (secretBox === undefined) throw noSecretKey()
    const cleaned = cleanStrings(request)
    const { client_secret: secret } = cleaned
    ensureWhole(cleaned, secret !== undefined)
    ensurePublic(cleaned, gateway)
    const id = newId.provider()
    const row = rowOf(id, cleaned, secretBox.seal(secret ?? '', contextOf(id)))
    await unitOfWork.inTeam(scope, async ({ ownSignInProviders, audit }) => {
      await ownSignInProviders.add(row, now())
      await audit.add(eventOf(scope, 'sign_in_provider.created', row))
    })
    return shownBy(publicUrl, false)(row)
  }

/** @throws DomainError `sign_in_provider.not_found` and those of creating one */
export const makeSetProvider =
  ({ unitOfWork, secretBox, gateway, publicUrl }: Deps) =>
  async (scope: Scope, { id }: { id: string }, request: SetProvider): Promise<Provider> => {
    if (secretBox === undefined) throw noSecretKey()
    const cleaned = cleanStrings(request)
    ensurePublic(cleaned, gateway)
    const row = await unitOfWork.inTeam(scope, async ({ ownSignInProviders, audit }) => {
      const before = await ownSignInProviders.find(id)
      if (before === undefined) throw providerNotFound()
      const { client_secret: secret } = cleaned
      // A secret goes to the address it was entered for, and to no other.
      const movesAway = secret === undefined && (cleaned.issuer ?? null) !== before.issuer
      ensureWhole(cleaned, (!movesAway && cleaned.kind === before.kind) || secret !== undefined)
      const sealed =
        secret === undefined ? before.sealedSecret : secretBox.seal(secret, contextOf(id))
      const changed = rowOf(id, cleaned, sealed)
      await ownSignInProviders.set(changed)
      await audit.add(eventOf(scope, 'sign_in_provider.changed', changed))
      return changed
    })
    return shownBy(publicUrl, false)(row)
  }

/** @throws DomainError `sign_in_provider.not_found` */
export const makeRemoveProvider =
  ({ unitOfWork }: Deps) =>
  async (scope: Scope, { id }: { id: string }): Promise<void> => {
    const vouchedFor = await unitOfWork.inTeam(scope, async (repos) => {
      const { ownSignInProviders, managedClients, audit } = repos
      const before = await ownSignInProviders.find(id)
      if (before === undefined) throw providerNotFound()
      const clients = (await managedClients.list()).filter(({ provider }) => provider === id)
      const ids = clients.map((client) => client.id)
      await endManagedClients(repos, scope, ids)
      await ownSignInProviders.remove(id)
      await audit.add(eventOf(scope, 'sign_in_provider.removed', before))
      return ids
    })
    await unitOfWork.asSystem(async ({ identities, oauthClients }) => {
      await identities.removeOfProvider(id)
      for (const client of vouchedFor) await oauthClients.remove(client)
    })
  }

/** What is wrong with these settings, in words. @throws DomainError `sign_in_provider.not_found` */
export const makeTestProvider =
  ({ unitOfWork, fixed, secretBox, gateway, publicUrl }: Deps) =>
  async (scope: Scope, { id }: { id: string }): Promise<ProviderTest> => {
    const set = fixed.find((provider) => provider.id === id)
    if (set !== undefined) return gateway.test(set, callbackUrlOf(publicUrl, id))
    const stored = await unitOfWork.inTeam(scope, ({ ownSignInProviders }) =>
      ownSignInProviders.find(id),
    )
    if (stored === undefined) throw providerNotFound()
    return gateway.test(openProvider(stored, secretBox), callbackUrlOf(publicUrl, id))
  }

const eventOf = (
  scope: Scope,
  action: AuditEvent['action'],
  { id, kind, name }: { id: string; kind: string; name: string },
) => ({
  id: newId.event(),
  action,
  userId: requirePerson(scope),
  subject: id,
  details: { kind, name },
})
