import type { Block, Message } from '@teamlore/shared'

/** The words of a message as one text, for copying: what was said, not what tools were asked or answered. */
export const messageText = (message: Message): string => {
  const words = message.blocks.map(({ block }) => wordsOf(block)).filter((text) => text !== '')
  if (words.length > 0) return words.join('\n\n')
  return message.blocks
    .map(({ block }) => (block.type === 'tool_result' ? block.text : ''))
    .join('\n\n')
    .trim()
}

const wordsOf = (block: Block): string => (block.type === 'text' ? block.text.trim() : '')

/** The command a person typed (`/compact`, `!git status`), out of the tags some tools wrap it in. */
export const commandText = (message: Message): string => {
  const text = messageText(message)
  const name = /<command-name>([\s\S]*?)<\/command-name>/.exec(text)?.[1]?.trim()
  if (name === undefined) return text
  const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1]?.trim()
  return args ? `${name} ${args}` : name
}
