import { hash } from 'node:crypto'
import type { Block, MessageKind, MessageRole, Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import type { Entry, EntryMessage } from './entry.ts'
import { blocksOfContent } from './read-content.ts'

/** Entries that say nothing, or whose word is taken elsewhere. */
const SILENT = new Set([
  'session',
  'model_change',
  'thinking_level_change',
  'custom',
  'label',
  'session_info',
])

const SUMMARIES = new Set(['compaction', 'branch_summary', 'compactionSummary', 'branchSummary'])

/** Reads an entry that says something; null for any other. Of a kind nobody knows it is kept as it was found. */
export const draftOf = (
  entry: Entry,
  cwd: string | null,
  unknown: UnknownRecords,
): MessageDraft | null => {
  const type = textOrNull(entry.type, 100) ?? '(no type)'
  const common = { ts: timeOrNull(entry.timestamp), cwd }
  const message = fieldsOf<EntryMessage>(entry.message)
  if (SILENT.has(type)) return null
  const read = type === 'message' ? readMessage(message) : readOther(type, entry)
  if (read !== null) return draftMessage({ ...read, ...common, id: keyOf(entry) })
  const { id: _id, parentId: _parent, ...lasting } = entry
  const seed = JSON.stringify(boundedJson(lasting))
  return draftMessage(
    type === 'message'
      ? unknown.keep(message.role, message, { ...common, id: keyOf(entry) })
      : unknown.keep(entry.type, entry, { ...common, id: null, seed }),
  )
}

type Read = Pick<MessageDraft, 'role' | 'kind' | 'blocks'> & Partial<MessageDraft>

/**
 * Ids of entries are given again when an old file is brought to a new version, and are too short to be distinct across
 * sessions. When and what was said stays the same, also in a fork.
 */
const keyOf = ({ timestamp, message, summary, content }: Entry): string => {
  const {
    timestamp: at,
    content: said,
    command,
    output,
    summary: sum,
  } = fieldsOf<EntryMessage>(message)
  const identity = boundedJson([timestamp, at, said, command, output, summary ?? sum, content])
  return `entry:${hash('sha256', JSON.stringify(identity)).slice(0, 40)}`
}

const readMessage = (message: EntryMessage): Read | null => {
  switch (message.role) {
    case 'user':
      return said('user', 'human', blocksOfContent(message.content))
    case 'assistant':
      return {
        ...said('assistant', 'assistant', answerBlocks(message)),
        model: textOrNull(message.model, 200),
        usage: usageOf(message.usage),
      }
    case 'toolResult':
      return said('tool', 'tool_result', resultBlocks(message))
    case 'bashExecution':
      return said('user', 'command', commandBlocks(message))
    case 'custom':
    case 'hookMessage':
      return said('user', 'injected', blocksOfContent(message.content))
    case 'branchSummary':
    case 'compactionSummary':
      return said('user', 'summary', blocksOfContent(message.summary))
    default:
      return null
  }
}

const readOther = (type: string, { summary, content }: Entry): Read | null => {
  if (SUMMARIES.has(type)) return said('user', 'summary', blocksOfContent(summary))
  return type === 'custom_message' ? said('user', 'injected', blocksOfContent(content)) : null
}

const said = (role: MessageRole, kind: MessageKind, blocks: Block[]): Read => ({
  role,
  kind,
  blocks,
})

const answerBlocks = ({ content, errorMessage }: EntryMessage): Block[] => {
  const error = textOrNull(errorMessage)
  const blocks = blocksOfContent(content)
  return error === null ? blocks : [...blocks, { type: 'other', name: 'error', raw: error }]
}

const resultBlocks = ({ content, toolCallId, isError }: EntryMessage): Block[] => {
  const blocks = blocksOfContent(content)
  return [
    {
      type: 'tool_result',
      tool_call_id: textOrNull(toolCallId, 300),
      text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      is_error: isError === true,
    },
    ...blocks.filter(({ type }) => type === 'image'),
  ]
}

const commandBlocks = ({ command, output }: EntryMessage): Block[] =>
  [`! ${textOrNull(command) ?? ''}`, textOrNull(output)].flatMap((text): Block[] =>
    text === null ? [] : [{ type: 'text', text }],
  )

type RawUsage = { input?: unknown; output?: unknown; cacheRead?: unknown; cacheWrite?: unknown }

const usageOf = (value: unknown): Usage | null => {
  if (!isObject(value)) return null
  const { input, output, cacheRead, cacheWrite } = fieldsOf<RawUsage>(value)
  return {
    input_tokens: countOf(input),
    output_tokens: countOf(output),
    cache_creation_tokens: countOf(cacheWrite),
    cache_read_tokens: countOf(cacheRead),
  }
}
