import type { TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { DEFAULT_POLICY, type MemoryPolicy } from './gate.ts'

/** Who lets memories of this project become active: as the project says, else the team, else what holds everywhere. */
export const policyOf = async (
  { memoryReview }: Pick<TeamRepositories, 'memoryReview'>,
  projectId: ProjectId | null,
): Promise<MemoryPolicy> => {
  const set = await memoryReview.policy(projectId)
  if (set === undefined)
    return { ...DEFAULT_POLICY, servesUnreviewed: await memoryReview.servesUnreviewed() }
  const { mode, threshold, origins, serves_unreviewed: servesUnreviewed } = set
  return { mode, threshold, origins, servesUnreviewed }
}
