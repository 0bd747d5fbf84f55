import type { Block, Usage } from '@teamlore/shared'
import { isAskedByTeamlore } from '../shared/asked-by-teamlore.ts'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageBlock } from '../shared/image-block.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn } from '../turns/session-draft.ts'
import { editsOfCall } from './edits.ts'
import { listOf, type RawBubble, type RawTool } from './raw-cursor.ts'

type Context = {
  cwd: string | null
  model: string | null
  isSubagent: boolean
  unknown: UnknownRecords
}

/** Whose a bubble is, as today's versions number it and earlier ones name it; now and then nobody says. */
const ASKED: ReadonlySet<unknown> = new Set([1, 'user'])
const ANSWERED: ReadonlySet<unknown> = new Set([2, 'ai', 'assistant', undefined, null])

/** A bubble, and behind it what the tool it called answered; nothing for one in which nothing was said. */
export const turnsOfBubble = (bubble: RawBubble, context: Context): Turn[] => {
  const { type } = bubble
  const common = {
    id: textOrNull(bubble.bubbleId, 200) ?? textOrNull(bubble.id, 200),
    ts: timeOf(bubble),
    cwd: context.cwd,
  }
  if (!ASKED.has(type) && !ANSWERED.has(type))
    return [context.unknown.keep(`bubble ${String(type)}`, bubble, common)]
  const text = textOrNull(bubble.text) ?? textOrNull(bubble.rawText)
  const said: Block[] = text === null || text.trim() === '' ? [] : [{ type: 'text', text }]
  if (ASKED.has(type)) {
    const blocks = [...said, ...imagesOf(bubble.images)]
    if (blocks.length === 0) return []
    // What a hook has it go on with comes as if it were typed.
    const isPutIn = context.isSubagent || isAskedByTeamlore(text ?? '')
    return [{ ...common, role: 'user', kind: isPutIn ? 'injected' : 'human', blocks }]
  }
  return answerTurns(bubble, [...thoughtsOf(bubble.thinking), ...said], { ...context, ...common })
}

const answerTurns = (
  bubble: RawBubble,
  said: readonly Block[],
  context: Context & Pick<Turn, 'id' | 'ts'>,
): Turn[] => {
  const { id, ts, cwd, model } = context
  const tool = readTool(fieldsOf<RawTool>(bubble.toolFormerData), cwd)
  const blocks = [...said, ...(tool?.call ?? [])]
  if (blocks.length === 0) return []
  const answer: Turn = {
    id,
    ts,
    cwd,
    role: 'assistant',
    kind: 'assistant',
    model: modelOf(bubble) ?? model,
    usage: usageOf(bubble.tokenCount),
    blocks,
    edits: tool?.edits ?? [],
  }
  if (tool === undefined || tool.result.length === 0) return [answer]
  const results = id === null ? null : `${id}:results`
  return [answer, { id: results, ts, cwd, role: 'tool', kind: 'tool_result', blocks: tool.result }]
}

const readTool = (raw: RawTool, cwd: string | null) => {
  const name = textOrNull(raw.name, 200)
  if (name === null) return undefined
  const id = textOrNull(raw.toolCallId, 300)
  const params = parsed(raw.params)
  const args = parsed(raw.rawArgs) ?? params
  const result = parsed(raw.result)
  const isRefused = raw.userDecision === 'rejected'
  const call: Block[] = [{ type: 'tool_call', id, name, input: boundedJson(args ?? null) }]
  const isDone = raw.status === 'completed' && !isRefused
  const hasFailed = raw.status === 'error' || raw.status === 'cancelled' || isRefused
  const text = resultText(result)
  const edits = isDone
    ? editsOfCall({ name, args, params, result }, cwd).map((edit) => ({ ...edit, toolCallId: id }))
    : []
  const isAnswered = isDone || hasFailed
  const results: Block[] = isAnswered
    ? [{ type: 'tool_result', tool_call_id: id, text, is_error: hasFailed }]
    : []
  return { call, result: results, edits }
}

/** Arguments and results are JSON within JSON, now and then plain text. */
const parsed = (value: unknown): unknown => {
  const text = textOrNull(value)
  if (text === null) return value === '' ? undefined : value
  return parseJson(text) ?? text
}

type RawResult = { contents?: unknown; output?: unknown; error?: unknown }

const resultText = (result: unknown): string => {
  if (typeof result === 'string') return result
  const { contents, output, error } = fieldsOf<RawResult>(result)
  const plain = textOrNull(contents) ?? textOrNull(output) ?? textOrNull(error)
  return (
    plain ?? (result === undefined || result === null ? '' : JSON.stringify(boundedJson(result)))
  )
}

const thoughtsOf = (thinking: unknown): Block[] => {
  const text = textOrNull(thinking) ?? textOrNull(fieldsOf<{ text?: unknown }>(thinking).text)
  return text === null ? [] : [{ type: 'thinking', text }]
}

type RawImage = { data?: unknown; mimeType?: unknown }

const imagesOf = (images: unknown): Block[] =>
  listOf(images).flatMap((image): Block[] => {
    const { data, mimeType } = fieldsOf<RawImage>(image)
    return typeof data === 'string' ? [imageBlock(data, textOrNull(mimeType, 100))] : []
  })

type RawTiming = { clientStartTime?: unknown; clientRpcSendTime?: unknown }

const timeOf = ({ createdAt, timingInfo }: RawBubble): string | null => {
  const { clientStartTime, clientRpcSendTime } = fieldsOf<RawTiming>(timingInfo)
  const time = timeOrNull(createdAt)
  if (time !== null) return time
  // Some versions count from the start of the program instead.
  return (
    [clientRpcSendTime, clientStartTime]
      .map((value) => (typeof value === 'number' && value > 1e12 ? timeOrNull(value) : null))
      .find((value) => value !== null) ?? null
  )
}

const modelOf = ({ modelInfo, modelType }: RawBubble): string | null =>
  modelName(fieldsOf<{ modelName?: unknown }>(modelInfo).modelName) ?? modelName(modelType)

/** "default" leaves the choice to the service: no model's name. */
export const modelName = (value: unknown): string | null => {
  const name = textOrNull(value, 200)
  return name === 'default' ? null : name
}

type RawCount = { inputTokens?: unknown; outputTokens?: unknown }

const usageOf = (count: unknown): Usage | null => {
  const { inputTokens, outputTokens } = fieldsOf<RawCount>(count)
  const [input, output] = [countOf(inputTokens), countOf(outputTokens)]
  if (input + output === 0) return null
  return {
    input_tokens: input,
    output_tokens: output,
    cache_creation_tokens: 0,
    cache_read_tokens: 0,
  }
}
