import type { Message } from '@teamlore/shared'
import { removedText } from '@teamlore/shared/removed-text'
import { textOfBlocks } from '../documents/text-of-blocks.ts'
import { firstLine } from '../text/clean-text.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

export const messageRecord = (message: Message): RecordText => {
  const text = textOfBlocks(message.blocks.map(({ block }) => block)) || removedText(message)
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
