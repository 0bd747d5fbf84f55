import type { Block } from '@teamlore/shared'
import { isUuid, uuidOf } from './native-ids.ts'
import {
  type KeptMessage,
  type KeptSession,
  type Missing,
  nothingMissing,
  type Restored,
} from './restored.types.ts'
import { createMarks, withHead } from './write-marks.ts'

/** Where Claude Code looks for the sessions of a folder: every other character becomes a dash. */
export const projectFolderOf = (cwd: string): string => cwd.replace(/[^A-Za-z0-9-]/g, '-')

/** A session as Claude Code writes it, a record a message; it goes on from it with `claude --resume`. */
export const writeClaudeSession = (session: KeptSession): Restored => {
  const missing = nothingMissing()
  const marks = createMarks(session)
  const lines: string[] = []
  const uuids = new Map<string, string>()
  let last: string | null = null
  for (const message of session.messages) {
    const body = bodyOf(message, missing)
    // What nothing is left of hands its place in the chain on.
    if (body === null) {
      const parent = parentOf(message, uuids, last)
      if (parent !== null) uuids.set(message.id, parent)
      continue
    }
    const uuid = uuidOfMessage(message)
    const mark = marks.of(message, message.blocks)
    lines.push(
      JSON.stringify({
        parentUuid: parentOf(message, uuids, last),
        isSidechain: false,
        userType: 'external',
        cwd: session.cwd,
        sessionId: session.nativeId,
        version: session.toolVersion ?? '2.0.0',
        gitBranch: message.gitBranch ?? session.gitBranch ?? '',
        ...body,
        uuid,
        timestamp: message.ts ?? session.startedAt ?? '1970-01-01T00:00:00.000Z',
        ...(lines.length === 0 ? withHead(mark, marks.head) : mark),
      }),
    )
    uuids.set(message.id, uuid)
    last = uuid
  }
  return { lines, missing }
}

const parentOf = (
  { parentId }: KeptMessage,
  uuids: ReadonlyMap<string, string>,
  last: string | null,
): string | null => (parentId === null ? undefined : uuids.get(parentId)) ?? last

const uuidOfMessage = ({ key, id }: KeptMessage): string =>
  key !== undefined && isUuid(key) ? key : uuidOf(key ?? id)

type Content = Record<string, unknown>

const bodyOf = (message: KeptMessage, missing: Missing): Content | null => {
  if (message.role === 'system') return systemBody(message)
  const content = message.blocks.flatMap((block) => contentOf(block, message, missing))
  if (content.length === 0) return null
  if (message.role === 'assistant') return assistantBody(message, content)
  return {
    type: 'user',
    message: { role: 'user', content: plainOr(content) },
    // What a tool said in words alone is known as such by this.
    ...(message.role === 'tool' && !content.some(({ type }) => type === 'tool_result')
      ? { toolUseResult: '' }
      : {}),
    ...(message.kind === 'injected' ? { isMeta: true } : {}),
    ...(message.kind === 'summary'
      ? { isCompactSummary: true, isVisibleInTranscriptOnly: true }
      : {}),
  }
}

/** A prompt is a plain text where it is nothing else. */
const plainOr = (content: readonly Content[]): unknown => {
  const [only, another] = content
  return another === undefined && only?.['type'] === 'text' ? only['text'] : content
}

const systemBody = ({ kind, blocks }: KeptMessage): Content | null => {
  const content = blocks.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n')
  if (content === '') return null
  return {
    type: 'system',
    subtype: kind === 'command' ? 'local_command' : 'informational',
    content:
      kind === 'command' ? `<local-command-stdout>${content}</local-command-stdout>` : content,
    level: 'info',
  }
}

/** The key names the message of the API and its request; a hash stands for one that had neither. */
const assistantBody = (
  { key, id, kind, model, usage }: KeptMessage,
  content: Content[],
): Content => {
  const [messageId, requestId] =
    key === undefined || isUuid(key) || key.startsWith('h:') ? [] : key.split(':')
  return {
    type: 'assistant',
    message: {
      id:
        messageId ??
        `msg_${uuidOf(key ?? id)
          .replaceAll('-', '')
          .slice(0, 24)}`,
      type: 'message',
      role: 'assistant',
      model: kind === 'injected' ? '<synthetic>' : (model ?? 'unknown'),
      content,
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage?.input_tokens ?? 0,
        output_tokens: usage?.output_tokens ?? 0,
        cache_creation_input_tokens: usage?.cache_creation_tokens ?? 0,
        cache_read_input_tokens: usage?.cache_read_tokens ?? 0,
      },
    },
    ...(requestId === undefined ? {} : { requestId }),
  }
}

const contentOf = (block: Block, { kind }: KeptMessage, missing: Missing): Content[] => {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: kind === 'command' ? commandText(block.text) : block.text }]
    case 'tool_call':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: block.input }]
    case 'tool_result':
      if (block.cut !== undefined) missing.cutResults += 1
      return [
        {
          type: 'tool_result',
          tool_use_id: block.tool_call_id,
          content: block.text,
          ...(block.is_error ? { is_error: true } : {}),
        },
      ]
    case 'other':
      return otherContent(block, missing)
    case 'thinking':
      missing.thoughts += 1
      return []
    case 'image':
      missing.images += 1
      return []
    case 'file':
      missing.others += 1
      return []
  }
}

/** Context that stood before a prompt goes there again. */
const otherContent = (
  { name, raw }: Extract<Block, { type: 'other' }>,
  missing: Missing,
): Content[] => {
  if (name === 'context' && typeof raw === 'string') return [{ type: 'text', text: raw }]
  missing.others += 1
  return []
}

/** A slash command in the tags by which Claude Code knows it. */
const commandText = (text: string): string => {
  const [, name, args] = /^(\/\S+)(?: (.*))?$/s.exec(text) ?? []
  if (name !== undefined)
    return `<command-name>${name}</command-name>\n<command-args>${args ?? ''}</command-args>`
  const [, shell] = /^! (.*)$/s.exec(text) ?? []
  return shell === undefined
    ? `<local-command-stdout>${text}</local-command-stdout>`
    : `<bash-input>${shell}</bash-input>`
}
