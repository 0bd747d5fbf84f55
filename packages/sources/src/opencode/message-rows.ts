import type { SqliteFile } from '../files/open-sqlite.ts'
import { parseJson } from '../shared/parse-json.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { RawMessage, RawPart, StoredMessage } from './stored-session.ts'

/**
 * `session_message`, which OpenCode 2 writes: one row for each message, with all of its content. Here it becomes what
 * version 1 would have kept, so that both are read by the same rules.
 */
export type MessageRows = {
  messages: readonly StoredMessage[]
  records: number
  /** Numbers of rows that are no readable object, from 1 on. */
  bad: readonly number[]
}

type RawRow = {
  text?: unknown
  content?: unknown
  files?: unknown
  agents?: unknown
  skills?: unknown
  agent?: unknown
  model?: unknown
  tokens?: unknown
  error?: unknown
  time?: unknown
  summary?: unknown
  status?: unknown
  location?: unknown
}

const NEEDED = ['id', 'session_id', 'type', 'seq', 'data']

export const hasMessageRows = (file: SqliteFile): boolean => {
  const columns = file.columns('session_message')
  return NEEDED.every((name) => columns.has(name))
}

export const loadMessageRows = (file: SqliteFile, session: string): MessageRows => {
  if (!hasMessageRows(file)) return { messages: [], records: 0, bad: [] }
  const rows = file.select(
    ['id', 'type', 'data'],
    'FROM session_message WHERE session_id = ? ORDER BY seq, id',
    [session],
  )
  const bad: number[] = []
  let cwd: string | null = null
  const messages = rows.flatMap(({ id, type, data }, at): StoredMessage[] => {
    const row = parseJson(data)
    if (!isObject(row)) {
      bad.push(at + 1)
      return []
    }
    const raw = fieldsOf<RawRow>(row)
    if (type === 'location-switched') cwd = folderOf(raw.location) ?? cwd
    const read = readRow(String(type), raw)
    if (read === null) return []
    const path = cwd === null ? {} : { path: { cwd } }
    return [{ id: String(id), data: { time: raw.time, ...path, ...read.data }, parts: read.parts }]
  })
  return { messages, records: rows.length, bad }
}

const folderOf = (location: unknown): string | null =>
  textOrNull(fieldsOf<{ directory?: unknown }>(location).directory, 4_096)

/** The tool's own bookkeeping: which agent, model and folder come next, and that it is done. */
const SILENT = new Set(['agent-switched', 'model-switched', 'location-switched', 'idle'])

type ReadRow = { data: RawMessage; parts: readonly RawPart[] }

const readRow = (type: string, raw: RawRow): ReadRow | null => {
  if (SILENT.has(type)) return null
  switch (type) {
    case 'user':
      return { data: { role: 'user' }, parts: promptParts(raw) }
    case 'synthetic':
    case 'skill':
      return { data: { role: 'user' }, parts: [{ type: 'text', text: raw.text, synthetic: true }] }
    case 'system':
      return { data: { role: 'system' }, parts: [{ type: 'text', text: raw.text }] }
    case 'shell':
      return { data: { role: 'shell' }, parts: [{ ...raw, type: 'shell' }] }
    case 'assistant':
      return {
        data: { ...answerData(raw), error: asError(raw.error) },
        parts: listOf(raw.content).map(answerPart),
      }
    case 'compaction':
      return textOrNull(raw.summary) === null
        ? null
        : {
            data: { ...answerData(raw), summary: true },
            parts: [{ type: 'text', text: raw.summary }],
          }
    default:
      return { data: { ...raw, role: type }, parts: [] }
  }
}

const listOf = (value: unknown): object[] => (Array.isArray(value) ? value.filter(isObject) : [])

type RawFile = { uri?: unknown; mime?: unknown; name?: unknown }

const promptParts = ({ text, files, agents, skills }: RawRow): RawPart[] => [
  { type: 'text', text },
  ...listOf(files).map((file): RawPart => {
    const { uri, mime, name } = fieldsOf<RawFile>(file)
    return { type: 'file', url: uri, mime, filename: name }
  }),
  ...listOf(agents).map((agent) => ({ ...agent, type: 'agent' })),
  ...listOf(skills).map((skill) => ({ ...skill, type: 'skill' })),
]

const answerData = ({ agent, model, tokens }: RawRow): RawMessage => ({
  role: 'assistant',
  agent,
  modelID: fieldsOf<{ id?: unknown }>(model).id,
  tokens,
})

type RawError = { type?: unknown; message?: unknown }

const asError = (error: unknown): unknown => {
  const { type, message } = fieldsOf<RawError>(error)
  return { name: type, data: { message } }
}

type RawTool = { id?: unknown; name?: unknown; state?: unknown; time?: unknown }
type RawToolState = {
  status?: unknown
  input?: unknown
  content?: unknown
  error?: unknown
  metadata?: unknown
}

/** Text and thoughts are kept as ever; of a call the names are others. */
const answerPart = (part: RawPart & RawTool): RawPart => {
  if (part.type !== 'tool') return part
  const { status, input, content, error, metadata } = fieldsOf<RawToolState>(part.state)
  const { completed } = fieldsOf<{ completed?: unknown }>(part.time)
  const said = listOf(content).map((one) => textOrNull(fieldsOf<{ text?: unknown }>(one).text))
  const output = [...said, textOrNull(fieldsOf<RawError>(error).message)].filter(
    (text) => text !== null,
  )
  // Only the answer states whether the file was there before.
  const exists = output[0]?.startsWith('Wrote ') === true
  return {
    type: 'tool',
    tool: part.name,
    callID: part.id,
    state: {
      status,
      input,
      output: output.join('\n'),
      metadata: { exists, ...fieldsOf<object>(metadata) },
      time: { end: completed },
    },
  }
}
