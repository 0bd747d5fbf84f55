import type { ImportedLink, ImportedObservation, ImportedSummary } from '@teamlore/shared'
import type { SqliteFile } from '@teamlore/sources/files/open-sqlite'
import { buildSession } from '@teamlore/sources/shared/build-session'
import { parseJson } from '@teamlore/sources/shared/parse-json'
import { readBlocks } from '@teamlore/sources/shared/read-blocks'
import { wholeFigures } from '@teamlore/sources/shared/read-document'
import type { Turn } from '@teamlore/sources/turns/session-draft'
import type { Peer, PeerReading, PeerSession } from './peer.types.ts'
import { idAt, numberAt, type PeerRow, rowsOf, textAt, timeAt } from './peer-rows.ts'
import { observationOf, summaryOf } from './records.ts'

/** `lore.db` of the tool that links sessions to commits. Its sessions carry the names of the tools they were made with. */
export const lorePeer: Peer = {
  name: 'lore',
  label: 'Lore (commit links)',
  fileName: 'lore.db',
  isOwn: (file) =>
    file.columns('sessions').has('working_directory') && file.columns('messages').has('role'),
  read: (file, path): PeerReading => {
    const sessions = rowsOf(file, 'sessions', SESSION)
    const machines = new Map(
      rowsOf(file, 'machines', ['id', 'name']).map((row) => [idAt(row, 'id'), textAt(row, 'name')]),
    )
    return {
      total: sessions.length,
      sessions: readAll(file, path, { sessions, machines }),
      folders: sessions.map((row) => textAt(row, 'working_directory')),
    }
  },
}

const SESSION = [
  ...['id', 'tool', 'tool_version', 'model', 'started_at', 'ended_at', 'working_directory'],
  ...['git_branch', 'source_path', 'machine_id'],
]
const MESSAGE = ['id', 'timestamp', 'role', 'content', 'model', 'cwd']

type All = { sessions: readonly PeerRow[]; machines: ReadonlyMap<string, string> }

/** One session at a time: all transcripts together may be large. */
function* readAll(file: SqliteFile, path: string, { sessions, machines }: All) {
  const order = file.columns('messages').has('idx') ? 'idx' : 'message_index'
  for (const row of sessions) {
    const id = idAt(row, 'id')
    const messages = rowsOf(file, 'messages', MESSAGE, `WHERE session_id = ? ORDER BY ${order}`, [
      id,
    ])
    yield sessionFrom(row, messages, {
      path,
      machine: machines.get(idAt(row, 'machine_id')) ?? '',
      ...recordsOf(file, row),
    })
  }
}

type Rest = {
  path: string
  machine: string
  observations: ImportedObservation[]
  summaries: ImportedSummary[]
  links: ImportedLink[]
}

const sessionFrom = (row: PeerRow, messages: readonly PeerRow[], rest: Rest): PeerSession => {
  const tool = toolOf(textAt(row, 'tool'))
  const nativeId = idAt(row, 'id').slice(0, 300)
  const model = textAt(row, 'model') || null
  const session = buildSession(
    {
      tool,
      nativeId,
      title: null,
      cwd: textAt(row, 'working_directory') || null,
      gitBranch: textAt(row, 'git_branch') || null,
      toolVersion: textAt(row, 'tool_version') || null,
      startedAt: timeAt(row, 'started_at'),
      endedAt: timeAt(row, 'ended_at'),
      figures: wholeFigures([{ path: rest.path }]),
    },
    messages.map((message) => turnOf(message, model)),
  )
  const { observations, summaries, links } = rest
  const from = rest.machine === '' ? [] : [`Recorded on: ${rest.machine}`]
  return {
    session,
    observations: observations.map((one) => ({ ...one, facts: [...one.facts, ...from] })),
    summaries,
    links,
    original: { tools: [tool], nativeId, path: textAt(row, 'source_path') || null },
  }
}

/** In the spelling that tools have here. */
const toolOf = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return /^[a-z][a-z0-9-]{1,39}$/.test(plain) ? plain : 'lore'
}

const turnOf = (row: PeerRow, model: string | null): Turn => {
  const content = textAt(row, 'content')
  const parsed = parseJson(content)
  const blocks = readBlocks(typeof parsed === 'string' || Array.isArray(parsed) ? parsed : content)
  const role = textAt(row, 'role')
  const isResult = blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result')
  const turn = {
    id: idAt(row, 'id'),
    ts: timeAt(row, 'timestamp'),
    cwd: textAt(row, 'cwd') || null,
    blocks,
  }
  if (role === 'assistant')
    return { ...turn, role, kind: 'assistant', model: textAt(row, 'model') || model }
  if (role !== 'user') return { ...turn, role: 'system', kind: 'injected' }
  return isResult
    ? { ...turn, role: 'tool', kind: 'tool_result' }
    : { ...turn, role, kind: 'human' }
}

/** Notes and tags are kept as observations that say what they were; so are links, which become links here as well. */
const recordsOf = (file: SqliteFile, session: PeerRow) => {
  const id = idAt(session, 'id')
  const ofSession = (table: string, columns: readonly string[]) =>
    rowsOf(file, table, columns, 'WHERE session_id = ? ORDER BY rowid', [id])
  const linked = ofSession('session_links', LINK)
  const observations = [
    ...linked.map((row) => linkFrom(row, session)),
    ...ofSession('annotations', ['id', 'content', 'created_at']).map(annotationFrom),
    ...ofSession('tags', ['id', 'label', 'created_at']).map(tagFrom),
  ]
  const summaries = ofSession('summaries', ['content', 'generated_at']).map((row) =>
    summaryOf(null, {
      request: textAt(row, 'content').split('\n', 1)[0] ?? '',
      notes: textAt(row, 'content'),
      occurred_at: timeAt(row, 'generated_at'),
    }),
  )
  return { observations, summaries, links: linked.flatMap(linkOf) }
}

/** A guess of which that program was not sure is left to be found here. */
const SURE = 0.5

const linkOf = (row: PeerRow): ImportedLink[] => {
  if ((numberAt(row, 'confidence') ?? 1) < SURE) return []
  const linked_at = timeAt(row, 'created_at')
  const targets = [
    ['commit', textAt(row, 'commit_sha')],
    ['branch', textAt(row, 'branch')],
    ['remote', textAt(row, 'remote')],
  ] as const
  // A link to a commit may name the branch and the remote on which it was made: those are no links.
  const named = targets.find(([, target]) => target !== '')
  return named === undefined ? [] : [{ type: named[0], target: named[1], linked_at }]
}

const LINK = [
  ...[
    'id',
    'link_type',
    'commit_sha',
    'branch',
    'remote',
    'created_at',
    'created_by',
    'confidence',
  ],
]

/** Not every version wrote down when it linked; then it was about when the session ended. */
const linkFrom = (row: PeerRow, session: PeerRow): ImportedObservation => {
  const commit = textAt(row, 'commit_sha')
  const [branch, remote] = [textAt(row, 'branch'), textAt(row, 'remote')]
  const what =
    commit !== '' ? `commit ${commit.slice(0, 12)}` : branch !== '' ? `branch ${branch}` : remote
  const facts: [name: string, value: string][] = [
    ['Commit', commit],
    ['Branch', branch],
    ['Remote', remote],
    ['Link type', textAt(row, 'link_type')],
    ['Confidence', String(numberAt(row, 'confidence') ?? '')],
    ['Linked by', textAt(row, 'created_by')],
  ]
  return observationOf({
    key: `link:${idAt(row, 'id')}`,
    type: 'change',
    title: `Linked to ${what || 'a commit'}`,
    facts: facts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])),
    concepts: ['commit-link'],
    occurred_at: timeAt(row, 'created_at') ?? timeAt(session, 'ended_at', 'started_at'),
  })
}

const annotationFrom = (row: PeerRow): ImportedObservation =>
  observationOf({
    key: `annotation:${idAt(row, 'id')}`,
    type: 'discovery',
    narrative: textAt(row, 'content'),
    concepts: ['annotation'],
    occurred_at: timeAt(row, 'created_at'),
  })

const tagFrom = (row: PeerRow): ImportedObservation =>
  observationOf({
    key: `tag:${idAt(row, 'id')}`,
    type: 'discovery',
    title: `Tagged ${textAt(row, 'label')}`,
    concepts: ['tag', textAt(row, 'label')],
    occurred_at: timeAt(row, 'created_at'),
  })
