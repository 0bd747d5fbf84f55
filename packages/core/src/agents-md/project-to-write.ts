import type { TeamRepositories } from '@teamlore/db'
import type { Project, ProjectId } from '@teamlore/shared'
import { resolveId } from '../platform/resolve-id.ts'
import { projectNotFound } from '../projects/projects.errors.ts'

type Named = { id: ProjectId; name: string; isPrivate: boolean }
type Repositories = Pick<TeamRepositories, 'ids' | 'team'>

const namedOf = ({ id, name, default_visibility }: Project): Named => ({
  id: id as ProjectId,
  name,
  isPrivate: default_visibility === 'private',
})

const find = async ({ ids, team }: Repositories, typed: string): Promise<Project> => {
  const id = await resolveId(ids, 'project', typed, projectNotFound)
  const project = await team.project(id as ProjectId)
  if (project === undefined) throw projectNotFound()
  return project
}

/** @throws DomainError `project.not_found`, also for an admin whom it is closed to: its memories are not theirs to read. */
export const projectToRead = async (repos: Repositories, typed: string): Promise<Named> => {
  const project = await find(repos, typed)
  if (project.is_closed_to_you) throw projectNotFound()
  return namedOf(project)
}

/** Admins set the policy of a project without reading it. @throws DomainError `project.not_found`. */
export const projectToSet = async (repos: Repositories, typed: string): Promise<Named> => {
  return namedOf(await find(repos, typed))
}
