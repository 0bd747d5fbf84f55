import type { ProjectFilter, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { askMeant } from '@teamlore/shared/nearest-path'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { findMeantPath } from './find-meant-path.ts'

type Repositories = {
  search: Pick<TeamRepositories['search'], 'projectIds'>
  why: Pick<TeamRepositories['why'], 'paths' | 'knownAmong'>
}
type Asked = { file: string | undefined; project: ProjectFilter | undefined }

/** Of a list that is of one file and found nothing: what was perhaps meant. Null where nothing is like it, too: the list says that. */
export const noteOnFile = async (
  repos: Repositories,
  { file, project }: Asked,
): Promise<string | null> => {
  if (file === undefined) return null
  const projects = project === undefined ? undefined : await repos.search.projectIds(project)
  const isKnown = projects && (await repos.why.knownAmong(projects, [file])).length > 0
  if (isKnown) return null
  const { only, alike } = await findMeantPath(repos, file, projects)
  const meant = only === null ? alike : [only]
  return meant.length === 0 ? null : askMeant(meant)
}

/** The same for who has no transaction, over all projects that the asker may see. */
export const makeNoteOnFile =
  ({ unitOfWork }: { unitOfWork: Pick<UnitOfWork, 'inTeam'> }) =>
  (scope: TeamScope, { file }: { file: string }): Promise<string | null> =>
    unitOfWork.inTeam(scope, (repos) => noteOnFile(repos, { file, project: undefined }))
