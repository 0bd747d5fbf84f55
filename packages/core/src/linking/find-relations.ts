import type { CommitToLink, TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { tokensOf } from './line-index.ts'
import type { Neighbourhood } from './read-neighbourhood.ts'

const DAY_MS = 24 * 3_600_000
/** A revert is looked for so far back; a fix mends what is young. */
const REVERT_MS = 90 * DAY_MS
const FIX_MS = 14 * DAY_MS
/** Fewer lines than these say nothing. */
const LEAST_LINES = 5
/** So much of what a commit added must be gone again for a revert that does not say so. */
const TAKEN_BACK = 0.8
/** So much of what is removed must have come from the commit that is mended. */
const MENDED = 0.2

const FIXES = /^(?:fix|bugfix|hotfix)\b|\b(?:fix(?:es|ed)?|repair|mend|correct)\b/i

type Repositories = Pick<TeamRepositories, 'linking' | 'commits'>

/** What a commit takes back or mends: said in its message by exactly one hash, or seen in its lines. */
export const findRelations = async (
  { linking, commits }: Repositories,
  {
    projectId,
    commit,
    around,
  }: { projectId: ProjectId; commit: CommitToLink; around: Neighbourhood },
): Promise<void> => {
  const tokens = around.commit.files.flatMap(tokensOf)
  const added = new Set(tokens.filter((token) => token.startsWith('+')).map(printOf))
  // What goes here and comes there was moved.
  const removed = [...new Set(tokens.filter((token) => token.startsWith('-')).map(printOf))].filter(
    (print) => !added.has(print),
  )
  const named = await namedOf(commits, projectId, commit)
  const taken = await linking.takenFrom(
    { id: commit.id, authoredMs: commit.authored_ms },
    removed.slice(0, 2_000),
    commit.authored_ms - REVERT_MS,
  )
  const relations: Parameters<typeof commits.relate>[0][number][] = []
  for (const { id, sha, shared, added } of taken) {
    const part = added === 0 ? 0 : Math.min(1, shared / added)
    const isNamed = named === id
    if (isNamed || (shared >= LEAST_LINES && part >= TAKEN_BACK))
      relations.push({
        commitId: commit.id,
        otherId: id,
        kind: 'reverts',
        part,
        reason: `${isNamed ? 'its message names it; ' : ''}${percent(part)} of the lines it added are removed`,
      })
    else if (
      FIXES.test(commit.subject) &&
      shared / removed.length >= MENDED &&
      isYoung(around, sha, commit.authored_ms)
    )
      relations.push({
        commitId: commit.id,
        otherId: id,
        kind: 'fixes',
        part: shared / removed.length,
        reason: `${percent(shared / removed.length)} of the lines it removes came from there, not long before`,
      })
  }
  if (named !== undefined && !relations.some(({ otherId }) => otherId === named))
    relations.push({
      commitId: commit.id,
      otherId: named,
      kind: 'reverts',
      part: 0,
      reason: 'its message names it; none of its lines could be checked',
    })
  await commits.relate(relations)
}

const printOf = (token: string): string => token.slice(1)

const percent = (share: number): string => `${Math.round(100 * share)} %`

const isYoung = ({ index }: Neighbourhood, sha: string, at: number): boolean =>
  at - (index.history.get(sha)?.authoredAt ?? 0) <= FIX_MS

/** The one commit that a message says is taken back; several say nothing of any of them. */
const namedOf = async (
  commits: Repositories['commits'],
  projectId: ProjectId,
  { mentions, id }: CommitToLink,
) => {
  const shas = mentions.filter(({ relation }) => relation === 'reverts').map(({ sha }) => sha)
  const [sha, another] = new Set(shas)
  if (sha === undefined || another !== undefined) return undefined
  const found = await commits.beginning(projectId, sha)
  return found === id ? undefined : found
}
