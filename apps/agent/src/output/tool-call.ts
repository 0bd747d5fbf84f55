import type { Block } from '@teamlore/shared'
import { bytes } from './format.ts'
import { gistOfData } from './gist-of-data.ts'

type ToolCall = Extract<Block, { type: 'tool_call' }>

/** What a tool was asked to do, said by the first of these its input has. */
const GIST_FIELDS = [
  'command',
  'cmd',
  'file_path',
  'notebook_path',
  'pattern',
  'path',
  'query',
  'url',
  'skill',
  'description',
  'prompt',
  'subject',
] as const

/** Enough for any line; what a terminal shows of it is cut to its width. */
const MAX_CHARS = 2_000

/** The gist of a tool's input in one line: `src/main.ts`, `npm test`, or its fields in words. */
export const gistOfCall = ({ input }: ToolCall): string => {
  if (typeof input === 'string') return oneLine(input)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return gistOfData(input)
  const name = GIST_FIELDS.find((key) => typeof input[key] === 'string' && input[key] !== '')
  if (name === undefined) return gistOfData(input)
  const where =
    name === 'pattern' && typeof input['path'] === 'string' ? `  in ${input['path']}` : ''
  return oneLine(`${String(input[name])}${where}`)
}

const oneLine = (text: string): string => text.slice(0, MAX_CHARS).replace(/\s+/g, ' ').trim()

/** `[image/png, 34 KB]` and the like, for what is no text. */
export const labelOfBlock = (block: Exclude<Block, ToolCall>): string => {
  switch (block.type) {
    case 'image':
      return `[image ${block.mime}, ${bytes(block.bytes)}]`
    case 'file':
      return `[file ${block.path}]`
    case 'other':
      return `[${block.name}]`
    case 'text':
    case 'thinking':
    case 'tool_result':
      return block.text
  }
}
