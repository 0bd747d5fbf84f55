import type { TeamRepositories } from '@teamlore/db'
import { commitAmbiguous, commitNotFound } from './commits.errors.ts'

/**
 * The commit behind an id, a hash, or the beginning of either. One that several projects have is one: that of `project`, else the
 * one that came last.
 *
 * @throws `commit.not_found` or `commit.ambiguous`.
 */
export const resolveCommit = async (
  { commitList }: Pick<TeamRepositories, 'commitList'>,
  typed: string,
  { project = null }: { project?: string | null } = {},
): Promise<{ id: string; sha: string }> => {
  const [found, another] = await commitList.named(typed, { project })
  if (found === undefined) throw commitNotFound()
  if (another !== undefined)
    throw commitAmbiguous({ details: { examples: [found.id, another.id] } })
  return found
}
