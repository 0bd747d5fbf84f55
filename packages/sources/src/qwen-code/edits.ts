import { editsOfCall } from '../gemini-cli/edits.ts'
import type { Answered } from '../shared/edit-collector.ts'
import { fieldsOf } from '../shared/values.ts'
import type { FileEdit } from '../turns/file-edit.ts'
import type { ChatLine } from './chat-line.ts'

type Shown = { resultDisplay?: unknown }

/** What a call wrote, by the diff its result shows; a diff that was cut for the file says less than what was asked. */
export const editsOfAnswered = ({ call, cwd, more: line }: Answered<ChatLine>): FileEdit[] => {
  const { resultDisplay } = fieldsOf<Shown>(line.toolCallResult)
  const { truncatedForSession } = fieldsOf<{ truncatedForSession?: unknown }>(resultDisplay)
  const display = truncatedForSession === true ? undefined : resultDisplay
  return editsOfCall(call.name, { args: call.input, display }, cwd)
}
