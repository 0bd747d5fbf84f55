import { randomBytes } from 'node:crypto'
import type { StoredIntegration } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { CodeHosts, TokenAccount } from '@teamlore/shared/code-hosts'
import type { IntegrationId } from '@teamlore/shared/ids'
import type {
  ConnectedIntegration,
  ConnectIntegration,
  Integration,
  SetToken,
} from '@teamlore/shared/integrations'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { pullRequestsAsked } from '../projects/pull-requests-asked.ts'
import type { IntegrationDeps } from './connect.ts'
import {
  hasNoToken,
  hostFailure,
  hostPrivate,
  integrationNotFound,
  mayNotMakeHooks,
  noSecretKey,
  tokenOfAnother,
} from './integrations.errors.ts'
import { openKeys, sealKeys } from './keys.ts'
import { shownIntegration } from './shown.ts'

type Scope = TeamScope<'admin'>

/** By the form of Standard Webhooks, so that a host that signs can sign with it. */
const newHookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const accountOf = (
  host: CodeHosts['gitlab'],
  asked: { apiUrl: string; token: string },
): Promise<TokenAccount> =>
  host.accountOf(asked).catch((error: unknown) => {
    throw hostFailure(error)
  })

/** @throws DomainError `integration.may_not_make_hooks` */
const requireHooks = async (
  host: CodeHosts['gitlab'],
  { apiUrl, token }: { apiUrl: string; token: string },
): Promise<void> => {
  const may = await host.mayMakeHooks({ apiUrl, privateKey: token }).catch((error: unknown) => {
    throw hostFailure(error)
  })
  if (!may) throw mayNotMakeHooks()
}

/**
 * Takes a token of a host, of which the host is asked at once. The secret of its webhooks is made here, and shown this once where
 * somebody makes a webhook by hand.
 *
 * @throws DomainError `integration.no_secret_key`, `integration.private_address`, `integration.host_failed`, `integration.may_not_make_hooks`
 */
export const makeConnectIntegration =
  ({ unitOfWork, hosts, secretBox, publicUrl, now = systemClock }: IntegrationDeps) =>
  async (
    scope: Scope,
    { kind, web_url, token, makes_hooks: makesHooks }: ConnectIntegration,
  ): Promise<ConnectedIntegration> => {
    if (secretBox === undefined) throw noSecretKey()
    const host = hosts[kind]
    const webUrl = host.webUrlOf(web_url)
    if (host.isPrivate(webUrl)) throw hostPrivate()
    const apiUrl = host.apiUrlOf(webUrl)
    const account = await accountOf(host, { apiUrl, token })
    if (makesHooks) await requireHooks(host, { apiUrl, token })
    const id = newId.integration()
    const hookSecret = newHookSecret()
    const at = now()
    const createdBy = requirePerson(scope)
    return unitOfWork.inTeam(scope, async ({ integrations, audit, outbox }) => {
      const made = { kind, webUrl, apiUrl, pagesUrl: publicUrl, answerHash: id, makesHooks }
      await integrations.add({ ...made, id, createdBy, createdAt: at })
      const sealed = sealKeys(secretBox, id, { privateKey: token, hookSecret })
      const app = { appId: account.id, appSlug: account.slug, account: account.name, sealed }
      await integrations.connect(id, id, app, at)
      await audit.add({
        id: newId.event(),
        action: 'integration.connected',
        userId: createdBy,
        subject: id,
        details: { kind, host: webUrl, name: account.slug },
      })
      await outbox.add({ type: 'integration.changed', payload: { integration_id: id } })
      const stored = (await integrations.list()).find((one) => one.id === id)
      if (stored === undefined) throw integrationNotFound()
      return {
        integration: shownIntegration(stored, hosts),
        hook_secret: makesHooks ? null : hookSecret,
      }
    })
  }

const hasToken = (
  stored: StoredIntegration | undefined,
): stored is StoredIntegration & { kind: 'gitlab' } => {
  if (stored === undefined) throw integrationNotFound()
  return stored.kind === 'gitlab'
}

/** What was asked for while the token before did not hold any more is looked at after so long at most. */
const MISSED_MS = 30 * 86_400_000

/**
 * Takes another token of the same account, as after it was rotated. That of another could not change what this one wrote.
 *
 * @throws DomainError `integration.not_found`, `integration.has_no_token`, `integration.token_of_another`, `integration.no_secret_key`, `integration.host_failed`
 */
export const makeSetToken =
  ({ unitOfWork, hosts, secretBox, now = systemClock }: IntegrationDeps) =>
  async (
    scope: Scope,
    { id, set: { token } }: { id: IntegrationId; set: SetToken },
  ): Promise<Integration> => {
    const before = await unitOfWork.inTeam(scope, ({ integrations }) => integrations.find(id))
    if (!hasToken(before)) throw hasNoToken()
    const { hookSecret } = openKeys(secretBox, before)
    const { apiUrl } = before
    const account = await accountOf(hosts[before.kind], { apiUrl, token })
    if (account.id !== before.appId) throw tokenOfAnother()
    if (secretBox === undefined) throw noSecretKey()
    const sealed = sealKeys(secretBox, id, { privateKey: token, hookSecret })
    const at = now()
    return unitOfWork.inTeam(scope, async ({ integrations, pullRequests, audit, outbox }) => {
      await integrations.setSealed(id, sealed, at)
      const since = new Date(at.getTime() - MISSED_MS)
      const missed = await pullRequests.askFailed(id, { since, at })
      await outbox.add(...pullRequestsAsked(missed))
      await audit.add({
        id: newId.event(),
        action: 'integration.set',
        userId: requirePerson(scope),
        subject: id,
        details: { name: before.appSlug, token: true },
      })
      await outbox.add({ type: 'integration.changed', payload: { integration_id: id } })
      const stored = (await integrations.list()).find((one) => one.id === id)
      if (stored === undefined) throw integrationNotFound()
      return shownIntegration(stored, hosts)
    })
  }
