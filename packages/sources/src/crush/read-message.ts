import type { Block, MessageKind } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageBlock } from '../shared/image-block.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { Turn } from '../turns/session-draft.ts'

export type CrushMessage = {
  id: string
  role: string
  model: string | null
  isSummary: boolean
  ts: string | null
  parts: readonly unknown[]
}

export type RawPart = { type?: unknown; data?: unknown }

type RawData = {
  text?: unknown
  hidden?: unknown
  thinking?: unknown
  id?: unknown
  name?: unknown
  input?: unknown
  tool_call_id?: unknown
  content?: unknown
  is_error?: unknown
  url?: unknown
  Path?: unknown
  MIMEType?: unknown
  Data?: unknown
}

type Context = { isChild: boolean; unknown: UnknownRecords }

const ROLES = new Set(['user', 'assistant', 'tool', 'system'])

export const readMessage = (message: CrushMessage, context: Context): Turn => {
  const { id, ts, role, parts } = message
  if (!ROLES.has(role)) return context.unknown.keep(role, { role, parts }, { id, ts })
  const blocks = parts.flatMap((part) => readPart(part, context.unknown))
  return {
    id,
    ts,
    model: message.model,
    blocks,
    ...roleOf(message, context, blocks),
  }
}

/** What the client asks for when a person has it explore a project. */
const INIT = /^\s*`?(please )?analyze this codebase and create/i

const roleOf = (
  { role, isSummary }: CrushMessage,
  { isChild }: Context,
  blocks: readonly Block[],
): Pick<Turn, 'role' | 'kind'> => {
  if (role === 'tool') return { role, kind: 'tool_result' }
  if (role === 'assistant') return { role, kind: isSummary ? 'summary' : 'assistant' }
  if (role !== 'user') return { role: 'system', kind: 'injected' }
  return { role, kind: isSummary ? 'summary' : kindOfAsked(blocks, isChild) }
}

const kindOfAsked = (blocks: readonly Block[], isChild: boolean): MessageKind => {
  if (isChild) return 'injected'
  if (blocks.some(isNamed(SHELL)) && blocks.every(isNamed(SHELL, CONTEXT))) return 'command'
  if (blocks.length > 0 && blocks.every(isNamed(CONTEXT))) return 'injected'
  const text = blocks.find(({ type }) => type === 'text')
  return text?.type === 'text' && INIT.test(text.text) ? 'command' : 'human'
}

/** What a person ran with `!`. */
const SHELL = 'shell_command'
/** What the client says so that the model goes on. */
const CONTEXT = 'context'

const isNamed =
  (...names: string[]) =>
  (block: Block): boolean =>
    block.type === 'other' && names.includes(block.name)

const readPart = (part: unknown, unknown: UnknownRecords): Block[] => {
  const { type, data } = fieldsOf<RawPart>(part)
  const name = textOrNull(type, 200) ?? 'unknown'
  const read = READERS.get(name)?.(fieldsOf<RawData>(data))
  if (read !== undefined) return read
  if (name !== SHELL) unknown.count(name)
  return [{ type: 'other', name, raw: boundedJson(data ?? part ?? null) }]
}

type Reader = (data: RawData) => Block[]

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    text: ({ text, hidden }) => {
      const said = textOrNull(text)
      if (said === null) return []
      return [
        hidden === true
          ? { type: 'other', name: CONTEXT, raw: said }
          : { type: 'text', text: said },
      ]
    },
    reasoning: ({ thinking }) =>
      textOrNull(thinking) === null ? [] : [{ type: 'thinking', text: String(thinking) }],
    tool_call: ({ id, name, input }) => [
      {
        type: 'tool_call',
        id: textOrNull(id, 300),
        name: textOrNull(name, 200) ?? 'unknown',
        input: boundedJson(parseJson(input) ?? input ?? null),
      },
    ],
    tool_result: ({ tool_call_id, content, is_error }) => [
      {
        type: 'tool_result',
        tool_call_id: textOrNull(tool_call_id, 300),
        text: textOrNull(content) ?? '',
        is_error: is_error === true,
      },
    ],
    finish: () => [],
    image_url: ({ url }) => [{ type: 'file', path: textOrNull(url, 2_000)?.slice(0, 200) ?? '' }],
    binary: ({ Path, MIMEType, Data }) => binaryBlock(Path, MIMEType, Data),
  } satisfies Record<string, Reader>),
)

const binaryBlock = (path: unknown, mime: unknown, data: unknown): Block[] => {
  const type = textOrNull(mime, 100)
  if (typeof data === 'string' && type?.startsWith('image/')) return [imageBlock(data, type)]
  return [{ type: 'file', path: textOrNull(path, 4_096) ?? '' }]
}
