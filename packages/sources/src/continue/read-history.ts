import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageOfDataUrl } from '../shared/data-url.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { parseJson } from '../shared/parse-json.ts'
import { NAMELESS, type UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'
import { fileChanges } from './file-changes.ts'
import {
  listOf,
  type RawCall,
  type RawItem,
  type RawMessage,
  type RawToolState,
} from './raw-session.ts'
import { modelOfUsage, usageOf } from './usage.ts'

/** The turns of a history. It has no times but those of the model's thoughts. */
export const turnsOfHistory = (
  items: readonly RawItem[],
  cwd: string | null,
  unknown: UnknownRecords,
): Turn[] => {
  const messages = items.map(({ message }) => fieldsOf<RawMessage>(message))
  const answered = new Set(
    messages.flatMap(({ role, toolCallId }) =>
      role === 'tool' ? (textOrNull(toolCallId) ?? []) : [],
    ),
  )
  return items.flatMap((item, at) => {
    const message = messages[at] ?? {}
    const turns = [
      ...summaryTurns(item),
      ...(READERS.get(message.role)?.(message, item, cwd) ?? [
        unknown.keep(message.role, item.message ?? item, NAMELESS),
      ]),
      ...stateTurns(item, answered),
    ]
    return turns.filter(({ blocks }) => blocks.length > 0)
  })
}

type Reader = (message: RawMessage, item: RawItem, cwd: string | null) => Turn[]

const userTurns: Reader = ({ content }, { contextItems }) => {
  const typed = blocksOf(content)
  const kind = typed.length > 0 ? 'human' : 'injected'
  return [
    { id: null, ts: null, role: 'user', kind, blocks: [...typed, ...contextBlocks(contextItems)] },
  ]
}

const assistantTurns: Reader = ({ content, toolCalls, usage }, item, cwd) => {
  const thought = fieldsOf<{ text?: unknown; startAt?: unknown }>(item.reasoning)
  const edits = listOf(item.toolCallStates).flatMap((state) => editsOfState(state, cwd))
  return [
    {
      id: null,
      ts: timeOrNull(thought.startAt),
      role: 'assistant',
      kind: 'assistant',
      model: titleOfModel(item) ?? modelOfUsage(usage),
      usage: usageOf(usage),
      blocks: [
        ...thinkingBlocks(thought.text),
        ...blocksOf(content),
        ...listOf(toolCalls).map((call) => callBlock(fieldsOf<RawCall>(call))),
      ],
      edits,
    },
  ]
}

const thinkingTurns: Reader = ({ content }) => [
  {
    id: null,
    ts: null,
    role: 'assistant',
    kind: 'assistant',
    blocks: thinkingBlocks(textIn(content)),
  },
]

const toolTurns: Reader = ({ content, toolCallId }) => [
  {
    id: null,
    ts: null,
    role: 'tool',
    kind: 'tool_result',
    blocks: [
      {
        type: 'tool_result',
        tool_call_id: textOrNull(toolCallId, 300),
        text: textIn(content),
        is_error: false,
      },
    ],
  },
]

const systemTurns: Reader = ({ content }) => [
  { id: null, ts: null, role: 'system', kind: 'injected', blocks: blocksOf(content) },
]

const READERS = new Map<unknown, Reader>([
  ['user', userTurns],
  ['assistant', assistantTurns],
  ['thinking', thinkingTurns],
  ['tool', toolTurns],
  ['system', systemTurns],
])

const summaryTurns = ({ conversationSummary }: RawItem): Turn[] => {
  const text = textOrNull(conversationSummary)
  return text === null
    ? []
    : [{ id: null, ts: null, role: 'system', kind: 'summary', blocks: [{ type: 'text', text }] }]
}

/** What tools answered stands with the call, unless it has a message of its own. */
const stateTurns = ({ toolCallStates }: RawItem, answered: ReadonlySet<string>): Turn[] => {
  const blocks = listOf(toolCallStates).flatMap((one): Block[] => {
    const { toolCallId, status, output } = fieldsOf<RawToolState>(one)
    const id = textOrNull(toolCallId, 300)
    if (!Array.isArray(output) || (id !== null && answered.has(id))) return []
    const is_error = status === 'errored'
    return [{ type: 'tool_result', tool_call_id: id, text: textOfOutput(output), is_error }]
  })
  return [{ id: null, ts: null, role: 'tool', kind: 'tool_result', blocks }]
}

const textOfOutput = (output: unknown): string =>
  listOf(output)
    .map((part) => textIn(fieldsOf<{ content?: unknown }>(part).content))
    .join('\n')

const editsOfState = (state: unknown, cwd: string | null): TurnEdit[] => {
  const { toolCallId, toolCall, status, output } = fieldsOf<RawToolState>(state)
  if (status !== 'done') return []
  const { name, input } = callOf(fieldsOf<RawCall>(toolCall))
  return fileChanges(name, input, textOfOutput(output), cwd).map((edit) => ({
    ...edit,
    toolCallId: textOrNull(toolCallId, 300),
  }))
}

type RawPart = { type?: unknown; text?: unknown; imageUrl?: unknown }

const blocksOf = (content: unknown): Block[] => {
  if (typeof content === 'string')
    return content.trim() === '' ? [] : [{ type: 'text', text: content }]
  return listOf(content).flatMap((part): Block[] => {
    const { type, text, imageUrl } = fieldsOf<RawPart>(part)
    if (typeof text === 'string') return text.trim() === '' ? [] : [{ type: 'text', text }]
    if (type === 'imageUrl') return imageOfDataUrl(fieldsOf<{ url?: unknown }>(imageUrl).url)
    return [{ type: 'other', name: textOrNull(type, 100) ?? 'unknown', raw: boundedJson(part) }]
  })
}

const textIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => textOrNull(fieldsOf<RawPart>(part).text) ?? '')
        .join('\n')

const thinkingBlocks = (text: unknown): Block[] =>
  typeof text === 'string' && text.trim() !== '' ? [{ type: 'thinking', text }] : []

type RawContext = { name?: unknown; content?: unknown; uri?: unknown }

const contextBlocks = (items: unknown): Block[] =>
  listOf(items).map((one): Block => {
    const { name, content, uri } = fieldsOf<RawContext>(one)
    const path = pathOfUri(fieldsOf<{ value?: unknown }>(uri).value)
    const text = textOrNull(content)
    if (path !== null) return { type: 'file', path, ...(text === null ? {} : { text }) }
    return { type: 'other', name: 'context', raw: { name: textOrNull(name, 300), content: text } }
  })

const callOf = ({ function: called }: RawCall) => {
  const { name, arguments: given } = fieldsOf<{ name?: unknown; arguments?: unknown }>(called)
  return { name: textOrNull(name, 200) ?? 'unknown', input: parseJson(given) ?? given ?? null }
}

const callBlock = (call: RawCall): Block => {
  const { name, input } = callOf(call)
  return { type: 'tool_call', id: textOrNull(call.id, 300), name, input: boundedJson(input) }
}

/** Prompts are logged whole with every answer; all that is wanted of them is which model it was. */
const titleOfModel = ({ promptLogs }: RawItem): string | null =>
  textOrNull(fieldsOf<{ modelTitle?: unknown }>(listOf(promptLogs).at(-1)).modelTitle, 200)
