import type { ImportedObservation } from '@teamlore/shared'
import type { SqliteFile } from '@teamlore/sources/files/open-sqlite'
import { buildSession } from '@teamlore/sources/shared/build-session'
import { wholeFigures } from '@teamlore/sources/shared/read-document'
import type { Turn } from '@teamlore/sources/turns/session-draft'
import type { Peer, PeerReading, PeerSession } from './peer.types.ts'
import { idAt, listAt, numberAt, type PeerRow, rowsOf, textAt, timeAt } from './peer-rows.ts'
import { observationOf, typeOfCategory } from './records.ts'

/** `lore.db` of the memory for OpenCode and Pi: messages, what was distilled of them, and knowledge kept for a project. */
export const loreaiPeer: Peer = {
  name: 'loreai',
  label: 'loreai',
  fileName: 'lore.db',
  isOwn: (file) =>
    file.columns('temporal_messages').has('project_id') ||
    file.columns('knowledge').has('category'),
  read: (file, path): PeerReading => {
    const folders = foldersOf(file)
    const sessions = sessionsIn(file)
    const shelves = shelvesOf(file, { folders, path })
    return {
      total: sessions.length + shelves.length,
      sessions: readAll(file, { sessions, shelves, folders, path }),
      folders: [...folders.values()],
    }
  },
}

const foldersOf = (file: SqliteFile): Map<string, string> =>
  new Map(
    rowsOf(file, 'projects', ['id', 'path', 'name']).map((row) => [
      idAt(row, 'id'),
      textAt(row, 'path', 'name'),
    ]),
  )

type SessionName = { id: string; project: string }

/** Sessions with a message or something distilled, each with its project. */
const sessionsIn = (file: SqliteFile): SessionName[] => {
  const found = new Map<string, SessionName>()
  for (const table of ['temporal_messages', 'distillations'])
    for (const row of rowsOf(file, table, ['session_id', 'project_id'], 'GROUP BY session_id')) {
      const id = idAt(row, 'session_id')
      if (id !== '' && !found.has(id)) found.set(id, { id, project: idAt(row, 'project_id') })
    }
  return [...found.values()]
}

type All = {
  sessions: readonly SessionName[]
  shelves: readonly PeerSession[]
  folders: ReadonlyMap<string, string>
  path: string
}

function* readAll(file: SqliteFile, { sessions, shelves, folders, path }: All) {
  const BY_SESSION = 'WHERE session_id = ? ORDER BY created_at, rowid'
  for (const { id, project } of sessions) {
    const messages = rowsOf(file, 'temporal_messages', MESSAGE, BY_SESSION, [id])
    const distilled = rowsOf(file, 'distillations', DISTILLED, BY_SESSION, [id]).map(distilledFrom)
    const session = buildSession(
      {
        tool: 'loreai',
        nativeId: id.slice(0, 300),
        title: messages.length > 0 ? null : (distilled[0]?.title ?? null),
        cwd: folders.get(project) || null,
        startedAt: distilled[0]?.occurred_at ?? null,
        figures: wholeFigures([{ path }]),
      },
      messages.map(turnOf),
    )
    const original = { tools: ['opencode', 'pi'], nativeId: id, path: null }
    yield { session, observations: distilled, summaries: [], original }
  }
  yield* shelves
}

const MESSAGE = ['id', 'role', 'content', 'created_at']
const DISTILLED = [
  'id',
  'narrative',
  'facts',
  'observations',
  'generation',
  'archived',
  'created_at',
]

const turnOf = (row: PeerRow): Turn => {
  const turn = {
    id: idAt(row, 'id'),
    ts: timeAt(row, 'created_at'),
    blocks: [{ type: 'text' as const, text: textAt(row, 'content') }],
  }
  const role = textAt(row, 'role')
  if (role === 'user') return { ...turn, role, kind: 'human' }
  return role === 'assistant'
    ? { ...turn, role, kind: 'assistant' }
    : { ...turn, role: 'system', kind: 'injected' }
}

const distilledFrom = (row: PeerRow): ImportedObservation =>
  observationOf({
    key: `distillation:${idAt(row, 'id')}`,
    type: 'discovery',
    narrative: [textAt(row, 'narrative'), textAt(row, 'observations')]
      .filter((text) => text !== '')
      .join('\n\n'),
    facts: listAt(row, 'facts'),
    concepts: [
      'distillation',
      ...((numberAt(row, 'generation') ?? 0) > 0 ? ['distilled-again'] : []),
      ...(numberAt(row, 'archived') === 1 ? ['archived'] : []),
    ],
    occurred_at: timeAt(row, 'created_at'),
  })

const KNOWN = [
  ...['id', 'project_id', 'category', 'title', 'content', 'source_session', 'cross_project'],
  ...['confidence', 'created_at', 'updated_at'],
]

/** Knowledge belongs to no session, so that of each project stands in one of its own, without messages. */
const shelvesOf = (
  file: SqliteFile,
  { folders, path }: { folders: ReadonlyMap<string, string>; path: string },
): PeerSession[] => {
  const shelves = new Map<string, ImportedObservation[]>()
  for (const row of rowsOf(file, 'knowledge', KNOWN)) {
    const project = idAt(row, 'project_id')
    shelves.set(project, [...(shelves.get(project) ?? []), knownFrom(row)])
  }
  return [...shelves].map(([project, observations]) => {
    const times = observations.flatMap(({ occurred_at }) => occurred_at ?? []).sort()
    const folder = folders.get(project) || null
    const session = buildSession(
      {
        tool: 'loreai',
        nativeId: `knowledge:${project || 'all projects'}`.slice(0, 300),
        title: `Knowledge of ${folder?.split(/[\\/]/).at(-1) || 'all projects'}`,
        cwd: folder,
        startedAt: times[0] ?? null,
        endedAt: times.at(-1) ?? null,
        figures: wholeFigures([{ path }]),
      },
      [],
    )
    return { session, observations, summaries: [], original: null }
  })
}

const knownFrom = (row: PeerRow): ImportedObservation => {
  const category = textAt(row, 'category')
  const facts: [name: string, value: string][] = [
    ['Category', category],
    ['Confidence', String(numberAt(row, 'confidence') ?? '')],
    ['From session', textAt(row, 'source_session')],
    ['Holds in', numberAt(row, 'cross_project') === 1 ? 'all projects' : ''],
    ['Last changed', timeAt(row, 'updated_at') ?? ''],
  ]
  return observationOf({
    key: `knowledge:${idAt(row, 'id')}`,
    type: typeOfCategory(category),
    title: textAt(row, 'title'),
    narrative: textAt(row, 'content'),
    facts: facts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])),
    concepts: ['knowledge', category],
    occurred_at: timeAt(row, 'created_at', 'updated_at'),
  })
}
