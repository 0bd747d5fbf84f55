import type { Block } from '@teamlore/shared'
import { readBlocks } from '../shared/read-blocks.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import type { DroidMessage, DroidRecord } from './record.ts'

/** Reads a message; null for one that says nothing. */
export const draftOf = (
  record: DroidRecord,
  cwd: string | null,
  unknown: UnknownRecords,
): MessageDraft | null => {
  const { role, content } = fieldsOf<DroidMessage>(record.message)
  const common = commonOf(record, cwd)
  if (isObject(record.message) && role !== 'assistant' && role !== 'user')
    return draftMessage(unknown.keep(role, record.message, common))
  const blocks = readBlocks(content)
  if (blocks.length === 0) return null
  return role === 'assistant'
    ? draftMessage({ ...common, role, kind: 'assistant', blocks })
    : userDraft(blocks, common)
}

export const commonOf = (record: DroidRecord, cwd: string | null): Common => ({
  id: textOrNull(record.id),
  ts: timeOrNull(record.timestamp),
  cwd,
})

/** The history before a compaction goes on as a summary. */
export const summaryDraft = (record: DroidRecord, cwd: string | null): MessageDraft | null => {
  const text = textOrNull(record.summaryText ?? record.summary)
  if (text === null) return null
  return draftMessage({
    ...commonOf(record, cwd),
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
