import type {
  CommitInHistory,
  LineChange,
  LinkableCommit,
  LinkableSession,
  Posting,
} from './linking.types.ts'

const DAY_MS = 24 * 3_600_000
/** An older edit is no evidence, and an older commit no ancestor worth knowing. */
export const HORIZON_MS = 30 * DAY_MS
/** A rewritten commit is looked for so far back. */
export const REWRITE_HORIZON_MS = 3 * HORIZON_MS
/** Clocks differ a little, and git keeps whole seconds. */
export const GRACE_MS = 60_000

export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** A line with its side: `+` for an added, `-` for a removed one. */
export const tokensOf = ({ added, removed }: Pick<LineChange, 'added' | 'removed'>): string[] => [
  ...added.map((print) => `+${print}`),
  ...removed.map((print) => `-${print}`),
]

export const opposite = (token: string): string =>
  `${token.startsWith('+') ? '-' : '+'}${token.slice(1)}`

const push = <V>(map: Map<string, V[]>, key: string, value: V): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** What is known around a commit: all of a project, or as much of it as one question needs. */
export type LineFacts = {
  /** Sessions and commits of the project. */
  size: number
  /** How postings call the file of a path. */
  nameOf: (path: string) => string
  sessions: Map<string, LinkableSession>
  /** Commits whose lines may stand in others. */
  commits: Map<string, LinkableCommit>
  /** Every commit in which an ancestor may be found. */
  history: Map<string, CommitInHistory>
  /** In how many sessions and commits a token occurs. */
  documents: Map<string, number>
  written: Map<string, Posting[]>
  landed: Map<string, Posting[]>
}

/** The facts of a whole project in memory: for small ones, and for measuring. */
export const factsOf = (
  sessions: readonly LinkableSession[],
  commits: readonly LinkableCommit[],
): LineFacts => {
  const documents = new Map<string, number>()
  const written = new Map<string, Posting[]>()
  const landed = new Map<string, Posting[]>()
  const count = (tokens: Iterable<string>) => {
    for (const token of new Set(tokens)) documents.set(token, (documents.get(token) ?? 0) + 1)
  }
  for (const { id, wrote } of sessions) {
    for (const { token, at, name } of wrote) push(written, token, { of: id, at, name })
    count(wrote.map(({ token }) => token))
  }
  for (const { sha, authoredAt: at, files } of commits) {
    for (const file of files)
      for (const token of tokensOf(file))
        push(landed, token, { of: sha, at, name: baseName(file.path) })
    count(files.flatMap(tokensOf))
  }
  for (const map of [written, landed])
    for (const list of map.values()) list.sort((a, b) => a.at - b.at)
  const byHash = new Map(commits.map((commit) => [commit.sha, commit]))
  return {
    size: sessions.length + commits.length,
    nameOf: baseName,
    sessions: new Map(sessions.map((session) => [session.id, session])),
    commits: byHash,
    history: byHash,
    documents,
    written,
    landed,
  }
}

export const createLineIndex = (facts: LineFacts) => {
  const { size, documents, history } = facts
  const known = (sha: string) => history.has(sha)
  /** The same walk is asked for again and again. */
  const walked = new Map<string, Set<string>>()
  const walk = (commit: CommitInHistory, horizonMs: number): Set<string> => {
    const found = new Set<string>()
    const queue = commit.parents.filter(known)
    for (let sha = queue.pop(); sha !== undefined; sha = queue.pop()) {
      const one = history.get(sha)
      if (!one || found.has(sha) || one.authoredAt < commit.authoredAt - horizonMs) continue
      found.add(sha)
      queue.push(...one.parents)
    }
    return found
  }
  return {
    ...facts,
    /** Rarity, 0 to 1: near 1 for a line of one session and its commit, near 0 for lines that everybody writes. */
    weight: (token: string): number =>
      Math.max(0, Math.log((size + 1) / (documents.get(token) ?? 1)) / Math.log(size + 1)),
    hasKnownParent: (commit: CommitInHistory): boolean => commit.parents.some(known),
    /** Commits below this one. Where no parent is known: those made earlier, without the ones it replaces. */
    ancestors: (
      commit: CommitInHistory,
      {
        replaced = [],
        horizonMs = HORIZON_MS,
      }: { replaced?: readonly string[]; horizonMs?: number } = {},
    ): Set<string> => {
      if (!commit.parents.some(known)) {
        const gone = new Set([...replaced, commit.sha])
        return new Set(
          [...history.values()]
            .filter(({ sha, authoredAt }) => authoredAt < commit.authoredAt && !gone.has(sha))
            .map(({ sha }) => sha),
        )
      }
      const key = `${commit.sha} ${horizonMs}`
      const found = walked.get(key) ?? walk(commit, horizonMs)
      walked.set(key, found)
      return found
    },
  }
}

export type LineIndex = ReturnType<typeof createLineIndex>

/** When the latest of these commits was made that is older than this. One of another author was pulled in. */
export const latestOwn = (
  { history }: Pick<LineFacts, 'history'>,
  { author }: Pick<LinkableCommit, 'author'>,
  before: number,
  among: Iterable<string>,
): number => {
  let latest = 0
  for (const sha of among) {
    const one = history.get(sha)
    if (one === undefined || one.author !== author) continue
    if (one.authoredAt < before && one.authoredAt > latest) latest = one.authoredAt
  }
  return latest
}
