import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageBlock } from '../shared/image-block.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'

type Part = {
  type?: unknown
  text?: unknown
  thinking?: unknown
  id?: unknown
  name?: unknown
  arguments?: unknown
  data?: unknown
  mimeType?: unknown
}

/** The content of a message: a text, or a list of texts, thoughts, calls and images. An unknown part is kept as it is. */
export const blocksOfContent = (content: unknown): Block[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return (Array.isArray(content) ? content : []).flatMap(readPart)
}

const readPart = (part: unknown): Block[] => {
  const raw = fieldsOf<Part>(part)
  const { type } = raw
  if (type === 'text' && typeof raw.text === 'string')
    return raw.text === '' ? [] : [{ type: 'text', text: raw.text }]
  // Without its text when the provider hides it.
  if (type === 'thinking' && typeof raw.thinking === 'string')
    return raw.thinking === '' ? [] : [{ type: 'thinking', text: raw.thinking }]
  if (type === 'toolCall' && typeof raw.name === 'string')
    return [
      {
        type: 'tool_call',
        id: textOrNull(raw.id, 300),
        name: raw.name,
        input: boundedJson(raw.arguments ?? null),
      },
    ]
  if (type === 'image' && typeof raw.data === 'string')
    return [imageBlock(raw.data, textOrNull(raw.mimeType, 100))]
  return [{ type: 'other', name: textOrNull(type, 200) ?? 'unknown', raw: boundedJson(part) }]
}
