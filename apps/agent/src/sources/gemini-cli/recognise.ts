import { firstRecords, readHead } from '../../files/first-records.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { fieldsOf } from '../shared/values.ts'
import type { ChatHead, ChatMessage } from './chat-record.ts'

/** Whether a record is of a chat: its head, or an answer. Prompts alone look like those of other tools. */
export const isChatRecord = (record: unknown): boolean => {
  const { sessionId, projectHash } = fieldsOf<ChatHead>(record)
  if (typeof sessionId === 'string' && typeof projectHash === 'string') return true
  const { type, content, toolCalls } = fieldsOf<ChatMessage>(record)
  return type === 'gemini' && (content !== undefined || Array.isArray(toolCalls))
}

/** Whether the beginning of a file that is one JSON value is that of a chat. */
export const isChatDocument = (head: string): boolean => {
  const { kind, keys } = outlineOf(head)
  return kind === 'object' && keys.has('sessionId') && keys.has('projectHash')
}

const HEAD_BYTES = 256 * 1024

/** A chat is one document in older versions and a log in newer ones. */
export const recogniseChat = async (path: string, signal?: AbortSignal): Promise<boolean> =>
  isChatDocument(await readHead(path, HEAD_BYTES, signal)) ||
  (await firstRecords(path, signal)).some(isChatRecord)
