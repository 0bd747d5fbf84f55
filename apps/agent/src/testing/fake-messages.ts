import { type ListMessagesQuery, type Message, messagePageSchema } from '@teamlore/shared'
import type { z } from 'zod'

type Transcript = { messages: Message[]; messagesPerPage: number }

/** A page of a transcript as the real server cuts it: from the beginning, from a message on, or back from one. */
export const fakeMessages = (
  { cursor, around, kind, limit, preview_chars }: ListMessagesQuery,
  { messages, messagesPerPage }: Transcript,
): [z.ZodType, unknown] => {
  const all = messages.filter((message) => kind === undefined || message.kind === kind)
  const size = Math.min(limit, messagesPerPage)
  const back = /^back:(\d+)$/.exec(cursor ?? '')?.[1]
  const middle = around === undefined ? 0 : all.findIndex(({ id }) => id === around)
  const from = back === undefined ? Number(cursor ?? middle) : Math.max(0, Number(back) - size)
  const end = back === undefined ? from + size : Number(back)
  return [
    messagePageSchema,
    {
      items: all.slice(from, end).map((message) => preview(message, preview_chars)),
      next_cursor: end < all.length ? String(end) : null,
      previous_cursor: around !== undefined && from > 0 ? `back:${from}` : null,
    },
  ]
}

const preview = (message: Message, chars: number): Message => ({
  ...message,
  blocks: message.blocks.map(({ block }) =>
    'text' in block && block.text !== undefined && block.text.length > chars
      ? {
          block: { ...block, text: block.text.slice(0, chars) },
          truncated_chars: block.text.length - chars,
        }
      : { block, truncated_chars: 0 },
  ),
})
