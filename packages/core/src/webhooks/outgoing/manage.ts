import type { StoredWebhook, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { WebhookDeliveryId, WebhookId } from '@teamlore/shared/ids'
import type {
  AddWebhook,
  SetWebhook,
  Webhook,
  WebhookDelivery,
  WebhookTest,
  WebhookWithSecret,
} from '@teamlore/shared/webhooks'
import type { SecretBox } from '../../identity/sign-in/secret-box.ts'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { hostPrivate, noSecretKey } from '../../integrations/integrations.errors.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import {
  newWebhookSecret,
  OLD_SECRET_MS,
  sealWebhookSecret,
  secretsOf,
} from '../signing/signature.ts'
import { type PostOut, postWebhook } from './post.ts'
import { tooManyWebhooks, webhookDeliveryNotFound, webhookNotFound } from './webhooks.errors.ts'

export type WebhookDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Undefined: this server has no key to encrypt with, and stores none. */
  secretBox: SecretBox | undefined
  /** Whether an address can be refused by its name alone. */
  isPrivate: (url: string) => boolean
  post: PostOut
  now?: Clock
}

type Scope = TeamScope<'admin'>
type Named = { id: WebhookId }

const MAX_WEBHOOKS = 50

const shown = (stored: StoredWebhook): Webhook => ({
  id: stored.id,
  url: stored.url,
  events: stored.events,
  is_on: stored.isOn,
  error: stored.error,
  created_at: stored.createdAt,
  answered_at: stored.answeredAt,
  old_secret_until: stored.oldUntil,
})

export const makeListWebhooks =
  ({ unitOfWork, secretBox }: WebhookDeps) =>
  async (scope: Scope): Promise<{ items: Webhook[]; note: string | null }> => {
    const stored = await unitOfWork.inTeam(scope, ({ webhooks }) => webhooks.list())
    return {
      items: stored.map(shown),
      note: secretBox === undefined ? noSecretKey().message : null,
    }
  }

/** @throws DomainError `integration.no_secret_key`, `integration.private_address`, `webhook.too_many` */
export const makeAddWebhook =
  ({ unitOfWork, secretBox, isPrivate, now = systemClock }: WebhookDeps) =>
  async (scope: Scope, { url, events }: AddWebhook): Promise<WebhookWithSecret> => {
    if (secretBox === undefined) throw noSecretKey()
    if (isPrivate(url)) throw hostPrivate()
    const id = newId.webhook()
    const secret = newWebhookSecret()
    const createdBy = requirePerson(scope)
    return unitOfWork.inTeam(scope, async ({ webhooks, audit }) => {
      if ((await webhooks.list()).length >= MAX_WEBHOOKS) throw tooManyWebhooks()
      await webhooks.add({
        id,
        url,
        events: [...new Set(events)],
        sealed: sealWebhookSecret(secretBox, id, secret),
        createdBy,
        createdAt: now(),
      })
      await audit.add({
        id: newId.event(),
        action: 'webhook.added',
        userId: createdBy,
        subject: id,
        details: { url },
      })
      const stored = await webhooks.find(id)
      if (stored === undefined) throw webhookNotFound()
      return { webhook: shown(stored), secret }
    })
  }

/** @throws DomainError `webhook.not_found` */
export const makeSetWebhook =
  ({ unitOfWork }: WebhookDeps) =>
  (scope: Scope, { id, set }: Named & { set: SetWebhook }): Promise<Webhook> =>
    unitOfWork.inTeam(scope, async ({ webhooks, audit }) => {
      await webhooks.set(id, { events: [...new Set(set.events)], isOn: set.is_on })
      const stored = await webhooks.find(id)
      if (stored === undefined) throw webhookNotFound()
      await audit.add({
        id: newId.event(),
        action: 'webhook.set',
        userId: requirePerson(scope),
        subject: id,
        details: { url: stored.url, events: stored.events.join(', '), is_on: stored.isOn },
      })
      return shown(stored)
    })

/** A new secret; the one so far signs as well for a day. @throws DomainError `webhook.not_found`, `integration.no_secret_key` */
export const makeRotateWebhook =
  ({ unitOfWork, secretBox, now = systemClock }: WebhookDeps) =>
  async (scope: Scope, { id }: Named): Promise<WebhookWithSecret> => {
    const secret = newWebhookSecret()
    return unitOfWork.inTeam(scope, async ({ webhooks, audit }) => {
      if ((await webhooks.find(id)) === undefined) throw webhookNotFound()
      if (secretBox === undefined) throw noSecretKey()
      const until = new Date(now().getTime() + OLD_SECRET_MS)
      await webhooks.rotate(id, sealWebhookSecret(secretBox, id, secret), until)
      const stored = await webhooks.find(id)
      if (stored === undefined) throw webhookNotFound()
      await audit.add({
        id: newId.event(),
        action: 'webhook.rotated',
        userId: requirePerson(scope),
        subject: id,
        details: { url: stored.url },
      })
      return { webhook: shown(stored), secret }
    })
  }

/** @throws DomainError `webhook.not_found` */
export const makeRemoveWebhook =
  ({ unitOfWork }: WebhookDeps) =>
  (scope: Scope, { id }: Named): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ webhooks, audit }) => {
      const stored = await webhooks.find(id)
      if (stored === undefined || !(await webhooks.remove(id))) throw webhookNotFound()
      await audit.add({
        id: newId.event(),
        action: 'webhook.removed',
        userId: requirePerson(scope),
        subject: id,
        details: { url: stored.url },
      })
    })

/** Sends an event of its own, of nothing, and says what the address made of it. @throws DomainError `webhook.not_found`, `integration.no_secret_key` */
export const makeTestWebhook =
  ({ unitOfWork, secretBox, post, now = systemClock }: WebhookDeps) =>
  async (scope: Scope, { id }: Named): Promise<WebhookTest> => {
    const stored = await unitOfWork.inTeam(scope, ({ webhooks }) => webhooks.find(id))
    if (stored === undefined) throw webhookNotFound()
    const at = now()
    const { error, status, ms } = await postWebhook(post, {
      url: stored.url,
      id: newId.webhookDelivery(),
      body: JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data: {} }),
      secrets: secretsOf(secretBox, stored, at),
      now: at,
    })
    return { ok: error === null, text: error ?? `It was taken: ${status} in ${ms} ms.` }
  }

/** @throws DomainError `webhook.not_found` */
export const makeListWebhookDeliveries =
  ({ unitOfWork }: WebhookDeps) =>
  (scope: Scope, { id }: Named): Promise<{ items: WebhookDelivery[] }> =>
    unitOfWork.inTeam(scope, async ({ webhooks, webhookDeliveries }) => {
      if ((await webhooks.find(id)) === undefined) throw webhookNotFound()
      return { items: await webhookDeliveries.list(id) }
    })

/** Sends one again, with the id it had, as things are now. @throws DomainError `webhook.delivery_not_found` */
export const makeReplayWebhookDelivery =
  ({ unitOfWork, now = systemClock }: WebhookDeps) =>
  (scope: Scope, { id }: { id: WebhookDeliveryId }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ webhookDeliveries, outbox, audit }) => {
      const webhook = await webhookDeliveries.again(id, now())
      if (webhook === undefined) throw webhookDeliveryNotFound()
      await audit.add({
        id: newId.event(),
        action: 'webhook.replayed',
        userId: requirePerson(scope),
        subject: webhook,
        details: { delivery: id },
      })
      await outbox.add({ type: 'webhook.due', payload: { delivery_id: id } })
    })
