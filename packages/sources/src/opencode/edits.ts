import { editsOfPatchIn } from '../shared/apply-patch.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import type { TurnEdit } from '../turns/session-draft.ts'
import { hasFailed, type RawState } from './read-part.ts'
import type { RawPart } from './stored-session.ts'

type RawInput = {
  filePath?: unknown
  /** As version 2 calls it. */
  path?: unknown
  oldString?: unknown
  newString?: unknown
  content?: unknown
  edits?: unknown
  patchText?: unknown
  command?: unknown
}
type RawMetadata = { diff?: unknown; filediff?: unknown; files?: unknown; exists?: unknown }
type RawFileDiff = { before?: unknown; after?: unknown; patch?: unknown }

/** What a tool call wrote to files, if it came to its end well. */
export const editsOfPart = (part: RawPart, cwd: string | null): TurnEdit[] => {
  const state = fieldsOf<RawState>(part.state)
  if (part.type !== 'tool' || state.status !== 'completed' || hasFailed(state)) return []
  const ts = timeOrNull(fieldsOf<{ end?: unknown }>(state.time).end)
  const toolCallId = textOrNull(part.callID, 300)
  return fileEdits(textOrNull(part.tool) ?? '', state, cwd).map((edit) => ({
    ...edit,
    toolCallId,
    ts,
  }))
}

const fileEdits = (tool: string, state: RawState, cwd: string | null): FileEdit[] => {
  const input = fieldsOf<RawInput>(state.input)
  switch (tool) {
    case 'edit':
    case 'write':
    case 'multiedit':
      return editsOfFile(input, fieldsOf<RawMetadata>(state.metadata), cwd)
    case 'apply_patch':
    case 'patch':
      return editsOfPatchIn(cwd, input.patchText)
    case 'bash':
    case 'shell':
      return shellEdits(input.command, cwd)
    default:
      return []
  }
}

/** The diff that the tool took is the best record of what became of the file; without one the call has to do. */
const editsOfFile = (input: RawInput, metadata: RawMetadata, cwd: string | null): FileEdit[] => {
  const path = pathFrom(cwd, input.filePath ?? input.path)
  if (path === undefined) return []
  const isWhole = typeof input.content === 'string'
  const isNew = isWhole ? metadata.exists !== true : input.oldString === ''
  const operation = isNew ? 'create' : 'edit'
  return [{ path, operation, ...linesOfCall(input, metadata) }]
}

const linesOfCall = (input: RawInput, { diff, filediff, files }: RawMetadata) => {
  const { before, after } = fieldsOf<RawFileDiff>(filediff)
  const { patch } = fieldsOf<RawFileDiff>(Array.isArray(files) ? files[0] : undefined)
  const shown = textOrNull(diff) ?? textOrNull(patch)
  if (shown !== null) return linesOfDiff(shown)
  if (typeof before === 'string' && typeof after === 'string') return changedLines(before, after)
  if (typeof input.content === 'string')
    return { addedText: linesOf(input.content), removedText: [] }
  const steps = Array.isArray(input.edits) ? input.edits : [input]
  const changes = steps.map((step) => {
    const { oldString, newString } = fieldsOf<RawInput>(step)
    return changedLines(oldString, newString)
  })
  return {
    addedText: changes.flatMap(({ addedText }) => addedText),
    removedText: changes.flatMap(({ removedText }) => removedText),
  }
}
