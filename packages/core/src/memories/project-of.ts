import type { TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { projectFilter } from '../projects/project-identity.ts'
import { memoryProjectAmbiguous, memoryProjectUnknown } from './memories.errors.ts'

/**
 * The one project that a name, an id or a remote URL means; none where nothing is named.
 *
 * @throws DomainError `memory.project_unknown`, `memory.project_ambiguous`.
 */
export const projectOf = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  named: string | undefined,
): Promise<{ id: ProjectId | null; isPrivate: boolean }> => {
  const filter = projectFilter(named)
  if (filter === undefined) return { id: null, isPrivate: false }
  const [first, second] = await memories.projectsNamed(filter)
  if (first === undefined) throw memoryProjectUnknown()
  if (second !== undefined) throw memoryProjectAmbiguous()
  return { id: first.id, isPrivate: first.is_private }
}
