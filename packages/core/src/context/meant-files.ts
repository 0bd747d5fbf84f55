import type { ProjectFilter, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { sayMeant, sayTaken } from '@teamlore/shared/nearest-path'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { findMeantPath } from '../projects/find-meant-path.ts'
import { spellings, type Task } from './read-task.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Repositories = Pick<TeamRepositories, 'brief' | 'search' | 'why'>
type Named = { typed: Task; project: ProjectFilter | undefined; recap: unknown; heldOut: boolean }

/** Of more than these nobody mistyped each. */
const MAX_SOUGHT = 5

/**
 * The task with the files that were meant: where nothing is known of one, the only one whose path ends so takes its place. Notes say
 * so, and name paths that were perhaps meant. Without a project a path says too little.
 */
export const withMeantFiles = (
  { unitOfWork }: Deps,
  scope: TeamScope,
  { typed, project, recap, heldOut }: Named,
): Promise<Task> => {
  // The files of a session that goes on were typed by nobody.
  const isTyped = recap === undefined && !heldOut && typed.files.length > 0
  if (!isTyped || project === undefined) return Promise.resolve(typed)
  return unitOfWork.inTeam(scope, async (repos) => {
    const projects = await repos.search.projectIds(project)
    if (projects.length === 0) return typed
    const taken = new Map<string, string>()
    const notes: string[] = []
    for (const path of await unknownOf(repos, { files: typed.files, project, projects })) {
      const { only, alike } = await findMeantPath(repos, path, projects)
      if (only !== null) taken.set(path, only)
      const note = only === null ? sayMeant(path, alike) : sayTaken(path, only)
      if (only !== null || alike.length > 0) notes.push(note)
    }
    const files = typed.files.map((path) => taken.get(path) ?? path)
    return { ...typed, files, notes: [...typed.notes, ...notes] }
  })
}

type Sought = { files: readonly string[]; project: ProjectFilter; projects: readonly string[] }

const unknownOf = async (
  { brief, why }: Repositories,
  { files, project, projects }: Sought,
): Promise<string[]> => {
  const known = new Set(await why.knownAmong(projects, files.flatMap(spellings)))
  const unknown: string[] = []
  for (const path of files) {
    if (unknown.length === MAX_SOUGHT) break
    if (spellings(path).some((one) => known.has(one))) continue
    // What sessions did there is in no graph while it is not committed.
    const worked = await brief.aboutFiles(project, spellings(path), 1)
    if (worked.length === 0) unknown.push(path)
  }
  return unknown
}
