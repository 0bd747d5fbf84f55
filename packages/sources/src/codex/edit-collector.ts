import type { Block } from '@teamlore/shared'
import { isObject, textOrNull } from '../shared/values.ts'
import type { MessageDraft, TurnEdit } from '../turns/session-draft.ts'
import { GONE } from '../turns/start-over.ts'
import { editsOfCall, editsOfChanges } from './edits.ts'
import type { EventMessage } from './rollout-record.ts'

type Call = {
  name: string
  input: unknown
  cwd: string | null
  message: MessageDraft
  isAnswered: boolean
  /** A script that said itself what it wrote. */
  isReportedElsewhere: boolean
}
type Written = { edits: readonly TurnEdit[]; isReported: boolean }

/** Ties calls to what came of them. Only what succeeded counts; what the client says it wrote goes before what was asked. */
export const createEditCollector = () => {
  const calls = new Map<string, Call>()
  const written = new Map<string, Written>()
  /** Scripts that patch files by themselves, under ids that no call has. */
  const scripts = new Map<string, Call>()

  /** The script that still runs, if one does. */
  const running = (): Call | undefined =>
    [...calls.values()].findLast(({ name, isAnswered }) => name === SCRIPT && !isAnswered)

  return {
    noteCall: (
      { id, name, input }: Extract<Block, { type: 'tool_call' }>,
      message: MessageDraft,
    ): void => {
      if (id !== null && !calls.has(id))
        calls.set(id, {
          name,
          input,
          cwd: message.cwd,
          message,
          isAnswered: false,
          isReportedElsewhere: false,
        })
    },
    notePatch: (event: EventMessage, cwd: string | null, ts: string | null): void => {
      const id = textOrNull(event.call_id, 300)
      if (id === null || !isObject(event.changes)) return
      const script = calls.has(id) ? undefined : running()
      if (script !== undefined)
        scripts.set(id, Object.assign(script, { isReportedElsewhere: true }))
      const edits = event.success === false ? [] : editsOfChanges(event.changes, cwd)
      written.set(id, {
        edits: edits.map((edit) => ({ ...edit, toolCallId: id, ts })),
        isReported: true,
      })
    },
    noteResult: (block: Block | undefined, ts: string | null): void => {
      if (block?.type !== 'tool_result' || block.tool_call_id === null) return
      const toolCallId = block.tool_call_id
      const call = calls.get(toolCallId)
      if (call === undefined) return
      call.isAnswered = true
      if (block.is_error || call.isReportedElsewhere || isReported(written, toolCallId)) return
      const edits = editsOfCall(call.name, call.input, call.cwd)
      if (edits.length === 0) return
      written.set(toolCallId, {
        edits: edits.map((edit) => ({ ...edit, toolCallId, ts })),
        isReported: false,
      })
    },
    /** Lets go of what answered calls of messages asked for whose contents are gone. */
    letGo: (): void => {
      for (const call of calls.values())
        if (call.isAnswered && call.message.blocks === GONE) call.input = GONE
    },
    /** Gives each message what its calls wrote, and the first what no call is known of. More may be noted after that. */
    settle: (messages: readonly MessageDraft[]): void => {
      for (const message of messages) if (message.edits.length > 0) message.edits = []
      for (const [toolCallId, { edits }] of written) {
        const message = (calls.get(toolCallId) ?? scripts.get(toolCallId))?.message ?? messages[0]
        message?.edits.push(...edits)
      }
    },
  }
}

/** A program the model writes, in which it calls other tools. */
const SCRIPT = 'exec'

const isReported = (written: ReadonlyMap<string, Written>, id: string): boolean =>
  written.get(id)?.isReported === true
