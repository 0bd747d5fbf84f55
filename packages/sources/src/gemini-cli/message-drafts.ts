import type { Block, MessageKind, Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import { draftMessage, type MessageDraft, type TurnEdit } from '../turns/session-draft.ts'
import type { ChatMessage, ChatToolCall } from './chat-record.ts'
import { editsOfCall } from './edits.ts'
import { kindOfText, withoutFiles, withoutHookContext } from './prompt-text.ts'
import { blocksOfParts, readResponse } from './read-parts.ts'

export type DraftContext = {
  cwd: string | null
  isSubagent: boolean
  unknown: UnknownRecords
  /** Calls with which their answer stands. */
  answered: ReadonlySet<string>
}

/** One message of a chat: what was said, and in a message of its own what the tools answered. */
export const draftsOf = (message: ChatMessage, context: DraftContext): MessageDraft[] => {
  const common = {
    id: textOrNull(message.id),
    ts: timeOrNull(message.timestamp),
    cwd: context.cwd,
  }
  if (message.type === 'user') return [userDraft(message, common, context)]
  if (message.type === 'gemini' || message.type === 'qwen')
    return answerDrafts(message, common, context)
  if (!NOTICES.has(message.type))
    return [draftMessage(context.unknown.keep(kindOfUnknown(message), message, common))]
  const blocks = blocksOfParts(message.content)
  return [draftMessage({ ...common, role: 'system', kind: 'injected', blocks })]
}

/** An operation on the log is named by its key, such as `$set`. */
const kindOfUnknown = (message: ChatMessage): unknown =>
  message.type ?? Object.keys(message).find((key) => key.startsWith('$'))

const NOTICES: ReadonlySet<unknown> = new Set(['info', 'warning', 'error'])

type Common = Pick<MessageDraft, 'id' | 'ts' | 'cwd'>

const userDraft = (
  message: ChatMessage,
  common: Common,
  { isSubagent, answered }: DraftContext,
): MessageDraft => {
  const parts = blocksOfParts(message.content)
  if (parts.some(({ type }) => type === 'tool_result')) return answersDraft(parts, common, answered)
  const said = withoutFiles(withoutHookContext(parts))
  const shown = withoutHookContext(blocksOfParts(message.displayContent)).filter(
    // What stands there of a tool is shown with its call.
    ({ type }) => type !== 'tool_result',
  )
  const blocks = shown.length > 0 ? [...shown, ...behind(said, shown)] : said
  const kind = kindOfBlocks(blocks)
  return draftMessage({
    ...common,
    role: 'user',
    kind: isSubagent && kind === 'human' ? 'injected' : kind,
    blocks,
  })
}

/**
 * Newer versions record what tools answered a second time, as the model hears it, pictures and all, and once more when the
 * chat is resumed: what stands with its call already is left out.
 */
const answersDraft = (
  parts: readonly Block[],
  common: Common,
  answered: ReadonlySet<string>,
): MessageDraft => {
  const isKnown = (block: Block): boolean =>
    block.type === 'tool_result' && answered.has(block.tool_call_id ?? '')
  const blocks = parts.filter((block) => !isKnown(block))
  if (blocks.some(({ type }) => type === 'tool_result'))
    return draftMessage({ ...common, role: 'tool', kind: 'tool_result', blocks })
  const texts = blocks.filter(({ type }) => type === 'text')
  return draftMessage({ ...common, role: 'user', kind: 'injected', blocks: texts })
}

/** What the model was given beyond what the person saw. */
const behind = (said: readonly Block[], shown: readonly Block[]): Block[] => {
  const seen = new Set(shown.map((block) => JSON.stringify(block)))
  return said
    .filter((block) => !seen.has(JSON.stringify(block)))
    .map((block) =>
      block.type === 'text' ? { type: 'other', name: 'context', raw: block.text } : block,
    )
}

const kindOfBlocks = (blocks: readonly Block[]): MessageKind => {
  const first = blocks.find(({ type }) => type === 'text')
  if (first?.type === 'text') return kindOfText(first.text)
  return blocks.some(({ type }) => type === 'image' || type === 'file') ? 'human' : 'injected'
}

const callsOf = ({ toolCalls }: ChatMessage): ChatToolCall[] =>
  (Array.isArray(toolCalls) ? toolCalls : []).filter(isObject)

export const answeredCalls = (messages: readonly ChatMessage[]): ReadonlySet<string> =>
  new Set(
    messages
      .flatMap(callsOf)
      .flatMap((call) => (answerOf(call) === null ? [] : (textOrNull(call.id, 300) ?? []))),
  )

const answerDrafts = (
  message: ChatMessage,
  common: Common,
  context: DraftContext,
): MessageDraft[] => {
  const calls = callsOf(message)
  const model = textOrNull(message.model, 200)
  const answer = draftMessage({
    ...common,
    role: 'assistant',
    kind: 'assistant',
    model,
    usage: usageOf(message.tokens),
    blocks: [
      ...thoughtsOf(message.thoughts),
      ...blocksOfParts(message.content),
      ...calls.flatMap(callBlock),
    ],
  })
  const results = calls.flatMap(resultBlocks)
  answer.edits = calls.flatMap((call) => editsMade(call, context.cwd))
  if (results.length === 0) return [answer]
  const result = draftMessage({
    ...common,
    id: common.id === null ? null : `${common.id}:results`,
    role: 'tool',
    kind: 'tool_result',
    blocks: results,
  })
  return [answer, result]
}

type Thought = { subject?: unknown; description?: unknown }

const thoughtsOf = (thoughts: unknown): Block[] =>
  (Array.isArray(thoughts) ? thoughts : []).flatMap((one: unknown): Block[] => {
    const { subject, description } = fieldsOf<Thought>(one)
    const text = [textOrNull(subject), textOrNull(description)].filter(Boolean).join('\n')
    return text === '' ? [] : [{ type: 'thinking', text }]
  })

const callBlock = (raw: ChatToolCall): Block[] => [
  {
    type: 'tool_call',
    id: textOrNull(raw.id, 300),
    name: textOrNull(raw.name, 200) ?? 'unknown',
    input: boundedJson(raw.args ?? null),
  },
]

/** Nothing while the tool still runs. */
const resultBlocks = (raw: ChatToolCall): Block[] => {
  const answer = answerOf(raw)
  if (answer === null) return []
  const { text, isError } = answer
  return [
    { type: 'tool_result', tool_call_id: textOrNull(raw.id, 300), text, is_error: isError },
    ...blocksOfParts(ownParts(raw)).filter(({ type }) => type === 'image'),
  ]
}

type Answered = { functionResponse?: unknown }

const responseIn = (part: unknown): unknown => fieldsOf<Answered>(part).functionResponse

/** Of calls that were made together newer versions note with each what all were answered: one after the other, each with its pictures. */
const ownParts = ({ id, result }: ChatToolCall): readonly unknown[] => {
  const list: unknown[] = Array.isArray(result) ? result : []
  const isOwn = (part: unknown) => fieldsOf<{ id?: unknown }>(responseIn(part)).id === id
  const from = list.findIndex((part) => responseIn(part) !== undefined && isOwn(part))
  if (from === -1) return list
  const after = list.slice(from + 1)
  const end = after.findIndex((part) => responseIn(part) !== undefined)
  return list.slice(from, end === -1 ? undefined : from + 1 + end)
}

const answerOf = (raw: ChatToolCall): { text: string; isError: boolean } | null => {
  const shown = textOrNull(raw.resultDisplay)
  const didFail = raw.status === 'error' || raw.status === 'cancelled'
  const answer = ownParts(raw).find((part) => responseIn(part) !== undefined)
  const { response } = fieldsOf<{ response?: unknown }>(responseIn(answer))
  if (response !== undefined) {
    const { text, isError } = readResponse(response)
    return { text, isError: isError || didFail }
  }
  const text = textOrNull(raw.result) ?? shown
  return text === null && !didFail ? null : { text: text ?? '', isError: didFail }
}

const editsMade = (raw: ChatToolCall, cwd: string | null): TurnEdit[] => {
  const answer = answerOf(raw)
  const didSucceed = raw.status === 'success' || (raw.status === undefined && answer !== null)
  if (!didSucceed || answer?.isError === true) return []
  const name = textOrNull(raw.name, 200) ?? ''
  const ts = timeOrNull(raw.timestamp)
  return editsOfCall(name, { args: raw.args, display: raw.resultDisplay }, cwd).map((edit) => ({
    ...edit,
    toolCallId: textOrNull(raw.id, 300),
    ts,
  }))
}

type Tokens = {
  input?: unknown
  output?: unknown
  cached?: unknown
  thoughts?: unknown
  tool?: unknown
}

/** Gemini counts cached tokens as part of the input, and thoughts beside the output. */
const usageOf = (value: unknown): Usage | null => {
  if (!isObject(value)) return null
  const { input, output, cached, thoughts, tool } = fieldsOf<Tokens>(value)
  return {
    input_tokens: Math.max(0, countOf(input) - countOf(cached)) + countOf(tool),
    output_tokens: countOf(output) + countOf(thoughts),
    cache_creation_tokens: 0,
    cache_read_tokens: countOf(cached),
  }
}
