import { newId } from '@teamlore/shared'
import { HostError } from '@teamlore/shared/code-hosts'
import type { IntegrationId } from '@teamlore/shared/ids'
import type { Integration, IntegrationTest, SetIntegration } from '@teamlore/shared/integrations'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { IntegrationDeps } from './connect.ts'
import { integrationNotFound, noSecretKey } from './integrations.errors.ts'
import { appOf } from './keys.ts'
import { hookUrlOf, shownIntegration } from './shown.ts'

type Scope = TeamScope<'admin'>

export const makeListIntegrations =
  ({ unitOfWork, hosts, secretBox }: IntegrationDeps) =>
  async (scope: Scope): Promise<{ items: Integration[]; note: string | null }> => {
    const stored = await unitOfWork.inTeam(scope, ({ integrations }) => integrations.list())
    return {
      items: stored.map((one) => shownIntegration(one, hosts)),
      note: secretBox === undefined ? noSecretKey().message : null,
    }
  }

/** @throws DomainError `integration.not_found` */
export const makeSetIntegration =
  ({ unitOfWork, hosts }: IntegrationDeps) =>
  (scope: Scope, { id, set }: { id: IntegrationId; set: SetIntegration }): Promise<Integration> =>
    unitOfWork.inTeam(scope, async ({ integrations, audit, outbox, pullRequests }) => {
      const before = await integrations.find(id)
      if (before === undefined) throw integrationNotFound()
      await integrations.setShowsNames(id, set.shows_names)
      if (before.showsNames !== set.shows_names) {
        await audit.add({
          id: newId.event(),
          action: 'integration.set',
          userId: requirePerson(scope),
          subject: id,
          details: { name: before.appSlug, shows_names: set.shows_names },
        })
        // What stands there is written anew: names are not to be read a minute longer.
        for (const pullRequest of await pullRequests.askPosted(id, {}, new Date()))
          await outbox.add({
            type: 'pull_request.asked',
            payload: { pull_request_id: pullRequest },
          })
      }
      const stored = (await integrations.list()).find((one) => one.id === id)
      if (stored === undefined) throw integrationNotFound()
      return shownIntegration(stored, hosts)
    })

/**
 * Ends the app's access at the host as far as the host is reached, and takes away everything of it here. The app itself is deleted by
 * who owns it, at the host. Comments stay, as all that was said on a pull request does.
 *
 * @throws DomainError `integration.not_found`
 */
export const makeRemoveIntegration =
  ({ unitOfWork, hosts, secretBox }: IntegrationDeps) =>
  async (scope: Scope, { id }: { id: IntegrationId }): Promise<void> => {
    const stored = await unitOfWork.inTeam(scope, ({ integrations }) => integrations.find(id))
    if (stored === undefined) throw integrationNotFound()
    let hasLeft = stored.sealed === null
    try {
      if (!hasLeft) {
        const { [stored.kind]: host } = hosts
        await host.leave(appOf(secretBox, stored), { hookUrl: hookUrlOf(stored) })
      }
      hasLeft = true
    } catch {
      // A host that is gone, or keys that open no more, keep nobody from removing it here.
    }
    await unitOfWork.inTeam(scope, async ({ integrations, audit }) => {
      if (!(await integrations.remove(id))) return
      await audit.add({
        id: newId.event(),
        action: 'integration.removed',
        userId: requirePerson(scope),
        subject: id,
        details: {
          kind: stored.kind,
          host: stored.webUrl,
          name: stored.appSlug,
          left_host: hasLeft,
        },
      })
    })
  }

/** What is wrong with it, in words. @throws DomainError `integration.not_found` */
export const makeTestIntegration =
  ({ unitOfWork, hosts, secretBox, now = () => new Date() }: IntegrationDeps) =>
  async (scope: Scope, { id }: { id: IntegrationId }): Promise<IntegrationTest> => {
    const stored = await unitOfWork.inTeam(scope, ({ integrations }) => integrations.find(id))
    if (stored === undefined) throw integrationNotFound()
    const host = hosts[stored.kind]
    const findings = await host.test(appOf(secretBox, stored), {
      hookUrl: hookUrlOf(stored),
      permissions: Object.fromEntries(
        Object.entries(host.permissions).map(([name, { access }]) => [name, access]),
      ),
    })
    const wrong = findings.find(({ ok }) => !ok)
    await unitOfWork.inTeam(scope, async ({ integrations, outbox }) => {
      if (wrong === undefined) await integrations.noteAnswer(id, now())
      else await integrations.noteError(id, wrong.text, now())
      await outbox.add({ type: 'integration.changed', payload: { integration_id: id } })
    })
    return { ok: wrong === undefined, findings }
  }

/** Whether it is for an admin to see to, and not only to wait for. */
export const isForAdmin = (error: unknown): error is HostError =>
  error instanceof HostError && (error.failure === 'unauthorized' || error.failure === 'forbidden')
