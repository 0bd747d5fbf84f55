import { fieldsOf } from '../shared/values.ts'
import type { TurnEdit } from '../turns/session-draft.ts'
import { GONE } from '../turns/start-over.ts'
import { editsOfResult, type ToolCall } from './edits.ts'
import type { MessageDraft } from './message-draft.ts'
import type { RawRecord } from './raw-record.ts'

type Call = ToolCall & { draft: MessageDraft; isAnswered?: boolean }
/** An edit with the message that made the call; the one with the result, where the call is not in the file. */
type Collected = { edit: TurnEdit; draft: MessageDraft }

/** Ties tool calls to their results and collects what was written to files. Only what succeeded counts. */
export const createEditCollector = () => {
  const calls = new Map<string, Call>()
  /** By the id of the call, numbered when one call made several. */
  const edits = new Map<string, Collected>()
  /** Results whose call has not been seen: in a file with lost lines it may come later. */
  const waiting = new Map<string, MessageDraft>()

  const collect = (toolCallId: string, structured: unknown, result: MessageDraft): void => {
    const call = calls.get(toolCallId)
    if (call !== undefined) call.isAnswered = true
    editsOfResult(structured, call, result.cwd).forEach((edit, index) => {
      const key = index === 0 ? toolCallId : `${toolCallId}#${index}`
      edits.set(key, {
        edit: { ...edit, key, toolCallId, ts: result.ts },
        draft: call?.draft ?? result,
      })
    })
  }

  const noteCall = (id: string, call: Call): void => {
    calls.set(id, call)
    const early = waiting.get(id)
    if (early !== undefined) collect(id, undefined, early)
    waiting.delete(id)
  }

  const noteResult = (id: string, structured: unknown, result: MessageDraft): void => {
    if (structured === undefined && !calls.has(id)) waiting.set(id, result)
    else collect(id, structured, result)
  }

  const noteResults = (raw: RawRecord, record: MessageDraft, taken: MessageDraft): void => {
    if (didNothing(raw.toolUseResult)) return
    const results = record.blocks.filter((block) => block.type === 'tool_result')
    // The structured result belongs to the record; with several results in it nobody can say to which.
    const structured = results.length === 1 ? (raw.toolUseResult ?? undefined) : undefined
    for (const { tool_call_id: id, is_error } of results)
      if (id !== null && !is_error) noteResult(id, structured, taken)
  }

  return {
    note: (raw: RawRecord, record: MessageDraft, taken: MessageDraft): void => {
      for (const block of record.blocks)
        if (block.type === 'tool_call' && block.id !== null && !calls.has(block.id))
          noteCall(block.id, { name: block.name, input: block.input, draft: taken })
      noteResults(raw, record, taken)
    },
    /** Lets go of what answered calls of messages asked for whose contents are gone. */
    letGo: (): void => {
      for (const call of calls.values())
        if (call.isAnswered && call.draft.blocks === GONE) call.input = GONE
    },
    /** Gives each message what its calls wrote. More may be noted, and settled again, after that. */
    settle: (drafts: readonly MessageDraft[]): void => {
      for (const draft of drafts) if (draft.edits.length > 0) draft.edits = []
      for (const { edit, draft } of edits.values()) draft.edits.push(edit)
    },
  }
}

const didNothing = (structured: unknown): boolean =>
  (typeof structured === 'string' && structured.startsWith('Error')) ||
  fieldsOf<{ interrupted?: unknown }>(structured).interrupted === true
