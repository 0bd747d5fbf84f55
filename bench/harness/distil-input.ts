import { type DistilInput, digestMessage, isLive } from '@teamlore/core'
import type { MessageId } from '@teamlore/shared'
import type { ReadSession } from '@teamlore/sources/source'

/** A session as a source read it, the way the worker hands it to a distiller. Ids of messages count from nought. */
export const distilInputOf = (session: ReadSession): DistilInput => ({
  session: { kind: session.kind, title: session.title, cwd: session.cwd, rootPath: null },
  edits: session.edits.map((edit) => ({
    messageKey: edit.message_key,
    toolCallId: edit.tool_call_id,
    path: edit.path,
    operation: edit.operation,
    addedLines: edit.addedText.length,
    removedLines: edit.removedText.length,
  })),
  guides: [],
  messages: session.messages
    .map((message, n) => ({
      id: `msg_${n}` as MessageId,
      key: message.key,
      ts: message.ts === null ? null : new Date(message.ts),
      kind: message.kind,
      model: message.model,
      blocks: message.blocks,
      cwd: message.cwd,
      isAbandoned: message.is_abandoned,
    }))
    .filter(isLive)
    .map(digestMessage),
})
