import type { UnitOfWork } from '@teamlore/db'
import type { CodeHosts } from '@teamlore/shared/code-hosts'
import { HostError } from '@teamlore/shared/code-hosts'
import type { IntegrationId } from '@teamlore/shared/ids'
import type { IntegrationRepository } from '@teamlore/shared/integrations'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import type { SystemScope, TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { identityOf } from '../projects/identity-of-url.ts'
import { askWhereReadersChanged } from './ask-where-readers-changed.ts'
import type { IntegrationDeps } from './connect.ts'
import { integrationNotFound } from './integrations.errors.ts'
import { appForWork } from './keys.ts'
import { makeHooks } from './make-hooks.ts'

/** Repositories that the app is installed on, each with its project. @throws DomainError `integration.not_found` */
export const makeListHostedRepositories =
  ({ unitOfWork }: Pick<IntegrationDeps, 'unitOfWork'>) =>
  (
    scope: TeamScope<'admin'>,
    { id }: { id: IntegrationId },
  ): Promise<{ items: IntegrationRepository[] }> =>
    unitOfWork.inTeam(scope, async ({ integrations, hostedRepositories }) => {
      if ((await integrations.find(id)) === undefined) throw integrationNotFound()
      const items: IntegrationRepository[] = []
      for (const listed of await hostedRepositories.list(id)) {
        const { repositoryId, fullName, url, visibility, required } = listed
        const identity = identityOf(url)
        const project = identity && (await hostedRepositories.projectOf(identity))
        items.push({
          id: repositoryId,
          name: fullName,
          url,
          visibility,
          project: project
            ? { id: project.id, name: project.name, is_restricted: project.isRestricted }
            : null,
          required,
          is_backfill_waiting: listed.backfill !== null,
          backfilled_at: listed.backfilledAt,
        })
      }
      return { items }
    })

type ReadDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  hosts: CodeHosts
  secretBox: SecretBox | undefined
  now?: Clock
}

/** Host → which repositories there are, and what the app may do: whatever event came first or was lost, the list is the host's. */
export const makeReadHostedRepositories =
  ({ unitOfWork, hosts, secretBox, now = systemClock }: ReadDeps) =>
  async (
    scope: SystemScope,
    { integrationId }: { integrationId: IntegrationId },
  ): Promise<void> => {
    const stored = await unitOfWork.inTeam(scope, ({ integrations }) =>
      integrations.find(integrationId),
    )
    if (stored === undefined || stored.state !== 'connected') return
    const at = now()
    try {
      const { permissions, repositories, suspended } = await hosts[stored.kind].repositories(
        appForWork(secretBox, stored),
      )
      await unitOfWork.inTeam(scope, async (repos) => {
        const { integrations, hostedRepositories, hookDeliveries } = repos
        await askWhereReadersChanged(repos, integrationId, { repositories, at })
        await hostedRepositories.put(integrationId, repositories, at)
        await hostedRepositories.removeUnseen(integrationId, { since: at, suspended })
        await integrations.noteAnswer(integrationId, at, permissions)
        await hookDeliveries.settle(integrationId, null, { until: at, error: null })
        await hookDeliveries.forgetOld(integrationId)
      })
      await makeHooks({ unitOfWork, hosts, secretBox }, { scope, stored, at })
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      await unitOfWork.inTeam(scope, async ({ integrations, hookDeliveries }) => {
        await integrations.noteError(integrationId, error.message, at)
        await hookDeliveries.settle(integrationId, null, { until: at, error: error.message })
      })
      if (error.failure === 'limited' || error.failure === 'unavailable') throw error
    }
  }

export type ReadHostedRepositories = ReturnType<typeof makeReadHostedRepositories>
