import type { Block, Message } from '@teamlore/shared'
import { removedText } from '@teamlore/shared/removed-text'

const INPUT_CHARS = 300

/** A message as an agent reads it: words as they are, calls and results as one marked line each. */
export const messageText = (message: Message): string =>
  message.blocks
    .map(({ block, truncated_chars }) => withCut(blockText(block), truncated_chars, message.id))
    .filter((text) => text !== '')
    .join('\n') || removedText(message)

const withCut = (text: string, cut: number, id: string): string =>
  cut > 0 && text !== '' ? `${text} […${cut} more characters: lore_get ${id}]` : text

const blockText = (block: Block): string => {
  switch (block.type) {
    case 'text':
      return block.text
    // Thinking is long, and what came of it stands in what follows.
    case 'thinking':
      return ''
    case 'tool_call':
      return `[call ${block.name}] ${short(JSON.stringify(block.input))}`
    case 'tool_result':
      return `[${block.is_error ? 'failed' : 'result'}] ${block.text}`
    case 'image':
      return `[image ${block.mime}, ${block.bytes} bytes]`
    case 'file':
      return block.text === undefined
        ? `[file ${block.path}]`
        : `[file ${block.path}]\n${block.text}`
    case 'other':
      return `[${block.name}]`
  }
}

const short = (text: string): string =>
  text.length <= INPUT_CHARS ? text : `${[...text].slice(0, INPUT_CHARS).join('')}…`
