import { draftMessage, type EditDraft, type MessageDraft } from '../shared/session-draft.ts'
import { fieldsOf } from '../shared/values.ts'
import { editsOfCall } from './edits.ts'
import type { EventData, ToolResult } from './event.ts'
import { type Common, callBlock, resultDraft } from './event-draft.ts'

type Call = { name: string; input: unknown; message: MessageDraft }

/** Ties calls to their results and collects what was written. Only what succeeded counts. */
export const createCallCollector = () => {
  const calls = new Map<string, Call>()
  const edits: EditDraft[] = []

  const note = (message: MessageDraft): MessageDraft => {
    for (const block of message.blocks)
      if (block.type === 'tool_call' && block.id !== null)
        calls.set(block.id, { name: block.name, input: block.input, message })
    return message
  }

  return {
    edits,
    note,
    /** Calls are announced by the answer; what a person runs by hand is not. */
    started: (data: EventData, model: string | null, common: Common): MessageDraft | null => {
      const block = callBlock(data)
      if (block.type !== 'tool_call' || block.id === null || calls.has(block.id)) return null
      return note(
        draftMessage({ ...common, role: 'assistant', kind: 'assistant', blocks: [block], model }),
      )
    },
    ended: (data: EventData, common: Common): MessageDraft => {
      const result = resultDraft(data, common)
      const [block] = result.blocks
      if (block?.type !== 'tool_result' || block.is_error) return result
      const toolCallId = block.tool_call_id
      const call = toolCallId === null ? undefined : calls.get(toolCallId)
      if (call === undefined) return result
      const { name, input, message } = call
      const diff = fieldsOf<ToolResult>(data.result).detailedContent
      for (const edit of editsOfCall(name, { input, diff }, message.cwd))
        edits.push({ ...edit, toolCallId, ts: common.ts, message })
      return result
    },
  }
}
