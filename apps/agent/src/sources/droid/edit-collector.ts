import { parseJson } from '../shared/parse-json.ts'
import type { EditDraft, MessageDraft } from '../shared/session-draft.ts'
import { fieldsOf } from '../shared/values.ts'
import { editsOfCall } from './edits.ts'

type Call = { name: string; input: unknown; message: MessageDraft }

/** Ties calls to their results and collects what was written. Only what succeeded counts. */
export const createEditCollector = () => {
  const calls = new Map<string, Call>()
  const edits: EditDraft[] = []

  const noteResult = (toolCallId: string, ts: string | null): void => {
    const call = calls.get(toolCallId)
    if (call === undefined) return
    calls.delete(toolCallId)
    const { name, input, message } = call
    for (const edit of editsOfCall(name, input, message.cwd))
      edits.push({ ...edit, toolCallId, ts, message })
  }

  return {
    edits,
    note: (message: MessageDraft): void => {
      for (const block of message.blocks) {
        if (block.type === 'tool_call' && block.id !== null)
          calls.set(block.id, { name: block.name, input: block.input, message })
        else if (block.type === 'tool_result' && block.tool_call_id !== null)
          if (!block.is_error && !saysItFailed(block.text))
            noteResult(block.tool_call_id, message.ts)
      }
    },
  }
}

/** Some results are JSON that says how it went. */
const saysItFailed = (text: string): boolean =>
  text.length < 10_000 &&
  text.startsWith('{"success":') &&
  fieldsOf<{ success?: unknown }>(parseJson(text)).success === false
