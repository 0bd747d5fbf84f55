import type { Block, Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { NAMELESS, type UnknownRecords } from '../shared/unknown-records.ts'
import { usageOfMessage } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { Turn } from '../turns/session-draft.ts'
import { editsOfCall } from './edits.ts'
import { readContent, resultBlocks } from './read-content.ts'

export type RawThread = {
  title?: unknown
  summary?: unknown
  messages?: unknown
  model?: unknown
  request_token_usage?: unknown
  initial_project_snapshot?: unknown
}

type RawMessage = {
  User?: unknown
  Agent?: unknown
  id?: unknown
  role?: unknown
  segments?: unknown
  tool_uses?: unknown
  tool_results?: unknown
  context?: unknown
}
type RawUser = { id?: unknown; content?: unknown }
type RawAgent = { content?: unknown; tool_results?: unknown }
type RawCall = { id?: unknown; name?: unknown; input?: unknown }

export type ThreadContext = {
  cwd: string | null
  /** Another thread did the asking. */
  isChild: boolean
  unknown: UnknownRecords
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Messages of either generation. Answers have no names of their own: they are counted from the question on. */
export const turnsOfThread = (thread: RawThread, context: ThreadContext): Turn[] => {
  const model = textOrNull(fieldsOf<{ model?: unknown }>(thread.model).model, 200)
  const usages = fieldsOf<Record<string, unknown>>(thread.request_token_usage)
  let question = 'start'
  let answers = 0
  return listOf(thread.messages).flatMap((one): Turn[] => {
    if (one === 'Resume') return []
    const message = fieldsOf<RawMessage>(one)
    if (isObject(message.User)) {
      const { id, content } = message.User as RawUser
      question = textOrNull(id, 200) ?? `${question}+`
      answers = 0
      return askedTurn(question, readContent(content, context.unknown), context)
    }
    if (isObject(message.Agent)) {
      const { content, tool_results } = message.Agent as RawAgent
      const usage = answers === 0 ? usageOfMessage(usages[question]) : null
      const id = `${question}/${answers++}`
      return answerTurns({ id, model, usage, content, results: resultsOf(tool_results) }, context)
    }
    if (typeof message.role === 'string') return segmentTurns(message, model, context)
    const kind = Object.keys(message)[0] ?? typeof one
    return [context.unknown.keep(kind, one, { ...NAMELESS, cwd: context.cwd })]
  })
}

const askedTurn = (id: string, blocks: Block[], { isChild, cwd }: ThreadContext): Turn[] => {
  const isTyped = blocks.some(({ type }) => type === 'text' || type === 'image')
  if (blocks.length === 0) return []
  return [
    { id, ts: null, cwd, role: 'user', kind: isTyped && !isChild ? 'human' : 'injected', blocks },
  ]
}

/** By call. In one generation a record, in the other a list. */
const resultsOf = (results: unknown): ReadonlyMap<string, unknown> =>
  Array.isArray(results)
    ? new Map(
        results.map((one) => [String(fieldsOf<{ tool_use_id?: unknown }>(one).tool_use_id), one]),
      )
    : new Map(Object.entries(fieldsOf<Record<string, unknown>>(results)))

type Answer = {
  id: string
  model: string | null
  usage: Usage | null
  content: unknown
  results: ReadonlyMap<string, unknown>
}

const answerTurns = (answer: Answer, context: ThreadContext): Turn[] => {
  const { id, model, usage, content, results } = answer
  const blocks = readContent(content, context.unknown)
  const calls = blocks.filter((block) => block.type === 'tool_call')
  const edits = calls.flatMap((call) =>
    editsOfCall(call.name, call.input, results.get(call.id ?? ''), context.cwd).map((edit) => ({
      ...edit,
      toolCallId: call.id,
    })),
  )
  const resultsInOrder = [...results].flatMap(([call, result]) => resultBlocks(call, result))
  const common = { ts: null, cwd: context.cwd }
  const said: Turn[] =
    blocks.length === 0
      ? []
      : [{ ...common, id, role: 'assistant', kind: 'assistant', model, usage, blocks, edits }]
  return resultsInOrder.length === 0
    ? said
    : [
        ...said,
        {
          ...common,
          id: `${id}:results`,
          role: 'tool',
          kind: 'tool_result',
          blocks: resultsInOrder,
        },
      ]
}

/** The first generation: numbered messages made of segments. */
const segmentTurns = (
  message: RawMessage,
  model: string | null,
  context: ThreadContext,
): Turn[] => {
  const id = `m${String(message.id).slice(0, 100)}`
  const said = readContent(message.segments, context.unknown)
  const calls = listOf(message.tool_uses).map((one): Block => {
    const { id: call, name, input } = fieldsOf<RawCall>(one)
    return {
      type: 'tool_call',
      id: textOrNull(call, 300),
      name: textOrNull(name, 200) ?? 'unknown',
      input: boundedJson(input ?? null),
    }
  })
  if (message.role === 'assistant') {
    const results = resultsOf(message.tool_results)
    return answerTurns({ id, model, usage: null, content: [...said, ...calls], results }, context)
  }
  const resultsInOrder = [...resultsOf(message.tool_results)].flatMap(([call, one]) =>
    resultBlocks(call, one),
  )
  const put = textOrNull(message.context)
  const given: Block[] = put === null ? [] : [{ type: 'other', name: 'context', raw: put }]
  const asked = said.length === 0 ? [] : askedTurn(id, [...given, ...said], context)
  if (resultsInOrder.length === 0) return asked
  const results: Turn = {
    id: `${id}:results`,
    ts: null,
    cwd: context.cwd,
    role: 'tool',
    kind: 'tool_result',
    blocks: resultsInOrder,
  }
  return [results, ...asked]
}
