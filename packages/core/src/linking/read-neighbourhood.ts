import { createHash } from 'node:crypto'
import type { CommitToLink, FoundLine, LinkableFile, TeamRepositories } from '@teamlore/db'
import type { CommitId, ProjectId } from '@teamlore/shared'
import {
  baseName,
  createLineIndex,
  GRACE_MS,
  HORIZON_MS,
  type LineFacts,
  type LineIndex,
  latestOwn,
  REWRITE_HORIZON_MS,
} from './line-index.ts'
import { type CommonLines, placesIn, printsOf, tokenOf } from './line-places.ts'
import type { LinkableCommit, LinkableSession, Posting } from './linking.types.ts'
import { latestOf, type Past } from './read-past.ts'

type Repositories = Pick<TeamRepositories, 'linking'>

const DAY_MS = 24 * 3_600_000
/** A line that so many sessions and commits have is written by everybody. */
const COMMON_LINE = 200
/** Commits that are compared with the one in question, those first that share most lines. */
const MOST_CANDIDATES = 60

/** As the database keys the name of a file. */
export const nameKey = (path: string): string =>
  String(createHash('md5').update(baseName(path)).digest().readInt32BE(0))

export type Project = {
  projectId: ProjectId
  /** Sessions and commits of it. */
  size: number
  past: Past
  /** Lines that were found to be written by everybody, by side and print: they stay so, and are not looked for again. */
  common: CommonLines
}

export type Neighbourhood = {
  commit: LinkableCommit
  index: LineIndex
  idOf: (sha: string) => CommitId | undefined
  shaOf: (id: string) => string | undefined
}

export const toLinkable = (
  commit: Pick<
    CommitToLink,
    'id' | 'sha' | 'parents' | 'patch_id' | 'authored_ms' | 'committed_ms' | 'subject' | 'branch'
  > &
    Partial<Pick<CommitToLink, 'author'>>,
  files: readonly LinkableFile[],
): LinkableCommit => ({
  sha: commit.sha,
  parents: commit.parents,
  patchId: commit.patch_id,
  authoredAt: commit.authored_ms,
  committedAt: commit.committed_ms,
  order: `${commit.branch === null ? 0 : 1} ${commit.id}`,
  subject: commit.subject,
  ...(commit.author === undefined ? {} : { author: commit.author }),
  files,
})

/**
 * What is known around one commit, and no more: who wrote its lines and where they landed, the commits of the months before,
 * sessions at work meanwhile. The rules see it as if it were the whole project.
 */
export const readNeighbourhood = async (
  { linking }: Repositories,
  { projectId, size, past, common }: Project,
  row: CommitToLink,
): Promise<Neighbourhood> => {
  const files = await linking.files([row.id])
  const commit = toLinkable(row, files)
  const until = latestOf(row)
  const { bySha, byId, history } = past
  const places = placesIn({ linking }, { projectId, common }, until)
  const found = await places(printsOf(files))
  const words = await linking.words(projectId, {
    subject: row.subject.replace(/ \(#\d+\)$/, ''),
    sha: row.sha,
  })
  const facts: LineFacts = {
    size,
    nameOf: nameKey,
    history,
    sessions: new Map(),
    commits: new Map([[commit.sha, commit]]),
    documents: new Map(),
    written: new Map(),
    landed: new Map(),
  }
  const index = createLineIndex(facts)
  const dayBefore = commit.authoredAt - DAY_MS
  const times = found.flatMap(({ is_landed, at_ms }) =>
    is_landed || at_ms < dayBefore ? [] : [at_ms],
  )
  const begun = Math.min(commit.authoredAt, ...times)
  const ended = Math.min(until, Math.max(commit.authoredAt, ...times) + GRACE_MS)
  const activity = await linking.activity(projectId, {
    from: Math.max(latestOwn(index, commit, begun, index.ancestors(commit)), dayBefore),
    until: ended,
  })
  const horizon = commit.authoredAt - HORIZON_MS
  const writers = found.flatMap(({ is_landed, at_ms, of }) =>
    is_landed || at_ms < horizon ? [] : [of],
  )
  const ids = new Set([
    ...writers,
    ...words.map(({ session_id }) => session_id),
    ...activity.map(({ session_id }) => session_id),
  ])
  for (const session of await linking.sessions(projectId, [...ids], { until })) {
    const own = words.filter(({ session_id }) => session_id === session.id)
    facts.sessions.set(session.id, {
      id: session.id,
      places: [{ at: 0, place: `${session.place} ${session.branch ?? ''}` }],
      active: activity.flatMap((one) => (one.session_id === session.id ? [one.minute_ms] : [])),
      ran: own.flatMap(({ kind, at_ms, said }) =>
        kind === 'ran' ? [{ at: at_ms, subject: said }] : [],
      ),
      printed: own.flatMap(({ kind, at_ms, said }) =>
        kind === 'printed' ? [{ at: at_ms, sha: said }] : [],
      ),
      wrote: [],
    })
  }
  addLines(facts, found, { shaOf: (id) => byId.get(id)?.sha, horizon })
  const twins = await linking.withPatch(projectId, commit.patchId)
  await addCandidates({ linking }, index, { commit, found, twins, past, places })
  return {
    commit,
    index,
    idOf: (sha) => bySha.get(sha)?.id,
    shaOf: (id) => byId.get(id)?.sha,
  }
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/**
 * Places of lines as the rules want them: those of the project, oldest first, without what everybody writes. Who wrote a line
 * long before has no part in the commit, and only makes the line more common.
 */
const addLines = (
  facts: LineFacts,
  found: readonly FoundLine[],
  { shaOf, horizon }: { shaOf: (id: string) => string | undefined; horizon: number },
): void => {
  const isKnown = ({ is_landed, of, at_ms }: FoundLine) =>
    is_landed ? shaOf(of) !== undefined : at_ms < horizon || facts.sessions.has(of)
  for (const line of found) if (line.is_common) facts.documents.set(tokenOf(line), COMMON_LINE)
  const byToken = groupBy(
    found.filter((line) => !line.is_common && isKnown(line)),
    tokenOf,
  )
  for (const [token, lines] of byToken) {
    const holders = new Set(lines.map(({ of }) => of)).size
    facts.documents.set(token, holders)
    if (holders >= COMMON_LINE) continue
    const places = (isLanded: boolean): Posting[] =>
      lines
        .filter(({ is_landed }) => is_landed === isLanded)
        .map(({ of, at_ms, name }) => ({
          of: (isLanded ? shaOf(of) : undefined) ?? of,
          at: at_ms,
          name: String(name),
        }))
        .sort((a, b) => a.at - b.at)
    facts.written.set(token, places(false))
    facts.landed.set(token, places(true))
  }
}

type Around = {
  commit: LinkableCommit
  found: readonly FoundLine[]
  /** Commits with the same patch. */
  twins: readonly CommitId[]
  past: Past
  places: ReturnType<typeof placesIn>
}

/** Commits that this one may have been made from: not below it, and with lines of it. Their own lines are counted, too. */
const addCandidates = async (
  { linking }: Repositories,
  index: LineIndex,
  { commit, found, twins, past: { bySha, byId }, places }: Around,
): Promise<void> => {
  const under = index.hasKnownParent(commit)
    ? index.ancestors(commit, { horizonMs: REWRITE_HORIZON_MS })
    : new Set<string>()
  const shared = new Map<string, number>()
  const isPossible = (sha: string | undefined): sha is string =>
    sha !== undefined && sha !== commit.sha && !under.has(sha)
  for (const { is_landed, of } of found) {
    const sha = byId.get(of)?.sha
    if (is_landed && isPossible(sha)) shared.set(sha, (shared.get(sha) ?? 0) + 1)
  }
  for (const id of twins) {
    const sha = byId.get(id)?.sha
    if (isPossible(sha)) shared.set(sha, Number.POSITIVE_INFINITY)
  }
  const chosen = [...shared]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_CANDIDATES)
    .flatMap(([sha]) => bySha.get(sha)?.id ?? [])
  if (chosen.length === 0) return
  const files = groupBy(await linking.files(chosen), ({ commit_id }) => commit_id)
  for (const one of await linking.details(chosen))
    index.commits.set(one.sha, toLinkable(one, files.get(one.id) ?? []))
  const counted = new Set(index.documents.keys())
  const more = printsOf([...files.values()].flat()).filter(
    ({ print, is_added }) => !counted.has(`${is_added ? '+' : '-'}${print}`),
  )
  addLines(index, await places(more), {
    shaOf: (id) => byId.get(id)?.sha,
    horizon: commit.authoredAt - HORIZON_MS,
  })
}

/** Adds all lines that sessions wrote: only late commits ask how much of a session's work is in them. */
export const withAllLines = async (
  { linking }: Repositories,
  { commit, index }: Pick<Neighbourhood, 'commit' | 'index'>,
  {
    sessionIds,
    idToSha,
  }: { sessionIds: readonly string[]; idToSha: (id: string) => string | undefined },
): Promise<void> => {
  const window = {
    from: commit.authoredAt - HORIZON_MS,
    until: Math.max(commit.authoredAt, commit.committedAt) + GRACE_MS,
  }
  const keys = new Map(
    (await linking.keysOf(printsOf(commit.files))).map(({ key, print, is_added }) => [
      key,
      `${is_added ? '+' : '-'}${print}`,
    ]),
  )
  const tokenOf = (key: string) => keys.get(key) ?? `=${key}`
  for (const id of sessionIds) {
    const session = index.sessions.get(id)
    if (session === undefined) continue
    const wrote = await linking.writtenBy(id, window)
    const landed = await linking.landedKeys(
      wrote.map(({ key }) => key).filter((key) => !keys.has(key)),
      window,
    )
    for (const [key, places] of groupBy(landed, (one) => one.key)) {
      const token = tokenOf(key)
      index.documents.set(token, 1 + new Set(places.map(({ of }) => of)).size)
      index.landed.set(
        token,
        places.flatMap(({ of, at_ms, name }) => {
          const sha = idToSha(of)
          return sha === undefined ? [] : [{ of: sha, at: at_ms, name: String(name) }]
        }),
      )
    }
    const lines: LinkableSession['wrote'] = wrote.map(({ key, name, at_ms }) => ({
      token: tokenOf(key),
      name: String(name),
      at: at_ms,
    }))
    index.sessions.set(id, { ...session, wrote: lines })
  }
}
