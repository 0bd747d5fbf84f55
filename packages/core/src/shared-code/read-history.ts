import type { CodeChange, CodeMention, TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { inPortions } from '@teamlore/shared/portions'

type Repositories = Pick<TeamRepositories, 'sharedFiles'>
type Place = { sha: string; path: string }
type Known<T> = { changes: T[]; isFromStart: boolean }
export type History = Known<CodeChange> & { isGone: boolean }

/** Names that a file had before. */
const MOST_NAMES = 20
/** Changes of a file that are followed, and hunks and characters that are read of them: what lies before is taken as unknown. */
const MOST = { changes: 2_000, hunks: 100_000, chars: 20_000_000 }
/** Changes that are read at once, and how large they may be where they lie: packed, so they may become much more. */
const GROUP = { items: 100, size: 250_000, sizeOf: ({ bytes }: CodeMention) => bytes }

/** What happened to a file, the newest first, under all of its names; as far back as nothing in between is unknown. */
export const readHistory = async (
  repos: Repositories,
  projectId: ProjectId,
  place: Place,
): Promise<History> => {
  const found = await mentionsOf(repos, projectId, place)
  const isGone = found.changes[0]?.status === 'deleted'
  return { ...(isGone ? { ...found, changes: [] } : await withHunks(repos, found)), isGone }
}

const mentionsOf = async (
  { sharedFiles }: Repositories,
  projectId: ProjectId,
  { sha, path }: Place,
): Promise<Known<CodeMention>> => {
  const changes: CodeMention[] = []
  let asked = { sha, path, from: 0 }
  for (let names = 0; names < MOST_NAMES && changes.length < MOST.changes; names++) {
    const { changes: found, reaches_first } = await sharedFiles.changes(projectId, asked)
    const end = found.findIndex(({ status }) => status === null || STARTS.has(status))
    const last = found[end]
    changes.push(
      ...(last?.status === null ? found.slice(0, end) : found.slice(0, end + 1 || undefined)),
    )
    if (last === undefined) return { changes, isFromStart: reaches_first }
    if (last.status !== 'renamed' || last.old_path === null)
      return { changes, isFromStart: last.status !== null }
    asked = { sha, path: last.old_path, from: last.depth + 1 }
  }
  return { changes, isFromStart: false }
}

/** What a file had before these is nothing of it, or stands under another name. */
const STARTS: ReadonlySet<string> = new Set(['added', 'deleted', 'renamed'])

/** Read from the newest on, a group at a time, for as long as there is room. */
const withHunks = async (
  { sharedFiles }: Repositories,
  { changes, isFromStart }: Known<CodeMention>,
): Promise<Known<CodeChange>> => {
  const read: CodeChange[] = []
  let room = { hunks: MOST.hunks, chars: MOST.chars }
  for (const group of inPortions(changes.slice(0, MOST.changes), GROUP)) {
    const hunks = await sharedFiles.hunks(group)
    for (const [n, { sha, is_merge, status }] of group.entries()) {
      const change = { sha, is_merge, status, hunks: hunks[n] ?? [] }
      room = { hunks: room.hunks - change.hunks.length, chars: room.chars - charsOf(change) }
      if (room.hunks < 0 || room.chars < 0) return { changes: read, isFromStart: false }
      read.push(change)
    }
  }
  return { changes: read, isFromStart: isFromStart && read.length === changes.length }
}

const charsOf = ({ hunks }: CodeChange): number =>
  hunks.reduce(
    (sum, { lines }) => (lines ?? []).reduce((chars, line) => chars + line.length, sum),
    0,
  )
