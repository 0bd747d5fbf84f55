import type { Block } from '@teamlore/shared'
import type { FileEdit } from '../shared/file-edit.ts'
import type { MessageDraft } from '../shared/session-draft.ts'
import { isObject, textOrNull } from '../shared/values.ts'
import { editsOfCall, editsOfChanges } from './edits.ts'
import type { EventMessage } from './rollout-record.ts'

type Call = { name: string; input: unknown; cwd: string | null; message: MessageDraft }
type Written = { edits: readonly FileEdit[]; ts: string | null; isTold: boolean }

/** Ties calls to what came of them. Only what succeeded counts; what the client says it wrote goes before what was asked. */
export const createEditCollector = () => {
  const calls = new Map<string, Call>()
  const written = new Map<string, Written>()

  return {
    noteCall: (
      { id, name, input }: Extract<Block, { type: 'tool_call' }>,
      message: MessageDraft,
    ): void => {
      if (id !== null && !calls.has(id)) calls.set(id, { name, input, cwd: message.cwd, message })
    },
    notePatch: (event: EventMessage, cwd: string | null, ts: string | null): void => {
      const id = textOrNull(event.call_id, 300)
      if (id === null || !isObject(event.changes)) return
      const edits = event.success === false ? [] : editsOfChanges(event.changes, cwd)
      written.set(id, { edits, ts, isTold: true })
    },
    noteResult: (block: Block | undefined, ts: string | null): void => {
      if (block?.type !== 'tool_result' || block.tool_call_id === null) return
      const call = calls.get(block.tool_call_id)
      if (call === undefined || block.is_error || hasToldOf(written, block.tool_call_id)) return
      const edits = editsOfCall(call.name, call.input, call.cwd)
      if (edits.length > 0) written.set(block.tool_call_id, { edits, ts, isTold: false })
    },
    /** Gives each message what its calls wrote, and what no call is known of to `fallback`. */
    settle: (fallback: MessageDraft | undefined): void => {
      for (const [toolCallId, { edits, ts }] of written) {
        const message = calls.get(toolCallId)?.message ?? fallback
        message?.edits.push(...edits.map((edit) => ({ ...edit, toolCallId, ts })))
      }
    },
  }
}

const hasToldOf = (written: ReadonlyMap<string, Written>, id: string): boolean =>
  written.get(id)?.isTold === true
