import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageBlock } from '../shared/image-block.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'

/** A message as it is stored, in a row or in a line. */
export type RawMessage = {
  id?: unknown
  role?: unknown
  created?: unknown
  content?: unknown
  metadata?: unknown
}

export type MessageContext = {
  cwd: string | null
  model: string | null
  /** False where another session, or a clock, does the asking. */
  isAskedByPerson: boolean
  /** Calls that came to no good end. */
  failed: ReadonlySet<string>
  unknown: UnknownRecords
}

type RawContent = {
  type?: unknown
  text?: unknown
  thinking?: unknown
  data?: unknown
  mimeType?: unknown
  id?: unknown
  toolCall?: unknown
  toolResult?: unknown
}
type RawCall = { status?: unknown; value?: unknown; error?: unknown }
type RawRequest = { name?: unknown; arguments?: unknown }

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const readMessage = (raw: RawMessage, context: MessageContext): Turn => {
  const common = { id: textOrNull(raw.id, 250), ts: timeOrNull(raw.created), cwd: context.cwd }
  if (!ROLES.has(raw.role)) return context.unknown.keep(raw.role, raw, common)
  const contents = listOf(raw.content).map((one) => fieldsOf<RawContent>(one))
  return {
    ...common,
    model: raw.role === 'assistant' ? (modelOf(raw.metadata) ?? context.model) : null,
    blocks: contents.flatMap((content) => readContent(content, context.unknown)),
    edits: contents.flatMap((content) => editsOf(content, context)),
    ...roleOf(raw, contents, context),
  }
}

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system'])

type RawMetadata = { userVisible?: unknown; inference?: unknown }
type RawInference = { requestedModel?: unknown; resolvedModel?: unknown }

/** Newer versions say of each answer who gave it; the session knows only who would give the next. */
const modelOf = (metadata: unknown): string | null => {
  const { requestedModel, resolvedModel } = fieldsOf<RawInference>(
    fieldsOf<RawMetadata>(metadata).inference,
  )
  return textOrNull(resolvedModel, 200) ?? textOrNull(requestedModel, 200)
}

/** Results of tools come under the name of the user; what the person does not get to see is the client's. */
const roleOf = (
  { role, metadata }: RawMessage,
  contents: readonly RawContent[],
  { isAskedByPerson }: MessageContext,
): Pick<Turn, 'role' | 'kind'> => {
  const isHidden = fieldsOf<RawMetadata>(metadata).userVisible === false
  if (role === 'assistant') return { role, kind: isHidden ? 'summary' : 'assistant' }
  if (role !== 'user') return { role: 'system', kind: 'injected' }
  if (contents.some(({ type }) => type === 'toolResponse'))
    return { role: 'tool', kind: 'tool_result' }
  const isTyped = contents.some(({ type }) => type === 'text' || type === 'image')
  return { role, kind: isTyped && isAskedByPerson && !isHidden ? 'human' : 'injected' }
}

const readContent = (content: RawContent, unknown: UnknownRecords): Block[] => {
  const type = textOrNull(content.type, 200) ?? 'unknown'
  const read = READERS.get(type)
  if (read !== undefined) return read(content)
  if (!KEPT.has(type)) unknown.count(type)
  return [{ type: 'other', name: type, raw: boundedJson(content) }]
}

/** Known, and worth keeping as they are. */
const KEPT = new Set([
  'toolConfirmationRequest',
  'actionRequired',
  'systemNotification',
  'contextLengthExceeded',
  'summarizationRequested',
  'document',
  'error',
])

const readRequest = ({ id, toolCall }: RawContent): Block[] => {
  const { value, error } = fieldsOf<RawCall>(toolCall)
  const { name, arguments: input } = fieldsOf<RawRequest>(value)
  return [
    {
      type: 'tool_call',
      id: textOrNull(id, 300),
      name: textOrNull(name, 200) ?? 'unknown',
      input: boundedJson(input ?? error ?? null),
    },
  ]
}

const READERS: ReadonlyMap<string, (content: RawContent) => Block[]> = new Map(
  Object.entries({
    text: ({ text }: RawContent): Block[] =>
      textOrNull(text) === null ? [] : [{ type: 'text', text: String(text) }],
    thinking: ({ thinking }: RawContent): Block[] =>
      textOrNull(thinking) === null ? [] : [{ type: 'thinking', text: String(thinking) }],
    redactedThinking: (): Block[] => [],
    image: ({ data, mimeType }: RawContent): Block[] =>
      typeof data === 'string' ? [imageBlock(data, textOrNull(mimeType, 100))] : [],
    toolRequest: readRequest,
    frontendToolRequest: readRequest,
    toolResponse: (content: RawContent): Block[] => readResponse(content),
  }),
)

const readResponse = ({ id, toolResult }: RawContent): Block[] => {
  const { status, value, error } = fieldsOf<RawCall>(toolResult)
  const { content, isError } = fieldsOf<{ content?: unknown; isError?: unknown }>(value)
  const parts = (Array.isArray(value) ? value : listOf(content)).map((one) =>
    fieldsOf<RawContent>(one),
  )
  const images = parts.flatMap(({ data, mimeType }): Block[] =>
    typeof data === 'string' ? [imageBlock(data, textOrNull(mimeType, 100))] : [],
  )
  const texts = parts.flatMap(({ text }) => textOrNull(text) ?? [])
  return [
    {
      type: 'tool_result',
      tool_call_id: textOrNull(id, 300),
      text: texts.length > 0 ? texts.join('\n') : (textOrNull(error) ?? ''),
      is_error: (status !== undefined && status !== 'success') || isError === true,
    },
    ...images,
  ]
}

/** Calls whose results say that they failed. */
export const failedCalls = (messages: readonly RawMessage[]): Set<string> => {
  const failed = new Set<string>()
  for (const { content } of messages)
    for (const one of listOf(content)) {
      const raw = fieldsOf<RawContent>(one)
      if (raw.type !== 'toolResponse' || typeof raw.id !== 'string') continue
      if (readResponse(raw).some((block) => block.type === 'tool_result' && block.is_error))
        failed.add(raw.id)
    }
  return failed
}

type RawArguments = {
  command?: unknown
  path?: unknown
  file_text?: unknown
  content?: unknown
  old_str?: unknown
  new_str?: unknown
  before?: unknown
  after?: unknown
}

const editsOf = ({ type, id, toolCall }: RawContent, context: MessageContext): TurnEdit[] => {
  const call = fieldsOf<RawCall>(toolCall)
  if (type !== 'toolRequest' || (typeof id === 'string' && context.failed.has(id))) return []
  const { name, arguments: input } = fieldsOf<RawRequest>(call.value)
  const tool = (textOrNull(name) ?? '').split('__').at(-1) ?? ''
  return fileEdits(tool, fieldsOf<RawArguments>(input), context.cwd).map((edit) => ({
    ...edit,
    toolCallId: textOrNull(id, 300),
  }))
}

const fileEdits = (tool: string, input: RawArguments, cwd: string | null): FileEdit[] => {
  if (tool === 'shell') return shellEdits(input.command, cwd)
  const path = pathFrom(cwd, input.path)
  if (path === undefined) return []
  const command = tool === 'text_editor' ? input.command : tool
  switch (command) {
    case 'write':
      return [
        {
          path,
          operation: 'create',
          addedText: linesOf(input.file_text ?? input.content),
          removedText: [],
        },
      ]
    case 'str_replace':
    case 'edit_file':
    case 'insert':
    case 'edit': {
      const [old, fresh] = [input.old_str ?? input.before, input.new_str ?? input.after]
      return [{ path, operation: 'edit', ...changedLines(old, fresh) }]
    }
    default:
      return []
  }
}
