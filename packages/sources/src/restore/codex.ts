import type { Block } from '@teamlore/shared'
import { outputOf } from '../codex/read-output.ts'
import type { Marked } from '../marks/restored-mark.ts'
import {
  type KeptMessage,
  type KeptSession,
  type Missing,
  nothingMissing,
  type Restored,
} from './restored.types.ts'
import { createMarks } from './write-marks.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'

/** Below the folder of Codex: a folder a day, the time of the beginning in the name. */
export const rolloutPathOf = ({ nativeId, startedAt }: KeptSession): string[] => {
  const [day = '', time = ''] = new Date(startedAt ?? EPOCH).toISOString().split('T')
  const name = `rollout-${day}T${time.slice(0, 8).replaceAll(':', '-')}-${nativeId}.jsonl`
  return ['sessions', ...day.split('-'), name]
}

/** A session as Codex writes it, which goes on from it with `codex resume`. */
export const writeRollout = (session: KeptSession): Restored => {
  const missing = nothingMissing()
  const lines: string[] = []
  const marks = createMarks(session)
  const write = (type: string, ts: string | null, payload: object, mark: Marked = {}) => {
    const timestamp = ts ?? session.startedAt ?? EPOCH
    lines.push(JSON.stringify({ timestamp, type, payload, ...mark }))
  }
  write('session_meta', session.startedAt, metaOf(session), marks.head)
  let model: string | null = null
  let before: KeptMessage | undefined
  const patches = new Set<string>()
  for (const message of session.messages) {
    const { ts, role } = message
    if (role === 'assistant' && message.model !== null && message.model !== model) {
      model = message.model
      write('turn_context', ts, { cwd: session.cwd, model })
    }
    // Two answers in a row are two only where a turn ends between them.
    if (role === 'assistant' && before?.role === 'assistant')
      write('event_msg', ts, { type: 'task_complete' })
    for (const { type, payload, of } of recordsOf(message, patches, missing))
      write(type, ts, payload, type === 'event_msg' ? {} : marks.of(message, of))
    before = message
  }
  return { lines, missing }
}

const metaOf = (session: KeptSession) => ({
  id: session.nativeId,
  timestamp: session.startedAt ?? EPOCH,
  cwd: session.cwd,
  originator: 'codex_cli_rs',
  cli_version: session.toolVersion ?? '0.100.0',
  source: 'cli',
  git: { commit_hash: session.gitHead ?? undefined, branch: session.gitBranch ?? undefined },
})

type Line = {
  type: 'response_item' | 'event_msg' | 'compacted'
  payload: object
  /** What it is written from. */
  of: readonly Block[]
}

const item = (payload: object, of: readonly Block[] = []): Line => ({
  type: 'response_item',
  payload,
  of,
})

const recordsOf = (message: KeptMessage, patches: Set<string>, missing: Missing): Line[] => {
  if (message.role === 'assistant' || message.role === 'tool')
    return message.blocks.flatMap((block) => saidOf(block, patches, missing))
  const texts = message.blocks.flatMap((block) => textOf(block, missing))
  if (texts.length === 0) return []
  const content = texts.map((text) => ({ type: 'input_text', text }))
  if (message.kind === 'summary')
    return [{ type: 'compacted', payload: { message: texts.join('\n') }, of: [] }]
  if (message.role === 'system') return [item({ type: 'message', role: 'developer', content })]
  const said = item({
    type: 'message',
    role: 'user',
    content,
    // By this newer versions distinguish what a person typed from what the client put in.
    ...(message.kind === 'human'
      ? {}
      : { internal_chat_message_metadata_passthrough: { content_item_kinds: ['client.text'] } }),
  })
  if (message.kind !== 'human') return [said]
  return [
    said,
    { type: 'event_msg', payload: { type: 'user_message', message: texts.join('\n') }, of: [] },
  ]
}

const textOf = (block: Block, missing: Missing): string[] => {
  if (block.type === 'text') return [block.text]
  if (block.type === 'other' && block.name === 'context' && typeof block.raw === 'string')
    return [block.raw]
  count(block, missing)
  return []
}

const saidOf = (block: Block, patches: Set<string>, missing: Missing): Line[] => {
  switch (block.type) {
    case 'text':
      return [
        item({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: block.text }],
        }),
      ]
    case 'tool_call': {
      const { id: call_id, name, input } = block
      // What is given as a text is no JSON: a patch, for instance.
      if (typeof input === 'string') {
        patches.add(call_id ?? '')
        return [item({ type: 'custom_tool_call', status: 'completed', call_id, name, input })]
      }
      return [item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id })]
    }
    case 'tool_result': {
      if (block.cut !== undefined) missing.cutResults += 1
      const isPatch = patches.has(block.tool_call_id ?? '')
      const type = isPatch ? 'custom_tool_call_output' : 'function_call_output'
      return [item({ type, call_id: block.tool_call_id, output: endedAs(block, type) }, [block])]
    }
    default:
      count(block, missing)
      return []
  }
}

/** Whether it failed stands in the text; where it does not, in the form that older versions wrote. */
const endedAs = (
  { text, is_error: isError }: Extract<Block, { type: 'tool_result' }>,
  type: string,
): string => {
  const [read] = outputOf({ type, output: text }) ?? []
  if (read?.type === 'tool_result' && read.is_error === isError && read.text === text) return text
  return JSON.stringify({ output: text, metadata: { exit_code: isError ? 1 : 0 } })
}

const count = ({ type }: Block, missing: Missing): void => {
  if (type === 'thinking') missing.thoughts += 1
  else if (type === 'image') missing.images += 1
  else missing.others += 1
}
