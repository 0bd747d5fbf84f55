import { editsOfCall } from '../gemini-cli/edits.ts'
import type { EditDraft, MessageDraft } from '../shared/session-draft.ts'
import { fieldsOf } from '../shared/values.ts'
import type { ChatLine } from './chat-line.ts'

type Call = { name: string; input: unknown; message: MessageDraft }
type Shown = { resultDisplay?: unknown }

/** Ties calls to their results and collects what was written. Only what succeeded counts. */
export const createEditCollector = () => {
  const calls = new Map<string, Call>()
  const edits: EditDraft[] = []

  const noteResult = (id: string, line: ChatLine, result: MessageDraft): void => {
    const call = calls.get(id)
    if (call === undefined) return
    calls.delete(id)
    const { resultDisplay } = fieldsOf<Shown>(line.toolCallResult)
    const { truncatedForSession } = fieldsOf<{ truncatedForSession?: unknown }>(resultDisplay)
    // A diff that was cut for the file says less than what was asked.
    const display = truncatedForSession === true ? undefined : resultDisplay
    const { message, name, input } = call
    for (const edit of editsOfCall(name, { args: input, display }, message.cwd))
      edits.push({ ...edit, toolCallId: id, ts: result.ts, message })
  }

  return {
    note: (line: ChatLine, draft: MessageDraft): void => {
      for (const block of draft.blocks) {
        if (block.type === 'tool_call' && block.id !== null)
          calls.set(block.id, { name: block.name, input: block.input, message: draft })
        else if (block.type === 'tool_result' && block.tool_call_id !== null && !block.is_error)
          noteResult(block.tool_call_id, line, draft)
      }
    },
    edits,
  }
}
