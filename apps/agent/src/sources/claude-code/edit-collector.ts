import { fieldsOf } from '../shared/values.ts'
import { type EditDraft, editsOfResult, type ToolCall } from './edits.ts'
import type { MessageDraft } from './message-draft.ts'
import type { RawRecord } from './raw-record.ts'

export type CollectedEdit = EditDraft & {
  /** Names the edit within its session: the call's id, numbered when one call made several. */
  key: string
  toolCallId: string
  ts: string | null
  /** The message that made the call; the one with the result, where the call is not in the file. */
  draft: MessageDraft
}

type Call = ToolCall & { draft: MessageDraft }
type Waiting = { toolCallId: string; result: MessageDraft }

/** Ties tool calls to their results and collects what was written to files. Only what succeeded counts. */
export const createEditCollector = () => {
  const calls = new Map<string, Call>()
  const edits = new Map<string, CollectedEdit>()
  /** Results whose call has not been seen: in a file with lost lines it may come later. */
  const waiting: Waiting[] = []

  const collect = (toolCallId: string, structured: unknown, result: MessageDraft): void => {
    const call = calls.get(toolCallId)
    editsOfResult(structured, call, result.cwd).forEach((edit, index) => {
      const key = index === 0 ? toolCallId : `${toolCallId}#${index}`
      edits.set(key, { ...edit, key, toolCallId, ts: result.ts, draft: call?.draft ?? result })
    })
  }

  const noteResult = (id: string, structured: unknown, result: MessageDraft): void => {
    if (structured === undefined && !calls.has(id)) waiting.push({ toolCallId: id, result })
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
          calls.set(block.id, { name: block.name, input: block.input, draft: taken })
      noteResults(raw, record, taken)
    },
    all: (): CollectedEdit[] => {
      for (const { toolCallId, result } of waiting.splice(0))
        if (calls.has(toolCallId)) collect(toolCallId, undefined, result)
      return [...edits.values()]
    },
  }
}

const didNothing = (structured: unknown): boolean =>
  (typeof structured === 'string' && structured.startsWith('Error')) ||
  fieldsOf<{ interrupted?: unknown }>(structured).interrupted === true
