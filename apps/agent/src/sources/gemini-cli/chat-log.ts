import { boundedJson } from '../shared/bounded-json.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { ChatHead, ChatMessage } from './chat-record.ts'

export type LoggedMessage = { message: ChatMessage; isAbandoned: boolean }

/**
 * Follows the log of a chat: a message is written again whenever it changed, and what stands last holds, in the place of
 * the first. What the tool takes out of its own memory (rewinding, compressing) is kept: rewound messages are marked,
 * compressed ones stay as they were.
 */
export const createChatLog = () => {
  let head: ChatHead = {}
  const entries: LoggedMessage[] = []
  const byId = new Map<string, LoggedMessage>()

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

  /** A checkpoint: outputs in it may be masked, so a message that is known stays as it was unless it says more. */
  const checkpoint = (messages: readonly unknown[]): void => {
    for (const one of messages) {
      if (!isObject(one)) continue
      const message: ChatMessage = one
      const before = byId.get(textOrNull(message.id) ?? '')
      if (before === undefined || sizeOf(message) > sizeOf(before.message)) put(message)
      else before.isAbandoned = false
    }
  }

  const rewindTo = (id: unknown): void => {
    const target = typeof id === 'string' ? byId.get(id) : undefined
    const from = target === undefined ? 0 : entries.indexOf(target)
    for (const entry of entries.slice(from)) entry.isAbandoned = true
  }

  const patch = (fields: object): void => {
    const { messages, ...rest } = fieldsOf<ChatHead>(fields)
    head = { ...head, ...rest }
    if (Array.isArray(messages)) checkpoint(messages)
  }

  return {
    add: (record: object): void => {
      const { $set, $rewindTo, ...rest } = fieldsOf<{ $set?: unknown; $rewindTo?: unknown }>(record)
      if ($rewindTo !== undefined) rewindTo($rewindTo)
      else if (isObject($set)) patch($set)
      else if ('type' in rest) put(rest)
      else if ('sessionId' in rest) patch(rest)
      // Without a type it takes nobody's place.
      else entries.push({ message: record, isAbandoned: false })
    },
    built: () => ({ head, entries }),
  }
}

const sizeOf = (message: ChatMessage): number => JSON.stringify(boundedJson(message)).length
