import type { Block, Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { parseJson } from '../shared/parse-json.ts'
import { readBlocks } from '../shared/read-blocks.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { countOf, isCount } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'
import { fileChanges } from './file-changes.ts'
import { listOf, type RawMessage } from './raw-task.ts'
import { answerIn, readUserText } from './user-text.ts'
import { resultOfCall, splitCalls } from './xml-calls.ts'

type Context = {
  cwd: string | null
  /** In a session that another one started nothing is typed by a person. */
  isSubagent: boolean
  /** Messages before this time stand in the session this one was made from. */
  forkedAt: string | null
  unknown: UnknownRecords
}

type Call = { name: string; input: unknown; turn: Turn }

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system'])

/** The messages as the model saw them, with calls and results whole. */
export const turnsOfHistory = (messages: readonly RawMessage[], context: Context): Turn[] => {
  const turns: Turn[] = []
  const calls = new Map<string, Call>()
  let unanswered: string[] = []
  messages.forEach((raw, at) => {
    if (raw.isTruncationMarker === true) return
    const blocks = blocksOf(raw.content)
    const turn = !ROLES.has(raw.role)
      ? context.unknown.keep(raw.role, raw, common(raw))
      : raw.role === 'assistant'
        ? assistantTurn(raw, blocks, at)
        : userTurn(raw, blocks, { ...context, unanswered })
    if (turn === null) return
    const isReplay = context.forkedAt !== null && turn.ts !== null && turn.ts < context.forkedAt
    turns.push(Object.assign(turn, { isReplay }))
    if (raw.role === 'assistant') unanswered = noteCalls(turn, calls)
    else noteEdits(turn, calls, context.cwd)
  })
  return turns
}

type RawFile = { type?: unknown; path?: unknown; content?: unknown }

/** Files of newer Cline come along with a prompt, text and all. */
const blocksOf = (content: unknown): Block[] =>
  typeof content === 'string'
    ? readBlocks(content)
    : listOf(content).flatMap((one): Block[] => {
        const { type, path, content: text } = fieldsOf<RawFile>(one)
        if (type === 'reasoning')
          return readBlocks([
            { type: 'thinking', thinking: fieldsOf<{ text?: unknown }>(one).text },
          ])
        if (type !== 'file' || typeof path !== 'string') return readBlocks([one])
        return [{ type: 'file', path, ...(typeof text === 'string' ? { text } : {}) }]
      })

const common = (raw: RawMessage): Pick<Turn, 'id' | 'ts'> => ({
  id: textOrNull(raw.id),
  ts: timeOrNull(raw.ts),
})

const assistantTurn = (raw: RawMessage, blocks: readonly Block[], at: number): Turn => {
  const model = fieldsOf<{ id?: unknown; modelId?: unknown }>(raw.modelInfo)
  return {
    ...common(raw),
    role: 'assistant',
    kind: raw.isSummary === true ? 'summary' : 'assistant',
    model: textOrNull(model.id, 200) ?? textOrNull(model.modelId, 200),
    usage: usageOf(raw.metrics),
    blocks: blocks.flatMap((block) => (block.type === 'text' ? partsOf(block.text, at) : [block])),
  }
}

const partsOf = (text: string, message: number): Block[] =>
  splitCalls(text).map((part, at) =>
    'text' in part
      ? { type: 'text', text: part.text }
      : { type: 'tool_call', id: `${message}:${at}`, name: part.name, input: part.input },
  )

type UserContext = Context & { unanswered: string[] }

const userTurn = (
  raw: RawMessage,
  blocks: readonly Block[],
  { isSubagent, unanswered }: UserContext,
): Turn | null => {
  const { kind: statedKind, displayRole } = fieldsOf<{ kind?: unknown; displayRole?: unknown }>(
    raw.metadata,
  )
  const read = readUserBlocks(blocks, unanswered)
  if (read.blocks.length === 0) return null
  const turn = { ...common(raw), blocks: read.blocks }
  if (raw.isSummary === true || statedKind === 'compaction')
    return { ...turn, role: 'system', kind: 'summary' }
  if (read.hasResult) return { ...turn, role: 'tool', kind: 'tool_result' }
  const isTyped = read.isTyped && !isSubagent && displayRole !== 'system'
  return { ...turn, role: 'user', kind: isTyped ? 'human' : 'injected' }
}

type Result = Extract<Block, { type: 'tool_result' }>

/** A result that carries a person's words is a prompt too: they answered instead of the tool. */
const readUserBlocks = (blocks: readonly Block[], unanswered: string[]) => {
  const state: Reading = { read: [], open: null, isTyped: false }
  for (const block of blocks)
    if (block.type === 'text') readUserPart(block.text, state, unanswered)
    else {
      state.isTyped ||= block.type === 'image'
      state.read.push(block)
    }
  const { read, open, isTyped } = state
  const answered = open === null ? null : answerIn(open.text)
  if (answered !== null) read.push({ type: 'text', text: answered })
  const hasResult = read.some(({ type }) => type === 'tool_result')
  return {
    blocks: read,
    hasResult: hasResult && answered === null,
    isTyped: isTyped || answered !== null,
  }
}

type Reading = { read: Block[]; open: Result | null; isTyped: boolean }

/** A text is the head of a result, more of one, what a person typed, or what the tool put in. */
const readUserPart = (whole: string, state: Reading, unanswered: string[]): void => {
  const headed = resultOfCall(whole)
  if (headed !== null) {
    state.open = {
      type: 'tool_result',
      tool_call_id: unanswered.shift() ?? null,
      text: headed.text,
      is_error: isFailure(headed.text),
    }
    state.read.push(state.open)
    return
  }
  const { kind, text } = readUserText(whole)
  if (kind === 'injected') {
    if (text.trim() !== '') state.read.push({ type: 'other', name: 'context', raw: text })
  } else if (state.open !== null) state.open.text += whole
  else {
    state.isTyped = true
    state.read.push({ type: 'text', text })
  }
}

const isFailure = (text: string): boolean =>
  /^\s*(<error>|Error\b|\[ERROR\]|The user denied|The tool execution failed)/.test(text)

const noteCalls = (turn: Turn, calls: Map<string, Call>): string[] =>
  turn.blocks.flatMap((block) => {
    if (block.type !== 'tool_call' || block.id === null) return []
    calls.set(block.id, { name: block.name, input: block.input, turn })
    return [block.id]
  })

/** What succeeded was written. The edit belongs to the turn that called for it. */
const noteEdits = (result: Turn, calls: ReadonlyMap<string, Call>, cwd: string | null): void => {
  for (const block of result.blocks) {
    if (block.type !== 'tool_result' || block.tool_call_id === null || block.is_error) continue
    const call = calls.get(block.tool_call_id)
    if (call === undefined || isFailure(block.text) || saysFailed(block.text)) continue
    const made = fileChanges(call.name, call.input, cwd).map(
      (edit): TurnEdit => ({
        ...edit,
        toolCallId: block.tool_call_id,
        ts: result.ts,
      }),
    )
    call.turn.edits = [...(call.turn.edits ?? []), ...made]
  }
}

/** Newer tools answer with `{"query":…,"result":…,"success":…}`. */
const saysFailed = (text: string): boolean => {
  const answer = boundedJson(parseJson(text) ?? null)
  return isObject(answer) && (answer as { success?: unknown }).success === false
}

type RawMetrics = {
  inputTokens?: unknown
  outputTokens?: unknown
  cacheReadTokens?: unknown
  cacheWriteTokens?: unknown
  tokens?: unknown
}

const usageOf = (metrics: unknown): Usage | null => {
  if (!isObject(metrics)) return null
  const reported: RawMetrics = metrics
  const old = fieldsOf<{ prompt?: unknown; completion?: unknown; cached?: unknown }>(
    reported.tokens,
  )
  const written = countOf(reported.cacheWriteTokens)
  const read = countOf(reported.cacheReadTokens)
  return {
    // What came from the cache and went into it is counted in with the rest, other than before.
    input_tokens: isCount(reported.inputTokens)
      ? Math.max(0, reported.inputTokens - written - read)
      : countOf(old.prompt),
    output_tokens: countOf(reported.outputTokens ?? old.completion),
    cache_creation_tokens: written,
    cache_read_tokens: countOf(reported.cacheReadTokens ?? old.cached),
  }
}
