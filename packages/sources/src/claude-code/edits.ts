import { shellEdits } from '../shared/shell-edits.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import { changedLines, type LineChange, linesOf } from '../turns/changed-lines.ts'
import type { FileEdit } from '../turns/file-edit.ts'

/** A change to one file, before it is tied to a message. */
export type EditDraft = FileEdit

export type ToolCall = { name: string; input: unknown }

type StructuredResult = {
  filePath?: unknown
  notebook_path?: unknown
  structuredPatch?: unknown
  content?: unknown
  type?: unknown
  originalFile?: unknown
  original_file?: unknown
  updated_file?: unknown
  edit_mode?: unknown
  new_source?: unknown
  old_source?: unknown
}

/**
 * The edits that a successful tool result reports. The structured result says what was really written, the user's own
 * changes to the proposal included; where a recorder left it out, the call's input has to do.
 */
export const editsOfResult = (
  structured: unknown,
  call: ToolCall | undefined,
  cwd: string | null,
): EditDraft[] => {
  if (call?.name === 'Bash')
    return shellEdits(fieldsOf<{ command?: unknown }>(call.input).command, cwd)
  const edit = isObject(structured) ? editOfStructured(structured) : undefined
  if (edit) return [edit]
  // A tool that answers with a structure of its own wrote no file we know of.
  if (isObject(structured) || call === undefined) return []
  const asked = editOfInput(call)
  return asked ? [asked] : []
}

const editOfStructured = (result: StructuredResult): EditDraft | undefined => {
  const path = pathOf(result.filePath)
  if (path !== undefined && Array.isArray(result.structuredPatch)) {
    const operation = result.type === 'create' ? 'create' : 'edit'
    const patch = linesOfPatch(result.structuredPatch)
    const isEmpty = patch.addedText.length + patch.removedText.length === 0
    return isEmpty && operation === 'create'
      ? { path, operation, addedText: linesOf(result.content), removedText: [] }
      : { path, operation, ...patch }
  }
  if (path !== undefined && result.type === 'create' && typeof result.content === 'string')
    return { path, operation: 'create', addedText: linesOf(result.content), removedText: [] }
  return editOfNotebook(result)
}

const editOfNotebook = (result: StructuredResult): EditDraft | undefined => {
  const path = pathOf(result.notebook_path)
  if (path === undefined || textOrNull(result.edit_mode) === null) return undefined
  const isDelete = result.edit_mode === 'delete'
  const added = isDelete ? '' : result.new_source
  return { path, operation: 'edit', ...changedLines(result.old_source, added) }
}

type Hunk = { lines?: unknown }

const linesOfPatch = (hunks: readonly unknown[]): LineChange => {
  const addedText: string[] = []
  const removedText: string[] = []
  for (const hunk of hunks) {
    const { lines } = fieldsOf<Hunk>(hunk)
    for (const line of Array.isArray(lines) ? lines : []) {
      if (typeof line !== 'string') continue
      if (line.startsWith('+')) addedText.push(line.slice(1))
      else if (line.startsWith('-')) removedText.push(line.slice(1))
    }
  }
  return { addedText, removedText }
}

type EditInput = {
  file_path?: unknown
  notebook_path?: unknown
  old_string?: unknown
  new_string?: unknown
  content?: unknown
  new_source?: unknown
  edit_mode?: unknown
  edits?: unknown
}

const editOfInput = ({ name, input }: ToolCall): EditDraft | undefined => {
  const asked = fieldsOf<EditInput>(input)
  const path = pathOf(asked.file_path) ?? pathOf(asked.notebook_path)
  return path === undefined ? undefined : INPUT_READERS.get(name)?.(path, asked)
}

const INPUT_READERS: ReadonlyMap<string, (path: string, asked: EditInput) => EditDraft> = new Map([
  [
    'Edit',
    (path, { old_string, new_string }) => ({
      path,
      operation: old_string === '' ? ('create' as const) : ('edit' as const),
      ...changedLines(old_string, new_string),
    }),
  ],
  [
    'Write',
    (path, { content }) => ({
      path,
      operation: 'create' as const,
      addedText: linesOf(content),
      removedText: [],
    }),
  ],
  [
    'MultiEdit',
    (path, { edits }) => {
      const steps = (Array.isArray(edits) ? edits : []).map((step) => fieldsOf<EditInput>(step))
      const changes = steps.map((step) => changedLines(step.old_string, step.new_string))
      return {
        path,
        operation: steps[0]?.old_string === '' ? ('create' as const) : ('edit' as const),
        addedText: changes.flatMap(({ addedText }) => addedText),
        removedText: changes.flatMap(({ removedText }) => removedText),
      }
    },
  ],
  [
    'NotebookEdit',
    (path, { new_source, edit_mode }) => ({
      path,
      operation: 'edit' as const,
      addedText: edit_mode === 'delete' ? [] : linesOf(new_source),
      removedText: [],
    }),
  ],
])

const pathOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 4_096 ? value : undefined
