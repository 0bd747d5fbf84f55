import { shellEdits } from '../shared/shell-edits.ts'
import { fieldsOf } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

type Args = {
  path?: unknown
  file_path?: unknown
  content?: unknown
  oldText?: unknown
  newText?: unknown
  edits?: unknown
  command?: unknown
}

/** What a call that succeeded wrote. The call says it exactly; the diff of the result is made for eyes. */
export const editsOfCall = (name: string, input: unknown, cwd: string | null): FileEdit[] => {
  const args = fieldsOf<Args>(input)
  if (name === 'bash') return shellEdits(args.command, cwd)
  const path = pathFrom(cwd, args.path ?? args.file_path)
  if (path === undefined) return []
  if (name === 'write')
    return [{ path, operation: 'create', addedText: linesOf(args.content), removedText: [] }]
  if (name !== 'edit') return []
  const steps: unknown[] = Array.isArray(args.edits) ? args.edits : [args]
  const changes = steps.map((step) => {
    const { oldText, newText } = fieldsOf<Args>(step)
    return changedLines(oldText, newText)
  })
  return [
    {
      path,
      operation: 'edit',
      addedText: changes.flatMap(({ addedText }) => addedText),
      removedText: changes.flatMap(({ removedText }) => removedText),
    },
  ]
}
