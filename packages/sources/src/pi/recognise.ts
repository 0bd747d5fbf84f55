import { fieldsOf } from '../shared/values.ts'
import type { Entry, EntryMessage } from './entry.ts'

/** Whether a record is Pi's: the head of a session, or a message that no other tool writes like this. */
export const isEntry = (record: unknown): boolean => {
  const { type, id, cwd, message } = fieldsOf<Entry>(record)
  if (type === 'session') return typeof id === 'string' && typeof cwd === 'string'
  if (type !== 'message') return false
  const { role, provider, toolCallId } = fieldsOf<EntryMessage>(message)
  if (role === 'toolResult') return typeof toolCallId === 'string'
  return role === 'bashExecution' || (role === 'assistant' && typeof provider === 'string')
}
