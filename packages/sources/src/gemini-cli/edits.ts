import { shellEdits } from '../shared/shell-edits.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

type Display = {
  fileDiff?: unknown
  filePath?: unknown
  fileName?: unknown
  originalContent?: unknown
  isNewFile?: unknown
}

type Args = {
  file_path?: unknown
  absolute_path?: unknown
  content?: unknown
  old_string?: unknown
  new_string?: unknown
  command?: unknown
  directory?: unknown
  dir_path?: unknown
}

/** What a call that succeeded wrote: by the diff the tool shows, which may have been cut; else by what was asked. */
export const editsOfCall = (
  name: string,
  { args, display }: { args: unknown; display: unknown },
  cwd: string | null,
): FileEdit[] => {
  const asked = fieldsOf<Args>(args)
  if (name === 'run_shell_command')
    return shellEdits(asked.command, pathFrom(cwd, asked.directory ?? asked.dir_path) ?? cwd)
  const shown = fieldsOf<Display>(display)
  const path = pathFrom(
    cwd,
    asked.file_path ?? asked.absolute_path ?? shown.filePath ?? shown.fileName,
  )
  if (path === undefined) return []
  const diff = textOrNull(shown.fileDiff)
  if (diff !== null) return [{ path, operation: operationOf(shown, asked), ...linesOfDiff(diff) }]
  if (name === 'write_file' && typeof asked.content === 'string')
    return [{ path, operation: 'create', addedText: linesOf(asked.content), removedText: [] }]
  if (typeof asked.old_string !== 'string' || typeof asked.new_string !== 'string') return []
  const operation = asked.old_string === '' ? 'create' : 'edit'
  return [{ path, operation, ...changedLines(asked.old_string, asked.new_string) }]
}

const operationOf = (
  { originalContent, isNewFile }: Display,
  { old_string }: Args,
): FileEdit['operation'] => {
  if (isNewFile === true || originalContent === '' || originalContent === null) return 'create'
  return originalContent === undefined && old_string === '' ? 'create' : 'edit'
}
