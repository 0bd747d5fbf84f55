import type { ProjectFilter, TeamRepositories } from '@teamlore/db'
import { projectFilter } from '../projects/project-identity.ts'
import { memoryProjectUnknown } from './memories.errors.ts'

/**
 * The projects of a name. Of one that nobody knows, an empty list would look like a project without memories.
 *
 * @throws DomainError `memory.project_unknown`.
 */
export const knownFilter = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  named: string | undefined,
): Promise<ProjectFilter | undefined> => {
  const filter = projectFilter(named)
  if (filter === undefined) return undefined
  const [first] = await memories.projectsNamed(filter)
  if (first === undefined) throw memoryProjectUnknown()
  return filter
}
