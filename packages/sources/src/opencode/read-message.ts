import type { Block, MessageKind, Usage } from '@teamlore/shared'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { Turn } from '../turns/session-draft.ts'
import { editsOfPart } from './edits.ts'
import { readPart } from './read-part.ts'
import { createdAt, type RawMessage, type RawPart, type StoredMessage } from './stored-session.ts'

export type MessageContext = {
  /** Whether prompts are a person's: not in a session that a program or another session started. */
  isTyped: boolean
  cwd: string | null
  isAbandoned: boolean
  /** Copied from another session. */
  isReplay: boolean
  unknown: UnknownRecords
}

/** A message, and behind it what the tools it called answered. */
export const turnsOfMessage = (stored: StoredMessage, context: MessageContext): Turn[] => {
  const { id, data, parts } = stored
  if (data.role === 'assistant') return assistantTurns(stored, context)
  if (data.role === 'user') return [userTurn(stored, context)]
  const { unknown, cwd, isAbandoned, isReplay } = context
  const common = { id, ts: createdAt(data.time), cwd, isAbandoned, isReplay }
  if (data.role === 'system')
    return [{ ...common, role: 'system', kind: 'injected', blocks: saidIn(stored, context) }]
  if (data.role === 'shell')
    return [{ ...common, role: 'user', kind: 'command', blocks: parts.flatMap(commandBlocks) }]
  return [unknown.keep(data.role, { ...data, parts }, common)]
}

const saidIn = ({ parts }: StoredMessage, context: MessageContext): Block[] =>
  partsOf(parts, context).flatMap(({ said }) => said)

type RawShell = { command?: unknown; output?: unknown }

/** What a person ran beside the conversation, and what it printed. */
const commandBlocks = (part: RawPart): Block[] => {
  const { command, output } = fieldsOf<RawShell>(part)
  const printed = textOrNull(fieldsOf<RawShell>(output).output)
  return [`! ${textOrNull(command) ?? ''}`, printed].flatMap((text): Block[] =>
    text === null ? [] : [{ type: 'text', text }],
  )
}

const partsOf = (parts: readonly RawPart[], { unknown }: MessageContext) =>
  parts.map((part) => {
    const read = readPart(part)
    if (!read.isKnown) unknown.count(part.type)
    return { part, ...read }
  })

/** Text the client put in: contents of files, reminders. Beside typed text it is context of that. */
const isInjected = ({ synthetic, ignored }: RawPart): boolean =>
  synthetic === true || ignored === true

const userTurn = ({ id, data, parts }: StoredMessage, context: MessageContext): Turn => {
  const read = partsOf(parts, context)
  const isTyped = read.some(
    ({ part, said }) =>
      !isInjected(part) && said.some(({ type }) => type === 'text' || type === 'image'),
  )
  const blocks = read.flatMap(({ part, said }): Block[] =>
    isTyped && isInjected(part)
      ? said.map((block) =>
          block.type === 'text' ? { type: 'other', name: 'context', raw: block.text } : block,
        )
      : said,
  )
  return {
    id,
    ts: createdAt(data.time),
    role: 'user',
    kind: isTyped && context.isTyped ? 'human' : 'injected',
    blocks,
    cwd: context.cwd,
    isAbandoned: context.isAbandoned,
    isReplay: context.isReplay,
  }
}

const assistantTurns = ({ id, data, parts }: StoredMessage, context: MessageContext): Turn[] => {
  const read = partsOf(parts, context)
  const cwd = textOrNull(fieldsOf<{ cwd?: unknown }>(data.path).cwd, 4_096) ?? context.cwd
  const { isAbandoned, isReplay } = context
  const common = { ts: createdAt(data.time), cwd, isAbandoned, isReplay }
  const said: Turn = {
    ...common,
    id,
    role: 'assistant',
    kind: kindOf(data),
    model: textOrNull(data.modelID, 200),
    usage: usageOf(data.tokens),
    blocks: [...read.flatMap(({ said: blocks }) => blocks), ...errorBlock(data)],
    edits: parts.flatMap((part) => editsOfPart(part, cwd)),
  }
  const results = read.flatMap((part) => part.results)
  if (results.length === 0) return [said]
  return [
    said,
    { ...common, id: `${id}:results`, role: 'tool', kind: 'tool_result', blocks: results },
  ]
}

const kindOf = ({ summary, mode, agent }: RawMessage): MessageKind =>
  summary === true || mode === 'compaction' || agent === 'compaction' ? 'summary' : 'assistant'

type RawError = { name?: unknown; data?: unknown }

const errorBlock = ({ error }: RawMessage): Block[] => {
  const { name, data } = fieldsOf<RawError>(error)
  const kind = textOrNull(name, 200)
  if (kind === null) return []
  const message = textOrNull(fieldsOf<{ message?: unknown }>(data).message, 2_000)
  return [{ type: 'other', name: 'error', raw: message === null ? kind : `${kind}: ${message}` }]
}

type RawTokens = { input?: unknown; output?: unknown; reasoning?: unknown; cache?: unknown }
type RawCache = { read?: unknown; write?: unknown }

const usageOf = (tokens: unknown): Usage | null => {
  if (!isObject(tokens)) return null
  const { input, output, reasoning, cache } = fieldsOf<RawTokens>(tokens)
  const { read, write } = fieldsOf<RawCache>(cache)
  return {
    input_tokens: countOf(input),
    output_tokens: countOf(output) + countOf(reasoning),
    cache_creation_tokens: countOf(write),
    cache_read_tokens: countOf(read),
  }
}
