import type { TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { DEFAULT_POLICY, type MemoryPolicy } from './gate.ts'

/** Who lets memories of this project become active. */
export const policyOf = async (
  _repos: Pick<TeamRepositories, 'memories'>,
  _projectId: ProjectId | null,
): Promise<MemoryPolicy> => DEFAULT_POLICY
