import type { MessageId, MessageKind } from '@teamlore/shared'
import { digestToolCall, type ToolCall } from '../../sessions/tool-calls.ts'
import type { DistilMessage } from './distil.types.ts'

export type ToolResult = { callId: string | null; text: string; isError: boolean }

/**
 * A message reduced to what distilling looks at. Bounded, whatever the message holds, so a session of any length can
 * be read page by page without keeping its tool output in memory.
 */
export type MessageDigest = {
  id: MessageId
  key: string
  ts: Date | null
  kind: MessageKind
  /** A command that takes the last change back. */
  undoes: boolean
  cwd: string | null
  /** What a person or the assistant wrote, wrappers of the coding tool taken out. */
  text: string
  calls: ToolCall[]
  results: ToolResult[]
}

const MAX_TEXT = 24_000
const MAX_CALLS = 100
const RESULT_HEAD = 2_000
const RESULT_TAIL = 1_000

/** Elements whose names have a `-` or `_` are wrappers of coding tools, not HTML: reminders, opened files, hook output. */
const WRAPPER = /<([a-z]+[-_][a-z_-]*)(?:\s[^<>]{0,300})?>[\s\S]*?<\/\1>/gi
const TOOL_NOTES = /\[(?:Image|Request interrupted|Pasted text|Tool use)[^\]\n]{0,200}\]/g
/** What clients write into the assistant's place when the service fails. */
const CLIENT_NOISE =
  /^(API Error\b|No response requested|Invalid API key|Credit balance|You've (hit|reached) your|Claude usage limit|Prompt is too long|Request (timed out|interrupted))/i
const COMMAND_ARGS = /<command-args>([\s\S]*?)<\/command-args>/
/** Commands of coding tools that take the last change back; `/rewind` may mean the talk alone. */
const UNDO = /^\/undo\b|<command-name>\/?undo<\/command-name>/i
const COMMAND_NAME = /<command-name>\/?([\w:.-]+)<\/command-name>/

const stripWrappers = (text: string) => text.replace(WRAPPER, ' ').replace(TOOL_NOTES, ' ').trim()

/** `/fix login <…>` as a person would read it; empty for commands that only steer the tool, such as /clear. */
const commandText = (text: string): string => {
  const marked = COMMAND_ARGS.exec(text)
  if (marked) return (marked[1] ?? '').trim()
  if (COMMAND_NAME.test(text)) return ''
  const typed = /^\/[\w:.-]+\s+([\s\S]+)$/.exec(stripWrappers(text))
  return (typed?.[1] ?? '').trim()
}

const shorten = (text: string) =>
  text.length <= RESULT_HEAD + RESULT_TAIL
    ? text
    : `${text.slice(0, RESULT_HEAD)}\n${text.slice(-RESULT_TAIL)}`

const textOf = (message: DistilMessage): string => {
  const texts = message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const text = texts.join('\n\n').slice(0, MAX_TEXT).replaceAll('\r', '')
  if (message.kind === 'command') return commandText(text)
  if (message.kind === 'assistant') {
    const synthetic = message.model === '<synthetic>' || CLIENT_NOISE.test(text.trim())
    return synthetic ? '' : stripWrappers(text)
  }
  return message.kind === 'human' ? stripWrappers(text) : text
}

export const digestMessage = (message: DistilMessage): MessageDigest => ({
  id: message.id,
  key: message.key,
  ts: message.ts,
  kind: message.kind,
  cwd: message.cwd,
  text: textOf(message),
  undoes:
    message.kind === 'command' &&
    message.blocks.some((block) => block.type === 'text' && UNDO.test(block.text.trim())),
  calls: message.blocks
    .flatMap((block) => (block.type === 'tool_call' ? [digestToolCall(block)] : []))
    .slice(0, MAX_CALLS),
  results: message.blocks
    .flatMap((block) =>
      block.type === 'tool_result'
        ? [{ callId: block.tool_call_id, text: shorten(block.text), isError: block.is_error }]
        : [],
    )
    .slice(0, MAX_CALLS),
})
