import type { Block, Message } from '@teamlore/shared'

export type PreviewedBlock = Message['blocks'][number]

type Json = Extract<Block, { type: 'tool_call' }>['input']

/** Characters that may still be shown of one block, and how many were left out so far. */
type Allowance = { left: number; omitted: number }

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

const take = (text: string, allowance: Allowance): string => {
  if (text.length <= allowance.left) {
    allowance.left -= text.length
    return text
  }
  let end = allowance.left
  if (end > 0 && isLowSurrogate(text.charCodeAt(end))) end -= 1
  allowance.left = 0
  allowance.omitted += text.length - end
  return text.slice(0, end)
}

/** Strings are cut in the order they stand; the structure around them stays as it is. */
const takeJson = (value: Json, allowance: Allowance): Json => {
  if (typeof value === 'string') return take(value, allowance)
  if (Array.isArray(value)) return value.map((item) => takeJson(item, allowance))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, takeJson(item, allowance)]),
    )
  }
  return value
}

const cut = (block: Block, allowance: Allowance): Block => {
  switch (block.type) {
    case 'text':
    case 'thinking':
    case 'tool_result':
      return { ...block, text: take(block.text, allowance) }
    case 'tool_call':
      return { ...block, input: takeJson(block.input, allowance) }
    case 'file':
      return block.text === undefined ? block : { ...block, text: take(block.text, allowance) }
    case 'other':
      return { ...block, raw: takeJson(block.raw, allowance) }
    case 'image':
      return block
  }
}

/** Shortens the texts of a block to about `maxChars` characters and says how many were left out. */
export const previewBlock = (block: Block, maxChars: number): PreviewedBlock => {
  const allowance: Allowance = { left: maxChars, omitted: 0 }
  const shown = cut(block, allowance)
  return { block: shown, truncated_chars: allowance.omitted }
}
