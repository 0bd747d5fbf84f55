import type {
  HostedRepository,
  ProposalRow,
  RepositoryProject,
  StoredIntegration,
  TeamRepositories,
} from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { identityOf } from '../projects/identity-of-url.ts'

/** The repository of a project, as an app or a token that is connected reaches it. */
export type ProposalPlace = {
  integration: StoredIntegration
  repository: HostedRepository
  project: RepositoryProject
}

type Repositories = Pick<TeamRepositories, 'hostedRepositories' | 'integrations'>

/** Where several connections reach it, the one that was used before, else the oldest. Undefined where none does. */
export const placeOfProject = async (
  { hostedRepositories, integrations }: Repositories,
  projectId: ProjectId,
  before?: Pick<ProposalRow, 'integrationId' | 'repositoryId'>,
): Promise<ProposalPlace | undefined> => {
  const identity = await hostedRepositories.identityOf(projectId)
  if (identity === undefined) return undefined
  const project = await hostedRepositories.projectOf(identity)
  if (project === undefined) return undefined
  const known = (await hostedRepositories.all()).filter(({ url }) => identityOf(url) === identity)
  const isBefore = (one: { integrationId: string; repositoryId: string }) =>
    one.integrationId === before?.integrationId && one.repositoryId === before?.repositoryId
  const ordered = [...known.filter(isBefore), ...known.filter((one) => !isBefore(one))]
  for (const { integrationId, repositoryId } of ordered) {
    const integration = await integrations.find(integrationId)
    if (integration?.state !== 'connected') continue
    const repository = (await hostedRepositories.list(integrationId)).find(
      (one) => one.repositoryId === repositoryId,
    )
    if (repository !== undefined) return { integration, repository, project }
  }
  return undefined
}
