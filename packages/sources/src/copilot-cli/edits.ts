import { editsOfPatchIn } from '../shared/apply-patch.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

type Args = {
  command?: unknown
  path?: unknown
  file_text?: unknown
  old_str?: unknown
  new_str?: unknown
  patch?: unknown
  input?: unknown
}

/** What a call that succeeded wrote: by the diff of its result, else by what was asked. Reading shows a diff too. */
export const editsOfCall = (
  name: string,
  { input, diff }: { input: unknown; diff: unknown },
  cwd: string | null,
): FileEdit[] => {
  const args = fieldsOf<Args>(input)
  if (name === 'bash' || name === 'powershell') return shellEdits(args.command, cwd)
  if (name === 'apply_patch') return editsOfPatchCall(input, args, cwd)
  // Older versions have one tool for reading and writing; an argument says which.
  const action = name === 'str_replace_editor' ? args.command : name
  const path = pathFrom(cwd, args.path)
  if (path === undefined) return []
  if (action === 'create') {
    const addedText = linesOf(args.file_text)
    return [{ path, operation: 'create', addedText, removedText: [] }]
  }
  if (action !== 'edit' && action !== 'str_replace' && action !== 'insert') return []
  const shownDiff = textOrNull(diff)
  const lines =
    shownDiff === null ? changedLines(args.old_str, args.new_str) : linesOfDiff(shownDiff)
  return [{ path, operation: 'edit', ...lines }]
}

const editsOfPatchCall = (input: unknown, { patch, input: text }: Args, cwd: string | null) =>
  editsOfPatchIn(cwd, textOrNull(input) ?? textOrNull(patch) ?? textOrNull(text))
