import { editsOfPatch } from '../shared/apply-patch.ts'
import { changedLines, linesOf } from '../shared/changed-lines.ts'
import { type FileEdit, pathFrom } from '../shared/file-edit.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'

type Input = {
  input?: unknown
  patch?: unknown
  command?: unknown
  file_path?: unknown
  content?: unknown
  old_str?: unknown
  new_str?: unknown
  old_string?: unknown
  new_string?: unknown
  changes?: unknown
  edits?: unknown
}

/** What a call that succeeded wrote. Results say only that it did. */
export const editsOfCall = (name: string, value: unknown, cwd: string | null): FileEdit[] => {
  const input = fieldsOf<Input>(value)
  if (name === 'ApplyPatch') return editsOfPatchCall(input, cwd)
  if (name === 'Execute') return shellEdits(input.command, cwd)
  const path = pathFrom(cwd, input.file_path)
  if (path === undefined) return []
  if (name === 'Create' || name === 'Write')
    return [{ path, operation: 'create', addedText: linesOf(input.content), removedText: [] }]
  if (name !== 'Edit' && name !== 'MultiEdit') return []
  const steps = [input.changes, input.edits].find((list) => Array.isArray(list))
  const changes = (Array.isArray(steps) ? steps : [input]).map(changeOf)
  return [
    {
      path,
      operation: 'edit',
      addedText: changes.flatMap(({ addedText }) => addedText),
      removedText: changes.flatMap(({ removedText }) => removedText),
    },
  ]
}

const changeOf = (step: unknown) => {
  const { old_str, new_str, old_string, new_string } = fieldsOf<Input>(step)
  return changedLines(old_str ?? old_string, new_str ?? new_string)
}

const editsOfPatchCall = ({ input, patch }: Input, cwd: string | null): FileEdit[] =>
  editsOfPatch(textOrNull(input) ?? textOrNull(patch) ?? '').flatMap((edit) => {
    const path = pathFrom(cwd, edit.path)
    return path === undefined ? [] : [{ ...edit, path }]
  })
