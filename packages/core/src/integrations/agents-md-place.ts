import type {
  HostedRepository,
  ProposalRow,
  RepositoryProject,
  StoredIntegration,
  TeamRepositories,
} from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { identityOf } from './repositories.ts'

/** The repository of a project, as a connected app reaches it. */
export type ProposalPlace = {
  integration: StoredIntegration
  repository: HostedRepository
  project: RepositoryProject
}

type Repositories = Pick<TeamRepositories, 'hostedRepositories' | 'integrations'>

/** At GitHub. Where several apps reach it, the one that was used before, else the oldest. Undefined where none does. */
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
    if (integration?.kind !== 'github' || integration.state !== 'connected') continue
    const repository = (await hostedRepositories.list(integrationId)).find(
      (one) => one.repositoryId === repositoryId,
    )
    if (repository !== undefined) return { integration, repository, project }
  }
  return undefined
}

/** What writing a file by a pull request takes. */
const NEEDED: readonly string[] = ['contents', 'pull_requests']

/** In words, what the app lacks to write there; undefined where it lacks nothing. */
export const lackingWords = (granted: Record<string, string>): string | undefined => {
  const lacking = NEEDED.filter((name) => granted[name] !== 'write')
  if (lacking.length === 0) return undefined
  const names = lacking.map((name) => `${name}: write`).join(' and ')
  return `The app lacks ${names}. Set that in the settings of the app at the host, and accept it where the app is installed.`
}
