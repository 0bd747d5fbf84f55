import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { imageBlock } from '../shared/image-block.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'

type RawPiece = {
  Text?: unknown
  Thinking?: unknown
  RedactedThinking?: unknown
  ToolUse?: unknown
  Mention?: unknown
  Image?: unknown
  type?: unknown
  text?: unknown
}

/** Pieces of a message: `{ Text: … }` in this generation, `{ type: 'text', text: … }` in the one before. */
export const readContent = (content: unknown, unknown: UnknownRecords): Block[] =>
  (Array.isArray(content) ? content : []).flatMap((one): Block[] => {
    if (typeof one === 'string') return textBlocks('text', one)
    // Made by us from the first generation already.
    if (isBlock(one)) return [one]
    const piece = fieldsOf<RawPiece>(one)
    const read = readPiece(piece)
    if (read !== undefined) return read
    const name = textOrNull(piece.type, 200) ?? Object.keys(piece)[0]?.slice(0, 200) ?? 'unknown'
    unknown.count(name)
    return [{ type: 'other', name, raw: boundedJson(one) }]
  })

const isBlock = (value: unknown): value is Block =>
  isObject(value) && 'type' in value && (value.type === 'tool_call' || value.type === 'other')

const textBlocks = (type: 'text' | 'thinking', text: unknown): Block[] =>
  textOrNull(text) === null ? [] : [{ type, text: String(text) }]

const readPiece = (piece: RawPiece): Block[] | undefined => {
  if (piece.type === 'text') return textBlocks('text', piece.text)
  if (piece.type === 'thinking') return textBlocks('thinking', piece.text)
  if (piece.type === 'redacted_thinking' || 'RedactedThinking' in piece) return []
  if ('Text' in piece) return textBlocks('text', piece.Text)
  if ('Thinking' in piece)
    return textBlocks('thinking', fieldsOf<{ text?: unknown }>(piece.Thinking).text)
  if ('ToolUse' in piece) return [toolCall(piece.ToolUse)]
  if ('Mention' in piece) return [mention(piece.Mention)]
  return 'Image' in piece ? imageOf(piece.Image) : undefined
}

type RawCall = { id?: unknown; name?: unknown; input?: unknown; raw_input?: unknown }

const toolCall = (value: unknown): Block => {
  const { id, name, input, raw_input } = fieldsOf<RawCall>(value)
  return {
    type: 'tool_call',
    id: textOrNull(id, 300),
    name: textOrNull(name, 200) ?? 'unknown',
    input: boundedJson(input ?? raw_input ?? null),
  }
}

type RawMention = { uri?: unknown; content?: unknown }

/** What was put into the question with an @: mostly a file, with what it held. */
const mention = (value: unknown): Block => {
  const { uri, content } = fieldsOf<RawMention>(value)
  const inner = isObject(uri) ? Object.values(uri)[0] : uri
  const path = pathOfUri(fieldsOf<{ abs_path?: unknown }>(inner).abs_path ?? inner)
  const text = textOrNull(content)
  if (path === null) return { type: 'other', name: 'mention', raw: boundedJson(value) }
  return { type: 'file', path, ...(text === null ? {} : { text }) }
}

const imageOf = (value: unknown): Block[] => {
  const { source } = fieldsOf<{ source?: unknown }>(value)
  return typeof source === 'string' ? [imageBlock(source, 'image/png')] : []
}

type RawResult = { content?: unknown; output?: unknown; is_error?: unknown }

export const resultBlocks = (call: string, value: unknown): Block[] => {
  const { content, output, is_error } = fieldsOf<RawResult>(value)
  const texts: string[] = []
  const images: Block[] = []
  for (const one of Array.isArray(content) ? content : [content]) {
    const { Text, Image, text } = fieldsOf<RawPiece>(one)
    const found = textOrNull(one) ?? textOrNull(Text) ?? textOrNull(text)
    if (found !== null) texts.push(found)
    if (Image !== undefined) images.push(...imageOf(Image))
  }
  const text = texts.length > 0 ? texts.join('\n') : textOfOutput(output)
  const tool_call_id = call.slice(0, 300)
  return [{ type: 'tool_result', tool_call_id, text, is_error: is_error === true }, ...images]
}

const textOfOutput = (output: unknown): string =>
  textOrNull(output) ?? (isObject(output) ? JSON.stringify(boundedJson(output)) : '')
