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

export type PastReader = (repos: Repositories, commits: readonly CommitToLink[]) => Promise<Past>

/**
 * Reads the past of several commits at once, as neighbours mostly have the same, and for those after them only what is beyond: a
 * run that goes along a history reads it once. Read anew where a commit came in meanwhile.
 */
export const createPastReader = (projectId: ProjectId): PastReader => {
  let kept = new Map<string, PastCommit>()
  let range = NOTHING_READ
  return async ({ linking }, commits) => {
    const from = Math.min(...commits.map((one) => one.authored_ms)) - REWRITE_HORIZON_MS
    const until = Math.max(...commits.map(latestOf))
    const read = async (part: Range): Promise<void> => {
      for (const one of await linking.history(projectId, part)) kept.set(one.id, one)
    }
    if (from < range.from) {
      kept = new Map()
      range = NOTHING_READ
    }
    if (until > range.until) await read({ from: Math.max(from, range.until + 1), until })
    range = { from, until: Math.max(until, range.until) }
    if (!commits.every(({ id }) => kept.has(id))) await read(range)
    for (const [id, one] of kept) if (one.authored_ms < from) kept.delete(id)
    return pastOf([...kept.values()].filter((one) => one.authored_ms <= until))
  }
}

type Range = { from: number; until: number }
const NOTHING_READ: Range = { from: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY }

const pastOf = (past: readonly PastCommit[]): Past => ({
  bySha: new Map(past.map((one) => [one.sha, one])),
  byId: new Map(past.map((one) => [one.id as string, one])),
  history: new Map(
    past.map(({ sha, parents, authored_ms, committed_ms, author }) => [
      sha,
      { sha, parents, authoredAt: authored_ms, committedAt: committed_ms, author },
    ]),
  ),
})

/** Until when something can have had a part in a commit. */
export const latestOf = ({
  authored_ms,
  committed_ms,
}: Pick<CommitToLink, 'authored_ms' | 'committed_ms'>): number =>
  Math.max(authored_ms, committed_ms) + GRACE_MS
