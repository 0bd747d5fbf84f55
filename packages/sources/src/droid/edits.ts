import { editsOfPatchIn } from '../shared/apply-patch.ts'
import type { Answered } from '../shared/edit-collector.ts'
import { parseJson } from '../shared/parse-json.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

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
export const editsOfAnswered = ({ call, cwd, result }: Answered<undefined>): FileEdit[] => {
  if (saysItFailed(result.text)) return []
  const { name } = call
  const input = fieldsOf<Input>(call.input)
  if (name === 'ApplyPatch') return editsOfPatchIn(cwd, textOrNull(input.input) ?? input.patch)
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

/** Some results are JSON that says how it went. */
const saysItFailed = (text: string): boolean =>
  text.length < 10_000 &&
  text.startsWith('{"success":') &&
  fieldsOf<{ success?: unknown }>(parseJson(text)).success === false

const changeOf = (step: unknown) => {
  const { old_str, new_str, old_string, new_string } = fieldsOf<Input>(step)
  return changedLines(old_str ?? old_string, new_str ?? new_string)
}
