import type { Block, Message } from '@teamlore/shared'
import { firstLine } from '../../text/clean-text.ts'
import { textOfCall } from '../documents/tool-call-text.ts'
import { lines } from '../../text/lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

const blockText = (block: Block): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return `[thinking]\n${block.text}`
    case 'tool_call':
      return `[${block.name}] ${textOfCall(block.input)}`
    case 'tool_result':
      return `[${block.is_error ? 'error' : 'output'}]\n${block.text}`
    case 'image':
      return `[image ${block.mime}, ${block.bytes} bytes]`
    case 'file':
      return lines([`[file ${block.path}]`, block.text ?? null])
    case 'other':
      return `[${block.name}]`
  }
}

export const textOfBlocks = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n')

export const messageRecord = (message: Message): RecordText => {
  const text = textOfBlocks(message.blocks.map(({ block }) => block))
  return {
    id: message.id,
    kind: message.kind === 'human' ? 'prompt' : 'message',
    title: firstLine(text) || message.kind,
    text,
    url: `/sessions/${message.session_id}#${message.id}`,
    session_id: message.session_id,
    occurred_at: message.ts,
    message_id: message.id,
    parent_id: message.parent_id,
  }
}

export const openMessage: OpenRecord = async ({ messageList }, id) => {
  const found = await messageList.find(id)
  return found && messageRecord(found)
}
