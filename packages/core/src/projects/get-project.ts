import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { ProjectSettings } from '@teamlore/shared/projects'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { parentOf } from './project-identity.ts'
import { projectNotFound } from './projects.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Repositories = Pick<TeamRepositories, 'team' | 'projectSettings'>

/** @throws DomainError `project.not_found`, also for one that the asker may not know of. */
export const readSettings = async (
  { team, projectSettings }: Repositories,
  id: ProjectId,
): Promise<ProjectSettings> => {
  const project = await team.project(id)
  const stored = await projectSettings.find(id)
  if (project === undefined || stored === undefined) throw projectNotFound()
  const parent = parentOf(stored.identity)
  const followed = parent && (await projectSettings.find(parent))
  const grants = await projectSettings.grants(id)
  return {
    ...project,
    access: grants.map((grant) => ({
      user: { id: grant.user_id, name: grant.user_name },
      role: grant.role,
      granted_by: { id: grant.granted_by, name: grant.granted_by_name },
      granted_at: grant.granted_at,
    })),
    follows: followed ? { id: followed.id, name: followed.name } : null,
  }
}

export const makeGetProject =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id: typed }: { id: string }): Promise<ProjectSettings> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const id = await resolveId(repos.ids, 'project', typed, projectNotFound)
      return readSettings(repos, id as ProjectId)
    })
