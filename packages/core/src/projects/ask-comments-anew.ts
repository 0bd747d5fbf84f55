import type { TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { identityOf } from './identity-of-url.ts'
import { pullRequestsAsked } from './pull-requests-asked.ts'

type Repositories = Pick<TeamRepositories, 'hostedRepositories' | 'outbox' | 'pullRequests'>

/** Pull requests of a project on which something stands are looked at again; `since`: those alone that were written on lately. */
export const askCommentsAnew = async (
  { hostedRepositories, outbox, pullRequests }: Repositories,
  projectId: ProjectId,
  { since, at }: { since?: Date; at: Date },
): Promise<void> => {
  const identity = await hostedRepositories.identityOf(projectId)
  for (const { integrationId, repositoryId, url } of await hostedRepositories.all()) {
    if (identityOf(url) !== identity) continue
    const of = { repositoryId, ...(since !== undefined && { since }) }
    const asked = await pullRequests.askPosted(integrationId, of, at)
    await outbox.add(...pullRequestsAsked(asked))
  }
}
