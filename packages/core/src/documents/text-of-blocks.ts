import type { Block } from '@teamlore/shared'
import { lines } from '../text/lines.ts'
import { textOfCall } from './tool-call-text.ts'

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

/** A message as its reader opens it. */
export const textOfBlocks = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n')
