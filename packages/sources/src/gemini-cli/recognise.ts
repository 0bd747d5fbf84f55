import { firstRecords, readHead } from '../files/first-records.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { fieldsOf } from '../shared/values.ts'
import type { ChatHead, ChatMessage } from './chat-record.ts'

/** Whether a record is of a chat: its head, or an answer. Prompts alone look like those of other tools. */
export const isChatRecord = (record: unknown): boolean => {
  const { sessionId, projectHash } = fieldsOf<ChatHead>(record)
  if (typeof sessionId === 'string' && typeof projectHash === 'string') return true
  const { type, content, toolCalls } = fieldsOf<ChatMessage>(record)
  return (
    (type === 'gemini' || type === 'qwen') && (content !== undefined || Array.isArray(toolCalls))
  )
}

/** Whether the beginning of a file that is one JSON value is that of a chat. */
export const isChatDocument = (head: string): boolean => {
  const { kind, keys } = outlineOf(head)
  return kind === 'object' && keys.has('sessionId') && keys.has('projectHash')
}

const HEAD_BYTES = 256 * 1024

/**
 * Whose chat a file holds, if any: one document in older versions, a log in newer ones. Qwen Code once kept the very same
 * files; the place and the name of who answers distinguish them.
 */
export const chatToolOf = async (
  path: string,
  signal?: AbortSignal,
): Promise<'gemini-cli' | 'qwen-code' | null> => {
  const head = await readHead(path, HEAD_BYTES, signal)
  const isChat = isChatDocument(head) || (await firstRecords(path, signal)).some(isChatRecord)
  if (!isChat) return null
  const isOfQwen = /[\\/]\.qwen[\\/]/.test(path) || /"type":\s*"qwen"/.test(head)
  return isOfQwen ? 'qwen-code' : 'gemini-cli'
}
