import { boundedJson } from '../shared/bounded-json.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { ChatHead, ChatMessage, ChatToolCall, LoggedMessage } from './chat-record.ts'
import { type KnownContent, knownContent } from './known-content.ts'

/**
 * Follows the log of a chat: a message is written again whenever it changed, and what stands last holds, in the place of
 * the first. What the tool takes out of its own memory (rewinding, compressing) is kept: rewound messages are marked,
 * compressed ones stay as they were.
 */
export const createChatLog = () => {
  let head: ChatHead = {}
  const entries: LoggedMessage[] = []
  const byId = new Map<string, LoggedMessage>()
  const copies = new Map<string, LoggedMessage>()

  const put = (message: ChatMessage): void => {
    const id = textOrNull(message.id)
    const before = id === null ? undefined : byId.get(id)
    if (before !== undefined) {
      before.message = message
      before.isAbandoned = false
      return
    }
    const entry = { message, isAbandoned: false }
    entries.push(entry)
    if (id !== null) byId.set(id, entry)
  }

  const takeAgain = (message: ChatMessage, known: KnownContent): void => {
    const id = textOrNull(message.id) ?? ''
    const before = byId.get(id)
    const original = before ?? known.originalOf(message)
    if (before === undefined && original !== undefined) copies.set(id, original)
    const saysMore = before !== undefined && sizeOf(message) > sizeOf(before.message)
    if (original === undefined || saysMore) put(message)
    else original.isAbandoned = false
  }

  /** A checkpoint: outputs in it may be masked, so a message that is known stays as it was unless it says more. */
  const checkpoint = (messages: readonly unknown[]): void => {
    const known = knownContent(entries)
    for (const one of messages) if (isObject(one)) takeAgain(one, known)
  }

  const rewindTo = (id: unknown): void => {
    const target = typeof id === 'string' ? (byId.get(id) ?? copies.get(id)) : undefined
    const from = target === undefined ? 0 : entries.indexOf(target)
    for (const entry of entries.slice(from)) entry.isAbandoned = true
  }

  const set = (fields: object): void => {
    const { messages, ...rest } = fieldsOf<ChatHead>(fields)
    head = { ...head, ...rest }
    if (Array.isArray(messages)) checkpoint(messages)
  }

  /** The same in newer versions: only what became of each message, and which of them are left, in which order. */
  const patch = (fields: object): void => {
    const { updates } = fieldsOf<Patch>(fields)
    for (const update of Array.isArray(updates) ? updates : [fields]) {
      const entry = byId.get(textOrNull(fieldsOf<Patch>(update).id) ?? '')
      if (entry === undefined) continue
      const patched = patchedBy(entry.message, fieldsOf<Patch>(update))
      if (sizeOf(patched) > sizeOf(entry.message)) entry.message = patched
    }
  }

  return {
    add: (record: object): void => {
      const { $set, $patch, $rewindTo, ...rest } = fieldsOf<Operation>(record)
      if ($rewindTo !== undefined) rewindTo($rewindTo)
      else if (isObject($patch)) patch($patch)
      else if (isObject($set)) set($set)
      else if ('type' in rest) put(rest)
      else if ('sessionId' in rest) set(rest)
      // Without a type it takes nobody's place.
      else entries.push({ message: record, isAbandoned: false })
    },
    built: () => ({ head, entries }),
  }
}

type Operation = { $set?: unknown; $patch?: unknown; $rewindTo?: unknown }
type Patch = { id?: unknown; content?: unknown; toolCalls?: unknown; updates?: unknown }

const patchedBy = (message: ChatMessage, { content, toolCalls }: Patch): ChatMessage => {
  const results = new Map(
    (Array.isArray(toolCalls) ? toolCalls : [])
      .map((call) => fieldsOf<ChatToolCall>(call))
      .map(({ id, result }) => [id, result]),
  )
  const calls = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isObject) : []
  const answered = calls.map((call: ChatToolCall) =>
    results.has(call.id) ? { ...call, result: results.get(call.id) } : call,
  )
  return {
    ...message,
    ...(content === undefined ? {} : { content }),
    ...(answered.length === 0 ? {} : { toolCalls: answered }),
  }
}

const sizeOf = (message: ChatMessage): number => JSON.stringify(boundedJson(message)).length
