import type { Block } from '@teamlore/shared'
import { boundedJson } from './bounded-json.ts'
import { imageBlock } from './image-block.ts'
import { fieldsOf, isObject, textOrNull } from './values.ts'

type RawBlock = {
  type?: unknown
  text?: unknown
  thinking?: unknown
  id?: unknown
  name?: unknown
  input?: unknown
  tool_use_id?: unknown
  is_error?: unknown
  content?: unknown
  source?: unknown
  data?: unknown
  tool_name?: unknown
}

/** The content of a message in the form of Anthropic's API, as blocks. An unknown block is kept as it is, never an error. */
export const readBlocks = (content: unknown): Block[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.flatMap(readBlock)
}

const readBlock = (value: unknown): Block[] => {
  if (typeof value === 'string') return [{ type: 'text', text: value }]
  if (!isObject(value)) return [{ type: 'other', name: typeof value, raw: boundedJson(value) }]
  const raw: RawBlock = value
  const read = typeof raw.type === 'string' ? READERS.get(raw.type) : undefined
  return (
    read?.(raw) ?? [
      { type: 'other', name: textOrNull(raw.type, 200) ?? 'unknown', raw: boundedJson(value) },
    ]
  )
}

/** A reader returns nothing when the block is not what its type promises. */
type BlockReader = (raw: RawBlock) => Block[] | undefined

const readToolCall: BlockReader = ({ id, name, input }) =>
  typeof name === 'string'
    ? [{ type: 'tool_call', id: textOrNull(id, 300), name, input: boundedJson(input ?? null) }]
    : undefined

const READERS: ReadonlyMap<string, BlockReader> = new Map(
  Object.entries({
    text: ({ text }) => (typeof text === 'string' ? [{ type: 'text', text }] : undefined),
    // Newer versions leave the thought out and keep its signature only: nothing to read there.
    thinking: ({ thinking }) =>
      typeof thinking === 'string' && thinking !== '' ? [{ type: 'thinking', text: thinking }] : [],
    redacted_thinking: ({ data }) => [
      { type: 'other', name: 'redacted_thinking', raw: { chars: textOrNull(data)?.length ?? 0 } },
    ],
    tool_use: readToolCall,
    server_tool_use: readToolCall,
    image: (raw) => readImage(raw.source),
    tool_result: (raw) => {
      const { text, images } = readResult(raw.content)
      return [
        {
          type: 'tool_result',
          tool_call_id: textOrNull(raw.tool_use_id, 300),
          text,
          is_error: raw.is_error === true,
        },
        ...images,
      ]
    },
  } satisfies Record<string, BlockReader>),
)

/** A result is a text, or a list of texts, images and references, or absent. */
const readResult = (content: unknown): { text: string; images: Block[] } => {
  if (typeof content === 'string') return { text: content, images: [] }
  if (!Array.isArray(content)) return { text: '', images: [] }
  const texts: string[] = []
  const images: Block[] = []
  for (const part of content) {
    const raw = fieldsOf<RawBlock>(part)
    const image = raw.type === 'image' ? readImage(raw.source) : undefined
    if (image) images.push(...image)
    else texts.push(partText(part, raw))
  }
  return { text: texts.join('\n'), images }
}

const partText = (part: unknown, raw: RawBlock): string => {
  if (typeof part === 'string') return part
  if (typeof raw.text === 'string') return raw.text
  if (raw.type === 'tool_reference') return `[tool: ${textOrNull(raw.tool_name) ?? 'unknown'}]`
  return JSON.stringify(boundedJson(part))
}

type ImageSource = { data?: unknown; media_type?: unknown; url?: unknown }

const readImage = (source: unknown): Block[] | undefined => {
  const { data, media_type } = fieldsOf<ImageSource>(source)
  if (typeof data !== 'string') return undefined
  return [imageBlock(data, textOrNull(media_type, 100))]
}
