import { newId } from '@teamlore/shared'
import type { IntegrationId } from '@teamlore/shared/ids'
import type { SetRequired } from '@teamlore/shared/integrations'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { pullRequestsAsked } from '../projects/pull-requests-asked.ts'
import type { IntegrationDeps } from './connect.ts'
import { integrationNotFound, repositoryNotFound } from './integrations.errors.ts'

/**
 * What has to be acknowledged on a repository before its check passes. Pull requests with a comment are looked at again at once.
 *
 * @throws DomainError `integration.not_found`, `integration.repository_not_found`
 */
export const makeSetRequired =
  ({ unitOfWork, now = systemClock }: Pick<IntegrationDeps, 'unitOfWork' | 'now'>) =>
  (
    scope: TeamScope<'admin'>,
    { id, set }: { id: IntegrationId; set: SetRequired },
  ): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { integrations, hostedRepositories, pullRequests, outbox, audit } = repos
      if ((await integrations.find(id)) === undefined) throw integrationNotFound()
      const { repository } = set
      const required = [...new Set(set.required)]
      const name = await hostedRepositories.setRequired(id, repository, required)
      if (name === undefined) throw repositoryNotFound()
      await audit.add({
        id: newId.event(),
        action: 'integration.set',
        userId: requirePerson(scope),
        subject: id,
        details: { repository: name, required: required.join(', ') },
      })
      const asked = await pullRequests.askPosted(id, { repositoryId: repository }, now())
      await outbox.add(...pullRequestsAsked(asked))
    })
