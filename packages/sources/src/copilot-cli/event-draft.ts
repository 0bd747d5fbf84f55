import type { Block, Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { parseJson } from '../shared/parse-json.ts'
import { isCount } from '../shared/usage.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import type { EventData, ToolResult } from './event.ts'

export type Common = Pick<MessageDraft, 'id' | 'ts' | 'cwd' | 'gitBranch' | 'version'>

/** What stands in `transformedContent` besides was added by the client. */
export const promptDraft = (data: EventData, common: Common): MessageDraft => {
  const source = textOrNull(data.source)
  return draftMessage({
    ...common,
    role: 'user',
    // Skills and the like speak in the person's name.
    kind: source === null || source === 'user' ? 'human' : 'injected',
    blocks: [...textBlocks(data.content), ...attachedFiles(data.attachments)],
  })
}

type Attachment = { path?: unknown; filePath?: unknown }

const attachedFiles = (attachments: unknown): Block[] =>
  (Array.isArray(attachments) ? attachments : []).flatMap((one: unknown): Block[] => {
    const { path, filePath } = fieldsOf<Attachment>(one)
    const filePathOrNull = textOrNull(path ?? filePath, 4_096)
    return [
      filePathOrNull === null
        ? { type: 'other', name: 'attachment', raw: boundedJson(one) }
        : { type: 'file', path: filePathOrNull },
    ]
  })

export const answerDraft = (
  data: EventData,
  { model, usage, ...common }: Common & { model: string | null; usage: Usage | null },
): MessageDraft => {
  const thought = textOrNull(data.reasoningText)
  const requests: unknown[] = Array.isArray(data.toolRequests) ? data.toolRequests : []
  return draftMessage({
    ...common,
    role: 'assistant',
    kind: 'assistant',
    model: textOrNull(data.model, 200) ?? model,
    usage: usage ?? usageOf(data.outputTokens),
    blocks: [
      ...(thought === null ? [] : [{ type: 'thinking', text: thought } as const]),
      ...textBlocks(data.content),
      ...requests.map(callBlock),
    ],
  })
}

type Request = { toolCallId?: unknown; name?: unknown; toolName?: unknown; arguments?: unknown }

/** Arguments are an object, in some versions as JSON text. */
export const callBlock = (request: unknown): Block => {
  const { toolCallId, name, toolName, arguments: given } = fieldsOf<Request>(request)
  return {
    type: 'tool_call',
    id: textOrNull(toolCallId, 300),
    name: textOrNull(name ?? toolName, 200) ?? 'unknown',
    input: boundedJson(parseJson(given) ?? given ?? null),
  }
}

export const resultDraft = (data: EventData, common: Common): MessageDraft => {
  const { content, text_result_for_llm, result_type } = fieldsOf<ToolResult>(data.result)
  const { message } = fieldsOf<{ message?: unknown }>(data.error)
  const didFail = data.success === false || result_type === 'failure'
  const text = [content, text_result_for_llm, data.result, message].map((one) => textOrNull(one))
  const block: Block = {
    type: 'tool_result',
    tool_call_id: textOrNull(data.toolCallId, 300),
    text: text.find((one) => one !== null) ?? '',
    is_error: didFail,
  }
  return draftMessage({ ...common, role: 'tool', kind: 'tool_result', blocks: [block] })
}

export const textBlocks = (text: unknown): Block[] =>
  typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []

/** An answer itself reports its output tokens alone. */
const usageOf = (output: unknown): Usage | null =>
  isCount(output)
    ? {
        input_tokens: 0,
        output_tokens: output,
        cache_creation_tokens: 0,
        cache_read_tokens: 0,
      }
    : null
