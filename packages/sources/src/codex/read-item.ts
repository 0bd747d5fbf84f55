import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageBlock } from '../shared/image-block.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { ResponseItem } from './rollout-record.ts'

type ContentPart = { type?: unknown; text?: unknown; image_url?: unknown }

/** The content of a message: a text, or a list of texts and images. Unknown parts are kept as they are. */
export const blocksOfContent = (content: unknown): Block[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return (Array.isArray(content) ? content : []).flatMap((part: unknown): Block[] => {
    if (typeof part === 'string') return [{ type: 'text', text: part }]
    const { type, text, image_url } = fieldsOf<ContentPart>(part)
    if (typeof text === 'string') return [{ type: 'text', text }]
    const image = type === 'input_image' ? imageOf(image_url) : null
    return [
      image ?? { type: 'other', name: textOrNull(type, 200) ?? 'unknown', raw: boundedJson(part) },
    ]
  })
}

/** A picture written into the record; null for one that is only pointed to. */
export const imageOf = (url: unknown): Block | null => {
  const match = typeof url === 'string' ? /^data:([^;,]{1,100});base64,/.exec(url) : null
  if (match === null || typeof url !== 'string') return null
  return imageBlock(url.slice(match[0].length), match[1] ?? null)
}

/** What the model thought, as far as it is readable. */
export const thoughtsOf = ({ summary, content }: ResponseItem): Block[] =>
  [summary, content].flatMap((list) =>
    (Array.isArray(list) ? list : []).flatMap((part: unknown): Block[] => {
      const { text } = fieldsOf<ContentPart>(part)
      return typeof text === 'string' && text !== '' ? [{ type: 'thinking', text }] : []
    }),
  )

type CallReader = (item: ResponseItem) => { name: string; input: unknown }

const CALLS: ReadonlyMap<string, CallReader> = new Map(
  Object.entries({
    function_call: ({ name, arguments: given }) => ({
      name: textOrNull(name, 200) ?? 'unknown',
      input: parsedOr(given),
    }),
    custom_tool_call: ({ name, input }) => ({ name: textOrNull(name, 200) ?? 'unknown', input }),
    local_shell_call: ({ action }) => ({ name: 'local_shell', input: action }),
    web_search_call: ({ action, query }) => ({ name: 'web_search', input: action ?? { query } }),
    tool_search_call: ({ arguments: given }) => ({ name: 'tool_search', input: parsedOr(given) }),
    image_generation_call: ({ revised_prompt, prompt }) => ({
      name: 'image_generation',
      input: { prompt: revised_prompt ?? prompt },
    }),
  } satisfies Record<string, CallReader>),
)

/** A call of a tool; null for any other item. */
export const callOf = (item: ResponseItem): Block[] | null => {
  const read = typeof item.type === 'string' ? CALLS.get(item.type) : undefined
  if (read === undefined) return null
  const { name, input } = read(item)
  const id = textOrNull(item.call_id, 300) ?? textOrNull(item.id, 300)
  return [{ type: 'tool_call', id, name, input: boundedJson(input ?? null) }]
}

/** Arguments are JSON in a string. */
const parsedOr = (given: unknown): unknown => {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given
  }
}
