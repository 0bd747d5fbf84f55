import type { Block, Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { parseJson } from '../shared/parse-json.ts'
import { NAMELESS, type UnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn } from '../turns/session-draft.ts'
import { fileChanges } from './file-changes.ts'
import type { RawEntry } from './raw-task.ts'
import { imagesOf, readEntry, type Said } from './ui-entries.ts'

type Context = {
  cwd: string | null
  /** The model in use at a time, where the entry itself does not say. */
  modelAt: (ts: number) => string | null
  unknown: UnknownRecords
}

/** The transcript as it was shown: all turns with their times, whatever was cut from what the model still saw. */
export const turnsOfTranscript = (entries: readonly RawEntry[], context: Context): Turn[] => {
  const turns: Turn[] = []
  const usage = createUsageKeeper()
  let lastCall: string | null = null
  let hasPrompt = false
  for (const entry of entries.filter(({ partial }) => partial !== true)) {
    const name = nameOf(entry)
    if (name === 'api_req_started') usage.note(entry.text)
    // The task itself stands first; old versions write it as any other text.
    const said: Said | null = readSaid(
      entry,
      name === 'text' && !hasPrompt ? 'task' : name,
      context,
    )
    if (said === null) continue
    hasPrompt ||= said.kind === 'human'
    const id = idOf(entry)
    if (said.call) lastCall = id
    const made = turnsOf(said, { id, lastCall, cwd: context.cwd })
    const model = modelOf(entry, said, context)
    for (const turn of made)
      turns.push({
        ...turn,
        ts: timeOrNull(entry.ts),
        model: turn.role === 'assistant' ? model : null,
      })
    usage.give(turns.at(-1))
  }
  usage.giveRest(turns)
  return turns
}

const nameOf = ({ type, say, ask }: RawEntry): string =>
  textOrNull(type === 'ask' ? (ask ?? say) : (say ?? ask), 100) ?? 'unknown'

const idOf = ({ ts }: RawEntry): string | null =>
  typeof ts === 'number' && Number.isFinite(ts) ? String(ts) : null

const readSaid = (entry: RawEntry, name: string, { unknown }: Context): Said | null => {
  const text = textOrNull(entry.text) ?? ''
  const said = readEntry(name, { text, images: imagesOf(entry.images) })
  return said !== undefined ? said : unknown.keep(name, parseJson(text) ?? text, NAMELESS)
}

const modelOf = (
  { ts, modelInfo }: RawEntry,
  { role }: Said,
  { modelAt }: Context,
): string | null =>
  role !== 'assistant'
    ? null
    : (textOrNull(fieldsOf<{ modelId?: unknown }>(modelInfo).modelId, 200) ??
      (typeof ts === 'number' ? modelAt(ts) : null))

type Untimed = Omit<Turn, 'ts'>

/** A call and what it found, when one entry holds both, are two turns. */
const turnsOf = (
  { role, kind, blocks, call, result }: Said,
  { id, lastCall, cwd }: { id: string | null; lastCall: string | null; cwd: string | null },
): Untimed[] => {
  const turns: Untimed[] = []
  if (call !== undefined) {
    const block: Block = { type: 'tool_call', id, name: call.name, input: boundedJson(call.input) }
    const edits = fileChanges(call.name, call.input, cwd).map((edit) => ({
      ...edit,
      toolCallId: id,
    }))
    turns.push({ id, role, kind, blocks: [block], edits })
  }
  if (result !== undefined)
    turns.push({
      id: call === undefined || id === null ? id : `${id}:result`,
      role: 'tool',
      kind: 'tool_result',
      blocks: [
        { type: 'tool_result', tool_call_id: lastCall, text: result.text, is_error: false },
        ...result.blocks,
      ],
    })
  if (call === undefined && result === undefined) turns.push({ id, role, kind, blocks })
  return turns
}

type RawRequest = {
  tokensIn?: unknown
  tokensOut?: unknown
  cacheWrites?: unknown
  cacheReads?: unknown
}

/** What a request cost stands before its answer; each figure goes to one turn, so that sums are right. */
const createUsageKeeper = () => {
  let waiting: Usage | null = null
  return {
    note: (text: unknown): void => {
      const request = fieldsOf<RawRequest>(parseJson(text))
      if (request.tokensIn === undefined && request.tokensOut === undefined) return
      waiting = added(waiting, {
        input_tokens: countOf(request.tokensIn),
        output_tokens: countOf(request.tokensOut),
        cache_creation_tokens: countOf(request.cacheWrites),
        cache_read_tokens: countOf(request.cacheReads),
      })
    },
    give: (turn: Turn | undefined): void => {
      if (turn?.role !== 'assistant') return
      turn.usage = waiting
      waiting = null
    },
    giveRest: (turns: readonly Turn[]): void => {
      const last = turns.findLast(({ role }) => role === 'assistant')
      if (last !== undefined && waiting !== null) last.usage = added(last.usage ?? null, waiting)
    },
  }
}

const added = (a: Usage | null, b: Usage): Usage =>
  a === null
    ? b
    : {
        input_tokens: a.input_tokens + b.input_tokens,
        output_tokens: a.output_tokens + b.output_tokens,
        cache_creation_tokens: a.cache_creation_tokens + b.cache_creation_tokens,
        cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
      }
