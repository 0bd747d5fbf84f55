import type { StoredIncomingHook, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { AuditAction } from '@teamlore/shared/audit'
import type { IncomingHookId } from '@teamlore/shared/ids'
import type {
  AddIncomingHook,
  IncomingEvent,
  IncomingHook,
  IncomingHookWithSecret,
  SetIncomingHook,
} from '@teamlore/shared/incoming-hooks'
import type { SecretBox } from '../../identity/sign-in/secret-box.ts'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { noSecretKey } from '../../integrations/integrations.errors.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { newWebhookSecret, OLD_SECRET_MS, sealWebhookSecret } from '../signing/signature.ts'
import { incomingHookNotFound, tooManyIncomingHooks } from './incoming.errors.ts'

export type IncomingDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Undefined: this server has no key to encrypt with, and stores none. */
  secretBox: SecretBox | undefined
  publicUrl: string
  now?: Clock
}

type Scope = TeamScope<'admin'>
type Named = { id: IncomingHookId }

const MAX_HOOKS = 50

const shownBy =
  (publicUrl: string) =>
  (stored: StoredIncomingHook): IncomingHook => ({
    id: stored.id,
    name: stored.name,
    url: `${publicUrl}/v1/hooks/in/${stored.id}`,
    is_on: stored.isOn,
    error: stored.error,
    taken_at: stored.takenAt,
    created_at: stored.createdAt,
    old_secret_until: stored.oldUntil,
  })

const auditOf = (action: AuditAction, scope: Scope, { id, name }: StoredIncomingHook) => ({
  id: newId.event(),
  action,
  userId: requirePerson(scope),
  subject: id,
  details: { name },
})

export const makeListIncomingHooks =
  ({ unitOfWork, secretBox, publicUrl }: IncomingDeps) =>
  async (scope: Scope): Promise<{ items: IncomingHook[]; note: string | null }> => {
    const stored = await unitOfWork.inTeam(scope, ({ incomingHooks }) => incomingHooks.list())
    return {
      items: stored.map(shownBy(publicUrl)),
      note: secretBox === undefined ? noSecretKey().message : null,
    }
  }

/** @throws DomainError `integration.no_secret_key`, `incoming_hook.too_many` */
export const makeAddIncomingHook =
  ({ unitOfWork, secretBox, publicUrl, now = systemClock }: IncomingDeps) =>
  async (scope: Scope, { name }: AddIncomingHook): Promise<IncomingHookWithSecret> => {
    if (secretBox === undefined) throw noSecretKey()
    const id = newId.incomingHook()
    const secret = newWebhookSecret()
    const createdBy = requirePerson(scope)
    return unitOfWork.inTeam(scope, async ({ incomingHooks, audit }) => {
      if ((await incomingHooks.list()).length >= MAX_HOOKS) throw tooManyIncomingHooks()
      const sealed = sealWebhookSecret(secretBox, id, secret)
      await incomingHooks.add({ id, name, sealed, createdBy, createdAt: now() })
      const stored = await incomingHooks.find(id)
      if (stored === undefined) throw incomingHookNotFound()
      await audit.add(auditOf('incoming_hook.added', scope, stored))
      return { hook: shownBy(publicUrl)(stored), secret }
    })
  }

/** @throws DomainError `incoming_hook.not_found` */
export const makeSetIncomingHook =
  ({ unitOfWork, publicUrl }: IncomingDeps) =>
  (scope: Scope, { id, set }: Named & { set: SetIncomingHook }): Promise<IncomingHook> =>
    unitOfWork.inTeam(scope, async ({ incomingHooks, audit }) => {
      await incomingHooks.set(id, { name: set.name, isOn: set.is_on })
      const stored = await incomingHooks.find(id)
      if (stored === undefined) throw incomingHookNotFound()
      const { details, ...event } = auditOf('incoming_hook.set', scope, stored)
      await audit.add({ ...event, details: { ...details, is_on: stored.isOn } })
      return shownBy(publicUrl)(stored)
    })

/**
 * It acts as whoever has its new secret shown, and no more as who made it: nobody goes as far as another admin may by it, nor that
 * one as far as they.
 *
 * @throws DomainError `incoming_hook.not_found`, `integration.no_secret_key`
 */
export const makeRotateIncomingHook =
  ({ unitOfWork, secretBox, publicUrl, now = systemClock }: IncomingDeps) =>
  async (scope: Scope, { id }: Named): Promise<IncomingHookWithSecret> => {
    const secret = newWebhookSecret()
    return unitOfWork.inTeam(scope, async ({ incomingHooks, audit }) => {
      if ((await incomingHooks.find(id)) === undefined) throw incomingHookNotFound()
      if (secretBox === undefined) throw noSecretKey()
      const until = new Date(now().getTime() + OLD_SECRET_MS)
      const sealed = sealWebhookSecret(secretBox, id, secret)
      await incomingHooks.rotate(id, { sealed, until, by: requirePerson(scope) })
      const stored = await incomingHooks.find(id)
      if (stored === undefined) throw incomingHookNotFound()
      await audit.add(auditOf('incoming_hook.rotated', scope, stored))
      return { hook: shownBy(publicUrl)(stored), secret }
    })
  }

/** @throws DomainError `incoming_hook.not_found` */
export const makeRemoveIncomingHook =
  ({ unitOfWork }: IncomingDeps) =>
  (scope: Scope, { id }: Named): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ incomingHooks, audit }) => {
      const stored = await incomingHooks.find(id)
      if (stored === undefined || !(await incomingHooks.remove(id))) throw incomingHookNotFound()
      await audit.add(auditOf('incoming_hook.removed', scope, stored))
    })

/** @throws DomainError `incoming_hook.not_found` */
export const makeListIncomingEvents =
  ({ unitOfWork }: IncomingDeps) =>
  (scope: Scope, { id }: Named): Promise<{ items: IncomingEvent[] }> =>
    unitOfWork.inTeam(scope, async ({ incomingHooks, incomingEvents }) => {
      if ((await incomingHooks.find(id)) === undefined) throw incomingHookNotFound()
      return { items: await incomingEvents.list(id) }
    })
