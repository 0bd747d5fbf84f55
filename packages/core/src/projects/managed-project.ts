import type { TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { resolveId } from '../platform/resolve-id.ts'
import { projectNotFound } from './projects.errors.ts'

/** An admin sets what holds for a project that is closed to them, too: nothing of it is shown. @throws DomainError `project.not_found`. */
export const managedProject = async (
  { ids, team }: Pick<TeamRepositories, 'ids' | 'team'>,
  typed: string,
): Promise<{ id: ProjectId; name: string }> => {
  const id = await resolveId(ids, 'project', typed, projectNotFound)
  const project = await team.project(id as ProjectId)
  if (project === undefined) throw projectNotFound()
  return { id: project.id as ProjectId, name: project.name }
}
