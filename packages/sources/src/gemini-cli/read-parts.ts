import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageBlock } from '../shared/image-block.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { Part } from './chat-record.ts'

/** A text, or a list of parts in the form of Gemini's API. An unknown part is kept as it is. */
export const blocksOfParts = (content: unknown): Block[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  const parts: unknown[] = Array.isArray(content) ? content : content ? [content] : []
  return parts.flatMap(readPart)
}

const readPart = (part: unknown): Block[] => {
  if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }]
  const raw = fieldsOf<Part>(part)
  if (typeof raw.text === 'string') {
    if (raw.text === '') return []
    return [{ type: raw.thought === true ? 'thinking' : 'text', text: raw.text }]
  }
  return (
    readFunctionPart(raw) ??
    readData(raw) ?? [{ type: 'other', name: 'part', raw: boundedJson(part) }]
  )
}

type FunctionPart = { id?: unknown; name?: unknown; args?: unknown; response?: unknown }

const readFunctionPart = ({ functionCall, functionResponse }: Part): Block[] | undefined => {
  const call = fieldsOf<FunctionPart>(functionCall)
  if (typeof call.name === 'string')
    return [
      {
        type: 'tool_call',
        id: textOrNull(call.id, 300),
        name: call.name,
        input: boundedJson(call.args ?? null),
      },
    ]
  if (functionResponse === undefined) return undefined
  const answer = fieldsOf<FunctionPart>(functionResponse)
  const { text, isError } = readResponse(answer.response)
  return [
    { type: 'tool_result', tool_call_id: textOrNull(answer.id, 300), text, is_error: isError },
  ]
}

type Response = { output?: unknown; error?: unknown }

/** What a tool gave back: its output or its error, or something of its own making. */
export const readResponse = (response: unknown): { text: string; isError: boolean } => {
  if (typeof response === 'string') return { text: response, isError: false }
  const { output, error } = fieldsOf<Response>(response)
  if (typeof output === 'string') return { text: output, isError: false }
  if (typeof error === 'string') return { text: error, isError: true }
  const content = output ?? error ?? response
  return {
    text: content === undefined || content === null ? '' : JSON.stringify(boundedJson(content)),
    isError: error !== undefined && error !== null && output === undefined,
  }
}

type Data = { data?: unknown; mimeType?: unknown; fileUri?: unknown }

const readData = ({ inlineData, fileData }: Part): Block[] | undefined => {
  const { data, mimeType } = fieldsOf<Data>(inlineData)
  if (typeof data === 'string') return [imageBlock(data, textOrNull(mimeType, 100))]
  const uri = textOrNull(fieldsOf<Data>(fileData).fileUri, 4_096)
  return uri === null ? undefined : [{ type: 'file', path: uri }]
}
