import { shellEdits } from '../shared/shell-edits.ts'
import { fieldsOf } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

type RawInput = {
  command?: unknown
  path?: unknown
  file_text?: unknown
  content?: unknown
  old_str?: unknown
  oldStr?: unknown
  new_str?: unknown
  newStr?: unknown
}

/** What a call that went well wrote to files. Names of tools and fields differ between generations. */
export const editsOfCall = (name: string, input: unknown, cwd: string | null): FileEdit[] => {
  const asked = fieldsOf<RawInput>(input)
  if (name === 'execute_bash' || name === 'shell') return shellEdits(asked.command, cwd)
  if (name !== 'fs_write' && name !== 'write') return []
  const path = pathFrom(cwd, asked.path)
  if (path === undefined) return []
  const fresh = asked.new_str ?? asked.newStr
  switch (asked.command) {
    case 'create':
      return [
        {
          path,
          operation: 'create',
          addedText: linesOf(asked.file_text ?? asked.content),
          removedText: [],
        },
      ]
    case 'str_replace':
    case 'strReplace':
      return [{ path, operation: 'edit', ...changedLines(asked.old_str ?? asked.oldStr, fresh) }]
    case 'insert':
    case 'append':
      return [
        { path, operation: 'edit', addedText: linesOf(fresh ?? asked.content), removedText: [] },
      ]
    default:
      return []
  }
}
