import { statSync } from 'node:fs'
import type { Block } from '@teamlore/shared'
import type { SqliteFile } from '../files/open-sqlite.ts'
import { boundedJson } from '../shared/bounded-json.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { SqliteStore, StoreReading } from '../shared/sqlite-source.ts'
import { createUnknownRecords, type UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'
import { blobsInOrder } from './blob-tree.ts'
import { editsOfCall, type FileCall } from './edits.ts'
import { listOf } from './raw-cursor.ts'
import { modelName } from './read-bubble.ts'
import { readQuery, workspaceIn } from './user-query.ts'

type RawMeta = {
  agentId?: unknown
  latestRootBlobId?: unknown
  name?: unknown
  createdAt?: unknown
  lastUsedModel?: unknown
}

/** `store.db` of the command line: one session, its messages as a tree of blobs named by their hashes. */
export const agentStore: SqliteStore = {
  isOwn: (file) => file.columns('blobs').has('data') && file.columns('meta').has('value'),
  list: (file) => {
    const meta = readMeta(file)
    const id = textOrNull(meta.agentId, 300)
    const [blobs] = file.select(['count(*) AS n'], 'FROM blobs')
    return id === null
      ? []
      : [{ part: id, version: `${String(meta.latestRootBlobId)} ${blobs?.n}` }]
  },
  read: (file, part, path) => readAgent(file, part, path),
}

/** Under the key 0: JSON, written as hex. */
const readMeta = (file: SqliteFile): RawMeta => {
  const [row] = file.select(['value'], "FROM meta WHERE key = '0'")
  const text =
    row?.value instanceof Uint8Array ? Buffer.from(row.value).toString('utf8') : String(row?.value)
  return fieldsOf<RawMeta>(parseJson(text) ?? parseJson(Buffer.from(text, 'hex').toString('utf8')))
}

type RawMessage = { role?: unknown; content?: unknown }

const readAgent = (file: SqliteFile, id: string, path: string): StoreReading => {
  const meta = readMeta(file)
  const root = textOrNull(meta.latestRootBlobId, 64)
  if (root === null || textOrNull(meta.agentId) !== id)
    return { reason: 'is a session without messages' }
  const load = (blob: string): Uint8Array | null => {
    const [row] = file.select(['data'], 'FROM blobs WHERE id = ?', [blob])
    return typeof row?.data === 'string'
      ? Buffer.from(row.data)
      : row?.data instanceof Uint8Array
        ? row.data
        : null
  }
  const { blobs, missing } = blobsInOrder(root, load)
  const messages = blobs.flatMap(({ name, text }) => {
    const message = parseJson(text)
    return isObject(message) ? [{ name, message: message as RawMessage }] : []
  })
  const cwd = messages.map(({ message }) => workspaceIn(message.content)).find((one) => one) ?? null
  const model = modelName(meta.lastUsedModel)
  const unknown = createUnknownRecords()
  return {
    facts: {
      nativeId: id,
      cwd,
      title: textOrNull(meta.name),
      startedAt: timeOrNull(meta.createdAt),
      // Messages have no times, and nothing else is kept in this file.
      endedAt: writtenAt(path),
    },
    turns: readTurns(messages, { cwd, model, unknown }),
    rows: blobs.length,
    badRows: { count: missing, first: missing === 0 ? 0 : 1 },
    unknownRecords: unknown.counts(),
  }
}

/** What was written last may still stand in the log beside the database; an empty log is only left over from reading. */
const writtenAt = (path: string): string => {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  const times = [statSync(path).mtimeMs, log?.size ? log.mtimeMs : 0]
  return new Date(Math.max(...times)).toISOString()
}

type Named = { name: string; message: RawMessage }
type Context = { cwd: string | null; model: string | null; unknown: UnknownRecords }

const ROLES: ReadonlySet<unknown> = new Set(['assistant', 'tool', 'system'])

const readTurns = (messages: readonly Named[], { cwd, model, unknown }: Context): Turn[] => {
  const failed = failedCalls(messages)
  return messages.flatMap(({ name, message }): Turn[] => {
    const common = { id: name, ts: null, cwd }
    if (message.role === 'user') return [{ ...common, role: 'user', ...readQuery(message.content) }]
    if (!ROLES.has(message.role)) return [unknown.keep(message.role, message, common)]
    const blocks = blocksOf(message.content)
    if (blocks.length === 0) return []
    if (message.role === 'assistant') {
      const edits = editsOf(message.content, cwd, failed)
      return [{ ...common, role: 'assistant', kind: 'assistant', model, blocks, edits }]
    }
    if (message.role === 'tool') return [{ ...common, role: 'tool', kind: 'tool_result', blocks }]
    return [{ ...common, role: 'system', kind: 'injected', blocks }]
  })
}

type RawPart = {
  type?: unknown
  text?: unknown
  toolCallId?: unknown
  toolName?: unknown
  args?: unknown
  input?: unknown
  result?: unknown
  output?: unknown
  isError?: unknown
}

const blocksOf = (content: unknown): Block[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return listOf(content).flatMap((one) => readPart(fieldsOf<RawPart>(one), one))
}

const readPart = (part: RawPart, whole: unknown): Block[] => {
  const text = textOrNull(part.text)
  const id = textOrNull(part.toolCallId, 300)
  switch (part.type) {
    case 'text':
      return text === null ? [] : [{ type: 'text', text }]
    case 'reasoning':
      return text === null ? [] : [{ type: 'thinking', text }]
    case 'redacted-reasoning':
      return []
    case 'tool-call':
      return [
        {
          type: 'tool_call',
          id,
          name: textOrNull(part.toolName, 200) ?? 'unknown',
          input: boundedJson(part.args ?? part.input ?? null),
        },
      ]
    case 'tool-result':
      return [
        {
          type: 'tool_result',
          tool_call_id: id,
          text: resultText(part.result ?? part.output),
          is_error: part.isError === true,
        },
      ]
    default:
      return [
        { type: 'other', name: textOrNull(part.type, 200) ?? 'unknown', raw: boundedJson(whole) },
      ]
  }
}

const resultText = (result: unknown): string =>
  typeof result === 'string'
    ? result
    : result === undefined || result === null
      ? ''
      : JSON.stringify(boundedJson(result))

const failedCalls = (messages: readonly Named[]): Set<string> => {
  const failed = new Set<string>()
  for (const { message } of messages)
    for (const one of listOf(message.content)) {
      const { type, toolCallId, isError } = fieldsOf<RawPart>(one)
      if (type === 'tool-result' && isError === true && typeof toolCallId === 'string')
        failed.add(toolCallId)
    }
  return failed
}

const editsOf = (content: unknown, cwd: string | null, failed: ReadonlySet<string>): TurnEdit[] =>
  listOf(content).flatMap((one) => {
    const part = fieldsOf<RawPart>(one)
    const id = textOrNull(part.toolCallId, 300)
    if (part.type !== 'tool-call' || (id !== null && failed.has(id))) return []
    const call: FileCall = { name: textOrNull(part.toolName) ?? '', args: part.args ?? part.input }
    return editsOfCall(call, cwd).map((edit) => ({ ...edit, toolCallId: id }))
  })
