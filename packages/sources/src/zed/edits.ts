import { basename, dirname } from 'node:path'
import { movedFile } from '../shared/apply-patch.ts'
import { diffLines } from '../shared/diff-lines.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf } from '../shared/values.ts'
import { changedLines, type LineChange, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

type RawInput = {
  path?: unknown
  source_path?: unknown
  destination_path?: unknown
  mode?: unknown
  content?: unknown
  edits?: unknown
  old_text?: unknown
  new_text?: unknown
  command?: unknown
}
type RawResult = { is_error?: unknown; output?: unknown }
type RawOutput = { old_text?: unknown; new_text?: unknown; diff?: unknown }

/** What a call that went well wrote to files: the editor keeps the text before and after. */
export const editsOfCall = (
  name: string,
  input: unknown,
  result: unknown,
  cwd: string | null,
): FileEdit[] => {
  const { is_error, output } = fieldsOf<RawResult>(result)
  if (result === undefined || is_error === true) return []
  const asked = fieldsOf<RawInput>(input)
  const path = pathIn(asked.path, cwd)
  switch (name) {
    case 'edit_file':
    case 'write_file':
    case 'save_file':
    case 'create_file':
      return path === undefined ? [] : [fileEdit(path, asked, fieldsOf<RawOutput>(output))]
    case 'delete_path':
      return path === undefined
        ? []
        : [{ path, operation: 'delete', addedText: [], removedText: [] }]
    case 'move_path': {
      const [from, to] = [pathIn(asked.source_path, cwd), pathIn(asked.destination_path, cwd)]
      return from === undefined || to === undefined
        ? []
        : movedFile(from, to, { addedText: [], removedText: [] })
    }
    case 'terminal':
      return shellEdits(asked.command, cwd)
    default:
      return []
  }
}

/** Paths begin with the name of the project's folder. */
const pathIn = (value: unknown, cwd: string | null): string | undefined => {
  const first = typeof value === 'string' ? value.split(/[\\/]/)[0] : undefined
  return pathFrom(cwd !== null && first === basename(cwd) ? dirname(cwd) : cwd, value)
}

const fileEdit = (path: string, input: RawInput, output: RawOutput): FileEdit => {
  const isNew = input.mode === 'create' || output.old_text === ''
  return { path, operation: isNew ? 'create' : 'edit', ...linesOfEdit(input, output) }
}

const linesOfEdit = (input: RawInput, { old_text, new_text, diff }: RawOutput): LineChange => {
  if (typeof old_text === 'string' && typeof new_text === 'string')
    return diffLines(old_text, new_text)
  if (typeof diff === 'string' && diff !== '') return linesOfDiff(diff)
  if (typeof input.content === 'string')
    return { addedText: linesOf(input.content), removedText: [] }
  const steps = Array.isArray(input.edits) ? input.edits : [input]
  const changes = steps.map((step) => {
    const { old_text: old, new_text: fresh } = fieldsOf<RawInput>(step)
    return changedLines(old, fresh)
  })
  return {
    addedText: changes.flatMap(({ addedText }) => addedText),
    removedText: changes.flatMap(({ removedText }) => removedText),
  }
}
