import type { Block, Usage } from '@teamlore/shared'
import { kindOfText, withoutFiles } from '../gemini-cli/prompt-text.ts'
import { blocksOfParts } from '../gemini-cli/read-parts.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import type { ChatLine, SystemPayload } from './chat-line.ts'

/** Reads a line; null for the tool's own book-keeping. Of a kind nobody knows it is kept as it was found. */
export const draftOf = (line: ChatLine, unknown: UnknownRecords): MessageDraft | null => {
  switch (line.type) {
    case 'user':
      return promptDraft(line, withoutFiles(blocksOfParts(partsOf(line.message))))
    case 'assistant':
      return draftMessage({
        ...common(line),
        role: 'assistant',
        kind: 'assistant',
        model: textOrNull(line.model, 200),
        usage: usageOf(line.usageMetadata),
        blocks: blocksOfParts(partsOf(line.message)),
      })
    case 'tool_result':
      return draftMessage({
        ...common(line),
        role: 'tool',
        kind: 'tool_result',
        blocks: resultBlocks(line),
      })
    case 'system':
      return systemDraft(line)
    default:
      return draftMessage(unknown.keep(line.type, line, common(line)))
  }
}

const common = (line: ChatLine) => ({
  isReplay: isObject(line.forkedFrom),
  id: textOrNull(line.uuid),
  ts: timeOrNull(line.timestamp),
  cwd: textOrNull(line.cwd, 4_096),
  gitBranch: textOrNull(line.gitBranch, 500),
  version: textOrNull(line.version, 100),
})

const partsOf = (message: unknown): unknown => fieldsOf<{ parts?: unknown }>(message).parts

const CONTEXT =
  /^\s*<(system-reminder|session_context|ide_context|qwen:user-prompt-submit-context)>/

const promptDraft = (line: ChatLine, said: readonly Block[]): MessageDraft => {
  const typed = said.filter((block) => block.type !== 'text' || !CONTEXT.test(block.text))
  const blocks = said.map((block) =>
    typed.length > 0 && block.type === 'text' && CONTEXT.test(block.text)
      ? ({ type: 'other', name: 'context', raw: block.text } as const)
      : block,
  )
  const kind = typed.length === 0 ? 'injected' : kindOfText(firstText(typed) ?? '')
  const isAsked = kind !== 'human' || isTyped(line)
  return draftMessage({ ...common(line), role: 'user', kind: isAsked ? kind : 'injected', blocks })
}

/** What a clock, a task in the background, the pursuit of a goal or another agent says stands in the person's name too. */
const isTyped = ({ subtype, provenance, isSidechain }: ChatLine): boolean => {
  if (isSidechain === true) return false
  if (subtype === 'mid_turn_user_message') return true
  return typeof provenance === 'string' ? provenance === 'real_user' : !textOrNull(subtype)
}

type ToolCallResult = { callId?: unknown; status?: unknown; resultDisplay?: unknown }

const resultBlocks = (line: ChatLine): Block[] => {
  const { callId, status, resultDisplay } = fieldsOf<ToolCallResult>(line.toolCallResult)
  const didFail = status === 'error' || status === 'cancelled'
  const blocks = blocksOfParts(partsOf(line.message))
  if (!blocks.some(({ type }) => type === 'tool_result'))
    blocks.push({
      type: 'tool_result',
      tool_call_id: textOrNull(callId, 300),
      text: textOrNull(resultDisplay) ?? '',
      is_error: didFail,
    })
  return blocks.map((block) =>
    block.type === 'tool_result'
      ? {
          ...block,
          tool_call_id: block.tool_call_id ?? textOrNull(callId, 300),
          is_error: block.is_error || didFail,
        }
      : block,
  )
}

/** Of the many kinds of book-keeping only what a person typed meanwhile and a compressed history say something. */
const systemDraft = (line: ChatLine): MessageDraft | null => {
  const payload = fieldsOf<SystemPayload>(line.systemPayload)
  if (line.subtype === 'mid_turn_user_message') {
    const parts = payload.parts ?? payload.text ?? payload.content ?? payload.message
    const blocks = blocksOfParts(parts ?? partsOf(line.message))
    return blocks.length === 0 ? null : promptDraft(line, blocks)
  }
  if (line.subtype !== 'chat_compression') return null
  const history: unknown[] = Array.isArray(payload.compressedHistory)
    ? payload.compressedHistory
    : []
  const text = textOrNull(payload.summary) ?? firstText(blocksOfParts(partsOf(history[0])))
  if (text === null) return null
  const blocks: Block[] = [{ type: 'text', text }]
  return draftMessage({ ...common(line), role: 'user', kind: 'summary', blocks })
}

const firstText = (blocks: readonly Block[]): string | null => {
  const block = blocks.find(({ type }) => type === 'text')
  return block?.type === 'text' ? block.text : null
}

type UsageMetadata = {
  promptTokenCount?: unknown
  candidatesTokenCount?: unknown
  thoughtsTokenCount?: unknown
  cachedContentTokenCount?: unknown
  totalTokenCount?: unknown
}

/** Whether thoughts are part of the output differs from provider to provider; the total shows it. */
const usageOf = (value: unknown): Usage | null => {
  if (!isObject(value)) return null
  const usage = fieldsOf<UsageMetadata>(value)
  const prompt = countOf(usage.promptTokenCount)
  const output = countOf(usage.candidatesTokenCount)
  const cached = countOf(usage.cachedContentTokenCount)
  const beyond = countOf(usage.totalTokenCount) - prompt - output
  return {
    input_tokens: Math.max(0, prompt - cached),
    output_tokens: output + Math.min(Math.max(0, beyond), countOf(usage.thoughtsTokenCount)),
    cache_creation_tokens: 0,
    cache_read_tokens: cached,
  }
}
