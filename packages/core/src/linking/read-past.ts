import type { CommitToLink, PastCommit, TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { GRACE_MS, type LineFacts, REWRITE_HORIZON_MS } from './line-index.ts'

type Repositories = Pick<TeamRepositories, 'linking'>

/** The commits of the months before, by hash and by id. */
export type Past = {
  bySha: ReadonlyMap<string, PastCommit>
  byId: ReadonlyMap<string, PastCommit>
  history: LineFacts['history']
}

/** The past of several commits at once: neighbours mostly have the same. */
export const readPast = async (
  { linking }: Repositories,
  projectId: ProjectId,
  commits: readonly CommitToLink[],
): Promise<Past> => {
  const past =
    commits.length === 0
      ? []
      : await linking.history(projectId, {
          from: Math.min(...commits.map((one) => one.authored_ms)) - REWRITE_HORIZON_MS,
          until: Math.max(...commits.map(latestOf)),
        })
  return {
    bySha: new Map(past.map((one) => [one.sha, one])),
    byId: new Map(past.map((one) => [one.id as string, one])),
    history: new Map(
      past.map(({ sha, parents, authored_ms, committed_ms, author }) => [
        sha,
        { sha, parents, authoredAt: authored_ms, committedAt: committed_ms, author },
      ]),
    ),
  }
}

/** Until when something can have had a part in a commit. */
export const latestOf = ({
  authored_ms,
  committed_ms,
}: Pick<CommitToLink, 'authored_ms' | 'committed_ms'>): number =>
  Math.max(authored_ms, committed_ms) + GRACE_MS
