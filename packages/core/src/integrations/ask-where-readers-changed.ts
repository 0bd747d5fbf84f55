import type { TeamRepositories } from '@teamlore/db'
import type { HostRepository } from '@teamlore/shared/code-hosts'
import type { IntegrationId } from '@teamlore/shared/ids'
import { pullRequestsAsked } from '../projects/pull-requests-asked.ts'

type Repositories = Pick<TeamRepositories, 'hostedRepositories' | 'outbox' | 'pullRequests'>

/** What stands on a repository that others read than before is written anew, whether or not the host said so. */
export const askWhereReadersChanged = async (
  { hostedRepositories, outbox, pullRequests }: Repositories,
  integrationId: IntegrationId,
  { repositories, at }: { repositories: readonly HostRepository[]; at: Date },
): Promise<void> => {
  const changed = await hostedRepositories.withOtherReaders(integrationId, repositories)
  for (const repositoryId of changed) {
    const asked = await pullRequests.askPosted(integrationId, { repositoryId }, at)
    await outbox.add(...pullRequestsAsked(asked))
  }
}
