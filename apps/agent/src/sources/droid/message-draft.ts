import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { readBlocks } from '../shared/read-blocks.ts'
import { draftMessage, type MessageDraft } from '../shared/session-draft.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { DroidMessage, DroidRecord } from './record.ts'

/** Reads a message; null for one that says nothing. */
export const draftOf = (record: DroidRecord, cwd: string | null): MessageDraft | null => {
  const { role, content } = fieldsOf<DroidMessage>(record.message)
  const common = { id: textOrNull(record.id), ts: timeOrNull(record.timestamp), cwd }
  const blocks = readBlocks(content)
  if (blocks.length === 0) return null
  if (role === 'assistant') return draftMessage({ ...common, role, kind: 'assistant', blocks })
  if (role === 'user') return userDraft(blocks, common)
  const other: Block = {
    type: 'other',
    name: textOrNull(role, 200) ?? 'message',
    raw: boundedJson(content),
  }
  return draftMessage({ ...common, role: 'system', kind: 'injected', blocks: [other] })
}

/** The history before a compaction goes on as a summary. */
export const summaryDraft = (record: DroidRecord, cwd: string | null): MessageDraft | null => {
  const text = textOrNull(record.summaryText ?? record.summary)
  if (text === null) return null
  return draftMessage({
    id: textOrNull(record.id),
    ts: timeOrNull(record.timestamp),
    cwd,
    role: 'user',
    kind: 'summary',
    blocks: [{ type: 'text', text }],
  })
}

type Common = Pick<MessageDraft, 'id' | 'ts' | 'cwd'>

const userDraft = (blocks: Block[], common: Common): MessageDraft => {
  if (blocks.some(({ type }) => type === 'tool_result'))
    return draftMessage({ ...common, role: 'tool', kind: 'tool_result', blocks })
  const isTyped = blocks.some((block, at) => !isContext(block, at))
  return draftMessage({
    ...common,
    role: 'user',
    kind: isTyped ? 'human' : 'injected',
    blocks: isTyped
      ? blocks.map((block, at) => (isContext(block, at) ? asContext(block) : block))
      : blocks,
  })
}

/** Reminders of the client, and the files a prompt names, which stand behind it in full. */
const isContext = (block: Block, at: number): boolean =>
  block.type === 'text' &&
  (/^\s*<system-(reminder|notification)>/.test(block.text) ||
    (at > 0 && /^Contents of .{1,4096} \(lines \d+-\d+ of \d+\):/.test(block.text)))

const asContext = (block: Block): Block =>
  block.type === 'text' ? { type: 'other', name: 'context', raw: block.text } : block
