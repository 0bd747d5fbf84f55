import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageBlock } from '../shared/image-block.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { RawPart } from './stored-session.ts'

export type RawState = {
  status?: unknown
  input?: unknown
  output?: unknown
  error?: unknown
  metadata?: unknown
  time?: unknown
}

/** Bookkeeping of a turn: said elsewhere, or of no use without the tool's own snapshots. */
const SILENT = new Set(['step-start', 'step-finish', 'snapshot', 'patch'])
/** Known, and worth keeping as they are. */
const KEPT = new Set(['agent', 'skill', 'subtask', 'retry', 'compaction'])

export type ReadPart = { said: Block[]; results: Block[]; isKnown: boolean }

const only = (said: Block[]): ReadPart => ({ said, results: [], isKnown: true })

/** What a part says, and what the tool it calls answered: the tool keeps both in one place. */
export const readPart = (part: RawPart): ReadPart => {
  const type = textOrNull(part.type, 200) ?? 'unknown'
  if (SILENT.has(type)) return only([])
  if (type === 'text') return only(textBlock(part))
  if (type === 'reasoning') return only(thinkingBlock(part))
  if (type === 'file') return only([fileBlock(part)])
  if (type === 'tool' && typeof part.tool === 'string') return toolBlocks(part, part.tool)
  return {
    said: [{ type: 'other', name: type, raw: boundedJson(part) }],
    results: [],
    isKnown: KEPT.has(type),
  }
}

const textBlock = ({ text }: RawPart): Block[] =>
  typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []

const thinkingBlock = ({ text }: RawPart): Block[] =>
  typeof text === 'string' && text !== '' ? [{ type: 'thinking', text }] : []

const DATA = /^data:([^;,]{0,100})[^,]{0,200};base64,/

const fileBlock = ({ mime, filename, url, source }: RawPart): Block => {
  const address = textOrNull(url) ?? ''
  const [start, type] = DATA.exec(address.slice(0, 400)) ?? []
  if (start !== undefined && `${type}${mime}`.includes('image/'))
    return imageBlock(address.slice(start.length), textOrNull(mime, 100) ?? type ?? null)
  const path =
    textOrNull(fieldsOf<{ path?: unknown }>(source).path, 4_096) ?? textOrNull(filename, 4_096)
  return { type: 'file', path: path ?? (start === undefined ? address.slice(0, 4_096) : '') }
}

const toolBlocks = ({ callID, state }: RawPart, tool: string): ReadPart => {
  const id = textOrNull(callID, 300)
  const { input, ...raw } = fieldsOf<RawState>(state)
  const call: Block = { type: 'tool_call', id, name: tool, input: boundedJson(input ?? null) }
  const isDone = raw.status === 'completed' || raw.status === 'error'
  if (!isDone) return only([call])
  const text = textOrNull(raw.output) ?? textOrNull(raw.error) ?? ''
  const result: Block = {
    type: 'tool_result',
    tool_call_id: id,
    text,
    is_error: hasFailed(raw) || tool === 'invalid',
  }
  return { said: [call], results: [result], isKnown: true }
}

/** A shell command that failed counts as completed; its exit code shows it. */
export const hasFailed = ({ status, metadata }: RawState): boolean => {
  const { exit } = fieldsOf<{ exit?: unknown }>(metadata)
  return status === 'error' || (typeof exit === 'number' && exit !== 0)
}
