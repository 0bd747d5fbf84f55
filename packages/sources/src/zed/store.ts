import type { SqliteFile } from '../files/open-sqlite.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { SqliteStore, StoreReading } from '../shared/sqlite-source.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import { type RawThread, turnsOfThread } from './read-thread.ts'
import { unpack } from './unpack.ts'

/** `threads.db`: a row per thread, all of it in one value that is rewritten whole. */
export const zedStore: SqliteStore = {
  isOwn: (file) =>
    ['summary', 'data_type', 'data'].every((name) => file.columns('threads').has(name)),
  list: (file) =>
    file
      .select(['id', 'updated_at', 'octet_length(data) AS size'], 'FROM threads ORDER BY id')
      .map(({ id, updated_at, size }) => ({ part: String(id), version: `${updated_at} ${size}` })),
  read: (file, part) => readThread(file, part),
}

const COLUMNS = ['parent_id', 'folder_paths', 'created_at']

const readThread = (file: SqliteFile, id: string): StoreReading => {
  const known = file.columns('threads')
  const optional = COLUMNS.map((name) => (known.has(name) ? name : `NULL AS ${name}`))
  const columns: string[] = ['summary', 'updated_at', 'data_type', 'data', ...optional]
  const [row] = file.select(columns, 'FROM threads WHERE id = ?', [id])
  if (row === undefined) return { reason: 'is a thread that is not there any more' }
  const thread = parseJson(unpack(row['data_type'], row['data']))
  if (!isObject(thread)) return { reason: 'is a damaged thread' }
  return readParsed(id, thread, row)
}

const readParsed = (id: string, thread: RawThread, row: Record<string, unknown>): StoreReading => {
  const project = projectOf(thread.initial_project_snapshot)
  const cwd = firstFolder(row['folder_paths']) ?? project.cwd
  const parent = textOrNull(row['parent_id'], 300)
  const unknown = createUnknownRecords()
  const turns = turnsOfThread(thread, { cwd, isChild: parent !== null, unknown })
  return {
    facts: {
      nativeId: id,
      kind: parent === null ? 'main' : 'subagent',
      parentNativeId: parent,
      cwd,
      gitBranch: project.branch,
      gitHead: project.head,
      title: titleOf(row['summary']) ?? titleOf(thread.title) ?? titleOf(thread.summary),
      startedAt: timeOrNull(row['created_at']),
      endedAt: timeOrNull(row['updated_at']),
    },
    turns,
    rows: Array.isArray(thread.messages) ? thread.messages.length : 0,
    badRows: { count: 0, first: 0 },
    unknownRecords: unknown.counts(),
  }
}

const titleOf = (value: unknown): string | null => {
  const text = textOrNull(value)
  return text === 'New Thread' ? null : text
}

/** A list of folders: as JSON, or a line each. */
const firstFolder = (value: unknown): string | null => {
  const text = textOrNull(value)
  const list = parseJson(text)
  return Array.isArray(list)
    ? textOrNull(list[0], 4_096)
    : textOrNull(text?.split('\n')[0]?.trim(), 4_096)
}

type RawWorktree = { worktree_path?: unknown; git_state?: unknown }
type RawGit = { current_branch?: unknown; head_sha?: unknown }

/** How the project stood when the thread was begun. */
const projectOf = (snapshot: unknown) => {
  const { worktree_snapshots } = fieldsOf<{ worktree_snapshots?: unknown }>(snapshot)
  const first: unknown = Array.isArray(worktree_snapshots) ? worktree_snapshots[0] : undefined
  const { worktree_path, git_state } = fieldsOf<RawWorktree>(first)
  const { current_branch, head_sha } = fieldsOf<RawGit>(git_state)
  return {
    cwd: textOrNull(worktree_path, 4_096),
    branch: textOrNull(current_branch, 500),
    head: textOrNull(head_sha, 64),
  }
}
