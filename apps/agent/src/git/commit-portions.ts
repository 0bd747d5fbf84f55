import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import { COMMIT_LIMITS, type IngestCommit } from '@teamlore/shared/commits'
import { streamPortions } from '@teamlore/shared/portions'
import { readCommits } from './read-commits.ts'

/** Characters of one request; a server takes more. */
const MOST_CHARS = 6_000_000

type Deps = {
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'matches'>
  signal?: AbortSignal | undefined
  noted?: ReadonlyMap<string, IngestCommit['noted_sessions']> | undefined
}

/** As many commits as one request takes; a huge one goes alone, with as many of its files as there is room for. */
export const portionsOf = (
  root: string,
  shas: readonly string[],
  deps: Deps,
): AsyncGenerator<IngestCommit[]> =>
  streamPortions(commitsOf(root, shas, deps), {
    items: COMMIT_LIMITS.maxCommits,
    size: MOST_CHARS,
    sizeOf,
  })

async function* commitsOf(
  root: string,
  shas: readonly string[],
  deps: Deps,
): AsyncGenerator<IngestCommit> {
  for await (const commit of readCommits(root, shas, deps)) yield withinBytes(commit)
}

const sizeOf = ({ files, subject }: IngestCommit): number =>
  files.reduce(
    (sum, { path, added, removed }) =>
      sum + path.length + 19 * (added.length + removed.length) + 150,
    subject.length + 500,
  )

/** Of a commit with more lines than a request holds, the smallest files keep theirs. */
const withinBytes = (commit: IngestCommit): IngestCommit => {
  if (sizeOf(commit) <= MOST_CHARS) return commit
  let room =
    MOST_CHARS -
    sizeOf({ ...commit, files: commit.files.map((file) => ({ ...file, added: [], removed: [] })) })
  const lines = ({ added, removed }: IngestCommit['files'][number]) =>
    19 * (added.length + removed.length)
  const kept = new Set<string>()
  for (const file of commit.files.toSorted((a, b) => lines(a) - lines(b))) {
    room -= lines(file)
    if (room > 0) kept.add(file.path)
  }
  return {
    ...commit,
    files: commit.files.map((file) =>
      kept.has(file.path) ? file : { ...file, added: [], removed: [] },
    ),
  }
}
