import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { ChatMessage, ChatToolCall, LoggedMessage, Part } from './chat-record.ts'

/**
 * Which message says the same as one of another name. What is left of a chat after a compression comes under new names, in
 * the form in which the model receives it.
 */
export const knownContent = (entries: readonly LoggedMessage[]) => {
  const byContent = new Map<string, LoggedMessage>()
  for (const entry of entries)
    for (const mark of marksOf(entry.message)) if (!byContent.has(mark)) byContent.set(mark, entry)
  return {
    originalOf: (message: ChatMessage): LoggedMessage | undefined => {
      const marks = marksOf(message)
      return marks.every((mark) => byContent.has(mark)) ? byContent.get(marks[0] ?? '') : undefined
    },
  }
}

export type KnownContent = ReturnType<typeof knownContent>

const marksOf = (message: ChatMessage): string[] => {
  if (message.type === 'user') return [`user ${JSON.stringify(partsOf(message.content))}`]
  if (message.type !== 'gemini') return []
  const calls = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isObject) : []
  return [
    ...partsOf(message.content).flatMap(marksOfPart),
    ...calls.flatMap(({ id }: ChatToolCall) => markOfCall(id)),
  ]
}

const partsOf = (content: unknown): readonly unknown[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  return Array.isArray(content) ? content : [content]
}

const marksOfPart = (part: unknown): string[] => {
  const { text, thought, functionCall } = fieldsOf<Part>(part)
  if (thought === true) return []
  const said = textOrNull(text)
  return said === null ? markOfCall(fieldsOf<{ id?: unknown }>(functionCall).id) : [`says ${said}`]
}

const markOfCall = (id: unknown): string[] => {
  const known = textOrNull(id)
  return known === null ? [] : [`calls ${known}`]
}
