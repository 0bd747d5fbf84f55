import type { Block } from '@teamlore/shared'
import type { FileEdit } from '../turns/file-edit.ts'
import type { MessageDraft } from '../turns/session-draft.ts'
import { GONE } from '../turns/start-over.ts'

type ToolCall = Extract<Block, { type: 'tool_call' }>
type ToolResult = Extract<Block, { type: 'tool_result' }>

export type Answered<More> = { call: ToolCall; cwd: string | null; result: ToolResult; more: More }
type EditsOf<More> = (answered: Answered<More>) => readonly FileEdit[]

/** Ties calls to their results, and gives the message of a call what it wrote. Only what succeeded counts, and once. */
export const createEditCollector = <More = undefined>(editsOf: EditsOf<More>) => {
  const calls = new Map<string, { call: ToolCall; message: MessageDraft; isAnswered: boolean }>()

  const noteResult = (result: ToolResult, ts: string | null, more: More): void => {
    const noted = result.tool_call_id === null ? undefined : calls.get(result.tool_call_id)
    if (noted === undefined || noted.isAnswered || result.is_error) return
    noted.isAnswered = true
    const { call, message } = noted
    for (const edit of editsOf({ call, cwd: message.cwd, result, more }))
      message.edits.push({ ...edit, toolCallId: call.id, ts })
  }

  return {
    /** Lets go of what answered calls of messages asked for whose contents are gone. */
    letGo: (): void => {
      for (const { call, message, isAnswered } of calls.values())
        if (isAnswered && message.blocks === GONE) Object.assign(call, { input: GONE })
    },
    knows: (callId: string): boolean => calls.has(callId),
    /** `more` is what its record says beside the blocks. */
    note: (message: MessageDraft, more: More): void => {
      for (const block of message.blocks) {
        if (block.type === 'tool_call' && block.id !== null)
          calls.set(block.id, { call: block, message, isAnswered: false })
        else if (block.type === 'tool_result') noteResult(block, message.ts, more)
      }
    },
  }
}
