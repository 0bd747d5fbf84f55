import { basename } from 'node:path'
import { createChatReader } from '../gemini-cli/read-chat.ts'
import { buildSession } from '../shared/build-session.ts'
import { createEditCollector } from '../shared/edit-collector.ts'
import { createEntryTree } from '../shared/entry-tree.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readToEnd } from '../shared/session-reader.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { OpenSession, Place, ReadOutcome } from '../source.ts'
import type { MessageDraft } from '../turns/session-draft.ts'
import type { ChatLine, SystemPayload } from './chat-line.ts'
import { editsOfAnswered } from './edits.ts'
import { draftOf } from './line-draft.ts'

export const INFO = { name: 'qwen-code', label: 'Qwen Code' }

/** A line of Qwen Code: parts as of Gemini, in a chain of uuids. */
export const isChatLine = (record: unknown): boolean => {
  const { uuid, type, message, subtype, systemPayload, sessionId } = fieldsOf<ChatLine>(record)
  if (typeof uuid !== 'string' || typeof sessionId !== 'string') return false
  if (type === 'system') return typeof subtype === 'string' && isObject(systemPayload)
  return Array.isArray(fieldsOf<{ parts?: unknown }>(message).parts)
}

const readOldChat = createChatReader(INFO)

/** Reads one session. Old versions kept their chats as Gemini CLI does. */
export const readSession = (places: readonly Place[], signal?: AbortSignal): Promise<ReadOutcome> =>
  readPlaces(
    places,
    (place, abort) => (isDocument(place) ? readOldChat([place], abort) : readChat(place, abort)),
    signal,
  )

const isDocument = ({ path }: Place): boolean => /\.json$/i.test(path)

const readChat = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> =>
  readToEnd(place.path, openChat(place), signal)

export const openSession = async (place: Place): Promise<OpenSession | undefined> =>
  isDocument(place) ? undefined : openChat(place)

const openChat = ({ path }: Place): OpenSession => {
  const chat = createChat()
  return {
    take: chat.add,
    letGo: chat.letGo,
    outcome: async ({ lines, file }, kept) => {
      if (!chat.isOurs())
        return { status: 'skipped', reason: 'is a file of another tool, not of Qwen Code' }
      const { messages, unknownRecords, title, ...built } = chat.built()
      if (messages.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
      const last = <K extends 'gitBranch' | 'version'>(key: K) =>
        messages.findLast((message) => message[key] !== null)?.[key] ?? null
      const session = buildSession(
        {
          tool: INFO.name,
          ...identify(built, basename(path).replace(/\.jsonl$/i, '')),
          cwd: messages.find(({ cwd }) => cwd !== null)?.cwd ?? null,
          gitBranch: last('gitBranch'),
          toolVersion: last('version'),
          title,
          figures: { lines, unknownRecords, files: [file] },
        },
        messages,
        kept,
      )
      return { status: 'session', session }
    },
  }
}

type Named = { sessionId: string | null; agentId: string | null; parent: string | null }

/** An agent writes under the name of the session it works for. */
const identify = ({ sessionId, agentId, parent }: Named, stem: string) => {
  if (agentId !== null && sessionId !== null)
    return {
      nativeId: `${sessionId}/${agentId}`.slice(0, 300),
      kind: 'subagent' as const,
      parentNativeId: sessionId,
    }
  const kind = parent === null ? ('main' as const) : ('fork' as const)
  return { nativeId: sessionId ?? stem, kind, parentNativeId: parent }
}

const createChat = () => {
  const messages: MessageDraft[] = []
  const seen = new Set<string>()
  const unknown = createUnknownRecords()
  const tree = createEntryTree()
  const edits = createEditCollector(editsOfAnswered)
  const facts = {
    isOurs: false,
    sessionId: null as string | null,
    title: null as string | null,
    parent: null as string | null,
    agentId: null as string | null,
  }

  const noteFacts = (line: ChatLine): void => {
    facts.sessionId ??= textOrNull(line.sessionId, 300)
    if (line.isSidechain === true) facts.agentId ??= textOrNull(line.agentId, 200)
    const { sessionId: copiedFrom } = fieldsOf<ChatLine>(line.forkedFrom)
    facts.parent ??= textOrNull(copiedFrom, 300)
    const payload = fieldsOf<SystemPayload>(line.systemPayload)
    if (line.subtype === 'custom_title')
      facts.title = textOrNull(payload.customTitle ?? payload.title, 500) ?? facts.title
    if (line.subtype === 'parent_session')
      facts.parent = textOrNull(payload.parentSessionId, 300) ?? facts.parent
  }

  const take = (line: ChatLine): MessageDraft | null => {
    const draft = draftOf(line, unknown)
    if (draft === null || (draft.blocks.length === 0 && draft.usage === null)) return null
    messages.push(draft)
    edits.note(draft, line)
    return draft
  }

  return {
    add: (record: object): boolean => {
      const line: ChatLine = record
      facts.isOurs ||= isChatLine(line)
      const uuid = textOrNull(line.uuid)
      // Written twice: the first stands.
      if (uuid !== null && seen.has(uuid)) return true
      if (uuid !== null) seen.add(uuid)
      noteFacts(line)
      tree.add(uuid, textOrNull(line.parentUuid), take(line))
      return true
    },
    isOurs: () => facts.isOurs,
    letGo: edits.letGo,
    built: () => {
      tree.settle()
      return {
        messages,
        unknownRecords: unknown.counts(),
        title: facts.title,
        sessionId: facts.sessionId,
        parent: facts.parent,
        agentId: facts.agentId,
      }
    },
  }
}
