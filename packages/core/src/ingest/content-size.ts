import type { Block } from '@teamlore/shared'

const sizeOf = (block: Block): number => {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return block.text.length
    case 'tool_result':
      return block.cut?.chars ?? block.text.length
    case 'tool_call':
      return block.name.length + JSON.stringify(block.input).length
    case 'file':
      return block.path.length + (block.text?.length ?? 0)
    case 'other':
      return JSON.stringify(block.raw).length
    case 'image':
      return 1
  }
}

/** How much a message says, in characters; an output that was cut counts with its full length. */
export const contentSize = (blocks: readonly Block[]): number =>
  blocks.reduce((total, block) => total + 1 + sizeOf(block), 0)

/** Secrets that were taken out: a version with more of them may be shorter and is still the better one. */
export const redactionCount = (blocks: readonly Block[]): number =>
  JSON.stringify(blocks).split('[REDACTED:').length - 1
