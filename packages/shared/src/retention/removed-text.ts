import type { Message } from '../contracts/session.contract.ts'
import { plural } from '../text/plural.ts'

/** What stands in the place of messages whose text is gone; empty where it is there. */
export const removedText = ({ removed_at }: Pick<Message, 'removed_at'>, messages = 1): string => {
  if (removed_at == null) return ''
  const what = messages === 1 ? 'Text' : `Text of ${plural(messages, 'message')}`
  return `${what} removed on ${removed_at.slice(0, 10)} by the retention of its project.`
}

/** Blocks to show of a message: its own, or one that says of so many messages that theirs are gone. */
export const shownBlocks = (message: Message, messages = 1): Message['blocks'] => {
  const text = message.blocks.length === 0 ? removedText(message, messages) : ''
  return text === '' ? message.blocks : [{ block: { type: 'text', text }, truncated_chars: 0 }]
}

/** Each stretch of messages whose text is gone as its first one, which says so of all of them. */
export const stretchesRemoved = (messages: readonly Message[]): Message[] => {
  const stretches: { first: Message; length: number }[] = []
  for (const message of messages) {
    const last = stretches.at(-1)
    const isMore = message.removed_at != null && last?.first.removed_at != null
    if (isMore && last !== undefined) last.length += 1
    else stretches.push({ first: message, length: 1 })
  }
  return stretches.map(({ first, length }) => ({ ...first, blocks: shownBlocks(first, length) }))
}
