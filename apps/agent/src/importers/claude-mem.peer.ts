import type { ImportedObservation, ImportedSummary } from '@teamlore/shared'
import type { SqliteFile } from '@teamlore/sources/files/open-sqlite'
import { buildSession } from '@teamlore/sources/shared/build-session'
import { wholeFigures } from '@teamlore/sources/shared/read-document'
import type { Turn } from '@teamlore/sources/turns/session-draft'
import type { Peer, PeerReading, PeerSession } from './peer.types.ts'
import { idAt, listAt, numberAt, type PeerRow, rowsOf, textAt, timeAt } from './peer-rows.ts'
import { folderNamed } from './project-folder.ts'
import { observationOf, oneOfEachPrompt, summaryOf } from './records.ts'

/** What was gathered of one session from all tables. */
type Draft = {
  id: string
  claudeId: string
  project: string
  startedAt: string | null
  endedAt: string | null
  prompts: PeerRow[]
  observations: ImportedObservation[]
  summaries: ImportedSummary[]
}

const SESSION = ['sdk_session_id', 'memory_session_id', 'claude_session_id', 'content_session_id']
const COMMON = [...SESSION, 'id', 'project', 'prompt_number', 'created_at', 'created_at_epoch']

/** `claude-mem.db`. Its own sessions stand beside those of Claude Code, whose ids they name. */
export const claudeMemPeer: Peer = {
  name: 'claude-mem',
  label: 'claude-mem',
  fileName: 'claude-mem.db',
  isOwn: (file) => file.columns('sdk_sessions').has('project'),
  read: (file, path): PeerReading => {
    const drafts = gather(file)
    const sessions = drafts.map((draft) => finished(draft, path))
    return {
      total: drafts.length,
      sessions,
      folders: sessions.flatMap(({ session }) => session.cwd ?? []),
    }
  },
}

const gather = (file: SqliteFile): Draft[] => {
  const drafts = createDrafts()
  const times = ['completed_at', 'completed_at_epoch', 'last_activity_epoch']
  for (const row of rowsOf(file, 'sdk_sessions', [...COMMON, ...times])) {
    const draft = drafts.of(row)
    draft.startedAt = timeAt(row, 'created_at_epoch', 'created_at')
    draft.endedAt = timeAt(row, 'completed_at_epoch', 'completed_at', 'last_activity_epoch')
  }
  for (const row of rowsOf(file, 'user_prompts', [...COMMON, 'prompt_text']))
    drafts.of(row).prompts.push(row)
  for (const row of rowsOf(file, 'observations', [...COMMON, ...FINDING]))
    drafts.of(row).observations.push(observationFrom(row, 'observation'))
  for (const row of rowsOf(file, 'session_summaries', [...COMMON, ...SUMMARY]))
    drafts.of(row).summaries.push(summaryFrom(row))
  gatherOldest(file, drafts)
  return drafts.all()
}

const FINDING = [
  ...['type', 'title', 'subtitle', 'narrative', 'text', 'facts', 'concepts'],
  ...['files_read', 'files_modified', 'files_touched'],
]
const SUMMARY = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes']

/** Tables of version 3, which newer ones keep and no longer write. */
const gatherOldest = (file: SqliteFile, drafts: ReturnType<typeof createDrafts>): void => {
  const columns = [...COMMON, ...FINDING, 'session_id', 'keywords', 'content']
  for (const table of ['memories', 'overviews'])
    for (const row of rowsOf(file, table, columns)) {
      const kind = table === 'memories' ? 'memory' : 'overview'
      const found = observationFrom({ ...row, type: kind }, kind)
      drafts.of({ ...row, claude_session_id: row['session_id'] ?? null }).observations.push(found)
    }
}

const createDrafts = () => {
  const drafts = new Map<string, Draft>()
  const byClaudeId = new Map<string, Draft>()
  return {
    all: (): Draft[] => [...drafts.values()],
    /** The session a row belongs to, by either of its ids. A row that names none has one of its own kind. */
    of: (row: PeerRow): Draft => {
      const claudeId = textAt(row, 'claude_session_id', 'content_session_id')
      const own = textAt(row, 'sdk_session_id', 'memory_session_id')
      const found = drafts.get(own) ?? byClaudeId.get(claudeId)
      const id = own || claudeId || `project:${textAt(row, 'project')}`
      const draft = found ?? drafts.get(id) ?? emptyDraft(id)
      drafts.set(draft.id, draft)
      draft.claudeId ||= claudeId
      draft.project ||= textAt(row, 'project')
      if (claudeId !== '') byClaudeId.set(claudeId, draft)
      return draft
    },
  }
}

const emptyDraft = (id: string): Draft => ({
  id,
  claudeId: '',
  project: '',
  startedAt: null,
  endedAt: null,
  prompts: [],
  observations: [],
  summaries: [],
})

const observationFrom = (row: PeerRow, kind: string): ImportedObservation =>
  observationOf({
    key: `${kind}:${idAt(row, 'id')}`,
    type: textAt(row, 'type'),
    title: textAt(row, 'title'),
    subtitle: textAt(row, 'subtitle'),
    narrative: [...new Set([textAt(row, 'narrative'), textAt(row, 'text', 'content')])]
      .filter((text) => text !== '')
      .join('\n\n'),
    facts: listAt(row, 'facts'),
    concepts: [...listAt(row, 'concepts'), ...listAt(row, 'keywords')],
    files_read: listAt(row, 'files_read'),
    files_modified: [...listAt(row, 'files_modified'), ...listAt(row, 'files_touched')],
    // Replaced by the key of the prompt, once all of them are known.
    prompt_key: String(numberAt(row, 'prompt_number') ?? ''),
    occurred_at: timeAt(row, 'created_at_epoch', 'created_at'),
  })

const summaryFrom = (row: PeerRow): ImportedSummary =>
  summaryOf(numberAt(row, 'prompt_number'), {
    request: textAt(row, 'request'),
    investigated: textAt(row, 'investigated'),
    learned: textAt(row, 'learned'),
    completed: textAt(row, 'completed'),
    next_steps: textAt(row, 'next_steps'),
    notes: textAt(row, 'notes'),
    prompt_key: String(numberAt(row, 'prompt_number') ?? ''),
    occurred_at: timeAt(row, 'created_at_epoch', 'created_at'),
  })

const finished = (draft: Draft, path: string): PeerSession => {
  const keys = new Map(
    draft.prompts.map((row) => [String(numberAt(row, 'prompt_number') ?? ''), keyOfPrompt(row)]),
  )
  const withPrompt = <R extends { prompt_key: string | null }>(record: R): R => ({
    ...record,
    prompt_key: keys.get(record.prompt_key ?? '') ?? null,
  })
  const { observations, summaries } = draft
  const paths = observations.flatMap((one) => [...one.files_read, ...one.files_modified])
  const session = buildSession(
    {
      tool: 'claude-mem',
      nativeId: draft.id.slice(0, 300),
      title: summaries[0]?.request || observations[0]?.title || null,
      cwd: folderNamed(draft.project, paths),
      startedAt: draft.startedAt ?? earliestOf(draft),
      endedAt: draft.endedAt,
      figures: wholeFigures([{ path }]),
    },
    draft.prompts.map(turnOf),
  )
  return {
    session,
    observations: observations.map(withPrompt),
    summaries: oneOfEachPrompt(summaries.map(withPrompt)),
    original:
      draft.claudeId === ''
        ? null
        : { tools: ['claude-code'], nativeId: draft.claudeId, path: null },
  }
}

/** A session that only records name has no row of its own; it is as old as they are. */
const earliestOf = ({ observations, summaries }: Draft): string | null =>
  [...observations, ...summaries]
    .flatMap(({ occurred_at }) => occurred_at ?? [])
    .reduce<string | null>((first, at) => (first === null || at < first ? at : first), null)

const keyOfPrompt = (row: PeerRow): string => `prompt:${idAt(row, 'id')}`

const turnOf = (row: PeerRow): Turn => ({
  id: keyOfPrompt(row),
  ts: timeAt(row, 'created_at_epoch', 'created_at'),
  role: 'user',
  kind: 'human',
  blocks: [{ type: 'text', text: textAt(row, 'prompt_text') }],
})
