import type { Block, Usage } from '@teamlore/shared'
import { editsOfPatchIn } from '../shared/apply-patch.ts'
import { boundedJson } from '../shared/bounded-json.ts'
import { buildSession } from '../shared/build-session.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { readBlocks } from '../shared/read-blocks.ts'
import { wholeFigures } from '../shared/read-document.ts'
import { createUnknownRecords, type UnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Place, ReadSession } from '../source.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'

export const TOOL = 'amp'

type RawThread = {
  id?: unknown
  created?: unknown
  title?: unknown
  messages?: unknown
  env?: unknown
}

type RawMessage = {
  role?: unknown
  messageId?: unknown
  content?: unknown
  usage?: unknown
  meta?: unknown
}

type RawResult = { type?: unknown; toolUseID?: unknown; run?: unknown }
type RawRun = { status?: unknown; result?: unknown; error?: unknown }

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A thread in the normal form; null while it has no message. */
export const sessionOfThread = (value: unknown, place: Place, stem: string): ReadSession | null => {
  const thread = fieldsOf<RawThread>(value)
  const environment = environmentOf(thread)
  const unknown = createUnknownRecords()
  const messages = listOf(thread.messages).filter(isObject) as readonly RawMessage[]
  const turns = turnsOf(messages, environment.cwd, unknown)
  if (turns.length === 0) return null
  return buildSession(
    {
      tool: TOOL,
      nativeId: textOrNull(thread.id, 300) ?? stem,
      ...environment,
      title: textOrNull(thread.title),
      startedAt: timeOrNull(thread.created),
      figures: { ...wholeFigures([place]), unknownRecords: unknown.counts() },
    },
    turns,
  )
}

type RawTree = { uri?: unknown; repository?: unknown }

const environmentOf = ({ env }: RawThread) => {
  const initial = fieldsOf<{ trees?: unknown; platform?: unknown }>(
    fieldsOf<{ initial?: unknown }>(env).initial,
  )
  const tree = fieldsOf<RawTree>(listOf(initial.trees)[0])
  const { ref, sha, url } = fieldsOf<{ ref?: unknown; sha?: unknown; url?: unknown }>(
    tree.repository,
  )
  const { clientVersion } = fieldsOf<{ clientVersion?: unknown }>(initial.platform)
  return {
    cwd: pathOfUri(tree.uri),
    gitRemote: textOrNull(url, 2_000),
    gitBranch: textOrNull(ref, 500)?.replace(/^refs\/heads\//, '') ?? null,
    gitHead: textOrNull(sha, 64),
    toolVersion: textOrNull(clientVersion, 100),
  }
}

type Call = { name: string; input: unknown; turn: Turn }

const turnsOf = (
  messages: readonly RawMessage[],
  cwd: string | null,
  unknown: UnknownRecords,
): Turn[] => {
  const calls = new Map<string, Call>()
  return messages.flatMap((raw): Turn[] => {
    const turn = turnOf(raw, unknown)
    if (turn === null) return []
    for (const block of turn.blocks) {
      if (block.type === 'tool_call' && block.id !== null)
        calls.set(block.id, { name: block.name, input: block.input, turn })
      if (block.type === 'tool_result' && !block.is_error)
        noteEdits(calls.get(block.tool_call_id ?? ''), block.tool_call_id, cwd)
    }
    return [turn]
  })
}

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'info'])

const turnOf = (raw: RawMessage, unknown: UnknownRecords): Turn | null => {
  const number = raw.messageId
  const id = typeof number === 'number' || typeof number === 'string' ? String(number) : null
  if (!ROLES.has(raw.role)) return unknown.keep(raw.role, raw, { id, ts: null })
  const blocks = listOf(raw.content).flatMap(blocksOf)
  if (blocks.length === 0) return null
  if (raw.role === 'assistant') {
    const { model, timestamp } = fieldsOf<{ model?: unknown; timestamp?: unknown }>(raw.usage)
    return {
      id,
      ts: timeOrNull(timestamp),
      role: 'assistant',
      kind: 'assistant',
      model: textOrNull(model, 200),
      usage: usageOf(raw.usage),
      blocks,
    }
  }
  const ts = timeOrNull(fieldsOf<{ sentAt?: unknown }>(raw.meta).sentAt)
  const hasResult = blocks.some(({ type }) => type === 'tool_result')
  if (hasResult) return { id, ts, role: 'tool', kind: 'tool_result', blocks }
  const isTyped =
    raw.role === 'user' && blocks.some(({ type }) => type === 'text' || type === 'image')
  return {
    id,
    ts,
    role: raw.role === 'user' ? 'user' : 'system',
    kind: isTyped ? 'human' : 'injected',
    blocks,
  }
}

/** Blocks are those of Anthropic's API, but for what tools answered. */
const blocksOf = (value: unknown): Block[] => {
  const raw = fieldsOf<RawResult>(value)
  if (raw.type !== 'tool_result')
    return readBlocks([value]).filter((block) => block.type !== 'text' || block.text.trim() !== '')
  const { status, result, error } = fieldsOf<RawRun>(raw.run)
  if (status === 'in-progress' || status === 'queued') return []
  return [
    {
      type: 'tool_result',
      tool_call_id: textOrNull(raw.toolUseID, 300),
      text: resultText(result ?? error),
      is_error: status !== 'done',
    },
  ]
}

type RawAnswer = { content?: unknown; output?: unknown; diff?: unknown; message?: unknown }

const resultText = (result: unknown): string => {
  if (typeof result === 'string') return result
  if (result === undefined || result === null) return ''
  const { content, output, diff, message } = fieldsOf<RawAnswer>(result)
  const text = [content, output, diff, message].find((one) => typeof one === 'string')
  return typeof text === 'string' ? text : JSON.stringify(boundedJson(result))
}

type Input = {
  path?: unknown
  old_str?: unknown
  new_str?: unknown
  content?: unknown
  patchText?: unknown
  input?: unknown
}

const noteEdits = (call: Call | undefined, id: string | null, cwd: string | null): void => {
  if (call === undefined) return
  const made = fileChanges(call, cwd).map((edit): TurnEdit => ({ ...edit, toolCallId: id }))
  call.turn.edits = [...(call.turn.edits ?? []), ...made]
}

const fileChanges = ({ name, input }: Call, cwd: string | null): FileEdit[] => {
  const asked = fieldsOf<Input>(input)
  if (name === 'apply_patch') return editsOfPatchIn(cwd, textOrNull(asked.patchText) ?? asked.input)
  const path = pathFrom(cwd, asked.path)
  if (path === undefined) return []
  if (name === 'create_file')
    return [{ path, operation: 'create', addedText: linesOf(asked.content), removedText: [] }]
  return name === 'edit_file'
    ? [{ path, operation: 'edit', ...changedLines(asked.old_str, asked.new_str) }]
    : []
}

type RawUsage = {
  inputTokens?: unknown
  outputTokens?: unknown
  cacheCreationInputTokens?: unknown
  cacheReadInputTokens?: unknown
}

const usageOf = (value: unknown): Usage | null => {
  if (!isObject(value)) return null
  const usage: RawUsage = value
  return {
    input_tokens: countOf(usage.inputTokens),
    output_tokens: countOf(usage.outputTokens),
    cache_creation_tokens: countOf(usage.cacheCreationInputTokens),
    cache_read_tokens: countOf(usage.cacheReadInputTokens),
  }
}
