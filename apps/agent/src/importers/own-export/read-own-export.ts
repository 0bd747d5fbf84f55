import type { IngestEdit, Message, SessionDetail } from '@teamlore/shared'
import { wholeFigures } from '@teamlore/sources/shared/read-document'
import type { ReadMessage, ReadSession } from '@teamlore/sources/source'
import { type ExportLine, exportLines } from './export-lines.ts'
import type { OwnItem, OwnSession, OwnSurvey } from './own-export.types.ts'

/** Reads the file once for what is named before it is there, and for its end; nothing of it is kept but names. */
export const surveyOwnExport = async (path: string): Promise<OwnSurvey> => {
  const sessions: OwnSurvey['sessions'] = new Map()
  const survey: OwnSurvey = { team: '', sessions, remotes: new Map(), isWhole: false, badLines: 0 }
  const counted = { session: 0, message: 0, edit: 0, memory: 0 }
  for await (const line of exportLines(path)) {
    survey.isWhole = line?.type === 'end' && countsAll(line, counted)
    if (line === undefined) survey.badLines++
    else if (line.type !== 'end') noteNames(survey, counted, line)
  }
  return survey
}

type Counted = Record<'session' | 'message' | 'edit' | 'memory', number>
type End = Extract<ExportLine, { type: 'end' }>

const countsAll = (end: End, { session, message, edit, memory }: Counted): boolean =>
  end.sessions === session &&
  end.messages === message &&
  (end.edits ?? edit) === edit &&
  end.memories === memory

const noteNames = (survey: OwnSurvey, counted: Counted, line: Exclude<ExportLine, End>): void => {
  if (line.type === 'about') survey.team = line.team.name
  else if (line.type === 'project') survey.remotes.set(line.project.id, line.project.remote_url)
  else counted[line.type]++
  if (line.type !== 'session') return
  survey.sessions.set(line.session.id, line.session.native_id)
}

/** Sessions with what belongs to them, one after the other, then memories. Of sessions, one is in memory at a time. */
export async function* readOwnExport(path: string, survey: OwnSurvey): AsyncGenerator<OwnItem> {
  let open: Held | undefined
  const close = function* (): Generator<OwnItem> {
    if (open !== undefined) yield { type: 'session', ...sessionOf(open, { path, survey }) }
    open = undefined
  }
  for await (const line of exportLines(path)) {
    if (line === undefined || line.type === 'project') continue
    if (open !== undefined && isPartOf(open, line)) continue
    yield* close()
    if (line.type === 'session') open = { detail: line.session, messages: [], edits: [] }
    if (line.type === 'memory') yield line
  }
  yield* close()
}

type Held = { detail: SessionDetail; messages: Message[]; edits: IngestEdit[] }

/** Takes a message or an edit of it. */
const isPartOf = (open: Held, line: ExportLine): boolean => {
  if (line.type !== 'message' && line.type !== 'edit') return false
  if (line.session_id !== open.detail.id) return false
  if (line.type === 'message') open.messages.push(line.message)
  else open.edits.push(line.edit)
  return true
}

const sessionOf = (
  { detail, messages, edits }: Held,
  { path, survey }: { path: string; survey: OwnSurvey },
): OwnSession => {
  const keys = new Map(messages.map((message) => [message.id, keyOf(message)] as const))
  const session: ReadSession = {
    tool: detail.tool,
    native_id: detail.native_id,
    kind: detail.kind,
    started_by: detail.started_by,
    parent_native_id:
      detail.parent_id === null ? null : (survey.sessions.get(detail.parent_id) ?? null),
    precedence: 0,
    cwd: detail.cwd,
    git_branch: detail.git_branch,
    git_head: detail.git_head,
    git_remote: detail.project === null ? null : (survey.remotes.get(detail.project.id) ?? null),
    tool_version: detail.tool_version,
    models: detail.models,
    title: detail.title,
    started_at: detail.started_at,
    ended_at: detail.ended_at,
    pull_requests: detail.pull_requests,
    messages: messages.map((message) => messageOf(message, keys)),
    edits: [],
    figures: wholeFigures([{ path }]),
  }
  return { session, edits, isPrivate: detail.visibility === 'private' }
}

const keyOf = ({ key, id }: Message): string => key ?? id

const messageOf = (message: Message, keys: ReadonlyMap<string, string>): ReadMessage => ({
  key: keyOf(message),
  parent_key: message.parent_id === null ? null : (keys.get(message.parent_id) ?? null),
  ts: message.ts,
  role: message.role,
  kind: message.kind,
  model: message.model,
  blocks: message.blocks.map(({ block }) => block),
  usage: message.usage,
  cwd: null,
  git_branch: message.git_branch,
  tool_version: null,
  is_abandoned: message.is_abandoned,
  is_replay: false,
})
