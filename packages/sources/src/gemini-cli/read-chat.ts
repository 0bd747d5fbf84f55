import { basename, dirname } from 'node:path'
import { readHead } from '../files/first-records.ts'
import { buildSession } from '../shared/build-session.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readJson, wholeFigures } from '../shared/read-document.ts'
import { readRecords } from '../shared/read-records.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { Place, ReadFigures, ReadOutcome, Source } from '../source.ts'
import type { MessageDraft } from '../turns/session-draft.ts'
import { createChatLog } from './chat-log.ts'
import type { ChatHead, ChatMessage } from './chat-record.ts'
import { answeredCalls, type DraftContext, draftsOf } from './message-drafts.ts'
import { projectFolder } from './project-folder.ts'
import { isChatDocument, isChatRecord } from './recognise.ts'

type Tool = { name: string; label: string }

/** Reads chats of Gemini CLI, and of the tools that were made from it and keep the same files. */
export const createChatReader =
  (tool: Tool): Source['read'] =>
  (places, signal) =>
    readPlaces(places, (place, abort) => readChat(place, tool, abort), signal)

type Log = ReturnType<ReturnType<typeof createChatLog>['built']>
type Loaded = { log: Log; figures: ReadFigures } | { reason: string }

const readChat = async (
  { path }: Place,
  tool: Tool,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const loaded = isLog(path)
    ? await loadLog(path, tool, signal)
    : await loadDocument(path, tool, signal)
  if ('reason' in loaded) return { status: 'skipped', reason: loaded.reason }
  const { log, figures } = loaded
  const { nativeId, parentNativeId } = identify(path, log.head)
  const isSubagent = log.head.kind === 'subagent' || parentNativeId !== null
  const raw = log.entries.map(({ message }) => message)
  const cwd = await projectFolder(path, log.head, raw)
  const unknown = createUnknownRecords()
  const messages = drafted(log, { cwd, isSubagent, unknown, answered: answeredCalls(raw) })
  if (messages.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const session = buildSession(
    {
      tool: tool.name,
      nativeId,
      kind: isSubagent ? 'subagent' : 'main',
      parentNativeId,
      cwd,
      title: textOrNull(log.head.summary),
      figures: { ...figures, unknownRecords: unknown.counts() },
    },
    messages,
  )
  return { status: 'session', session }
}

const isLog = (path: string): boolean => /\.jsonl$/i.test(path)

const loadLog = async (path: string, tool: Tool, signal?: AbortSignal): Promise<Loaded> => {
  const log = createChatLog()
  let isOurs = false
  const take = (record: object): boolean => {
    isOurs ||= isChatRecord(record)
    log.add(record)
    return true
  }
  const { lines, file } = await readRecords(path, take, signal)
  if (!isOurs) return { reason: `is a file of another tool, not of ${tool.label}` }
  return { log: log.built(), figures: { lines, unknownRecords: {}, files: [file] } }
}

const HEAD_BYTES = 256 * 1024

const loadDocument = async (path: string, tool: Tool, signal?: AbortSignal): Promise<Loaded> => {
  if (!isChatDocument(await readHead(path, HEAD_BYTES, signal)))
    return { reason: `is a file of another tool, not of ${tool.label}` }
  const document = await readJson(path, signal)
  if ('problem' in document) return { reason: document.problem }
  const log = createChatLog()
  log.add({ $set: document.value })
  return { log: log.built(), figures: wholeFigures([{ path }]) }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A subagent's chat lies in a folder named after the session that started it. */
const identify = (path: string, head: ChatHead) => {
  const folder = basename(dirname(path))
  const isBelow = UUID.test(folder) && basename(dirname(dirname(path))) === 'chats'
  const stem = basename(path).replace(/\.jsonl?$/i, '')
  const own = textOrNull(head.sessionId, 200)
  const parentNativeId = isBelow ? folder : null
  const nativeId =
    own === null || own === parentNativeId ? [parentNativeId, stem].filter(Boolean).join('/') : own
  return { nativeId: nativeId.slice(0, 300), parentNativeId }
}

const drafted = (log: Log, context: DraftContext): MessageDraft[] => {
  const messages: MessageDraft[] = []
  for (const { message, isAbandoned } of log.entries) {
    for (const draft of draftsOf(fieldsOf<ChatMessage>(message), context)) {
      if (draft.blocks.length === 0 && draft.usage === null) continue
      draft.isAbandoned = isAbandoned
      messages.push(draft)
    }
  }
  return messages
}
