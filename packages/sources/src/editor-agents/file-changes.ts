import { editsOfPatchIn } from '../shared/apply-patch.ts'
import { replacementsIn } from '../shared/search-replace.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { changedLines, type LineChange, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import { listOf } from './raw-task.ts'

type ToolInput = {
  path?: unknown
  file_path?: unknown
  content?: unknown
  diff?: unknown
  patch?: unknown
  input?: unknown
  old_text?: unknown
  new_text?: unknown
  old_string?: unknown
  new_string?: unknown
  batchDiffs?: unknown
  diffs?: unknown
}

const CREATES = new Set(['newFileCreated', 'write_to_file', 'new_rule'])
const CHANGES = new Set([
  'editedExistingFile',
  'appliedDiff',
  'insertContent',
  'searchAndReplace',
  'replace_in_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'edit',
  'edit_file',
  'search_replace',
])

/** Whether a call is one that writes files, by its name in the transcript or towards the model. */
export const isFileChange = (name: string): boolean =>
  CREATES.has(name) || CHANGES.has(name) || SPECIAL.has(name)

/** What a call wrote, by its name and arguments. */
export const fileChanges = (name: string, input: unknown, cwd: string | null): FileEdit[] => {
  const asked = fieldsOf<ToolInput>(input)
  const special = SPECIAL.get(name)
  if (special !== undefined) return special(asked, cwd)
  if (!CREATES.has(name) && !CHANGES.has(name)) return []
  const batch = listOf(asked.batchDiffs)
  return batch.length === 0
    ? changeOf(name, asked, cwd)
    : batch.flatMap((one) => changeOf(name, fieldsOf<ToolInput>(one), cwd))
}

const changeOf = (name: string, asked: ToolInput, cwd: string | null): FileEdit[] => {
  const path = pathFrom(cwd, asked.path ?? asked.file_path)
  if (path === undefined) return []
  const texts = listOf(asked.diffs).map((one) => textOrNull(fieldsOf<ToolInput>(one).content))
  const text = texts.length > 0 ? texts.join('\n') : (asked.diff ?? asked.content)
  const change =
    text === undefined && asked.new_string !== undefined
      ? changedLines(asked.old_string, asked.new_string)
      : linesOfChange(textOrNull(text) ?? '')
  return [{ path, operation: CREATES.has(name) ? 'create' : 'edit', ...change }]
}

/** A change comes as blocks of search and replace, as a diff, or as the whole new text. */
const linesOfChange = (text: string): LineChange => {
  const lines = text.split(/\r?\n/)
  const replacements = replacementsIn(lines)
  if (replacements.length > 0)
    return {
      addedText: replacements.flatMap(({ addedText }) => addedText),
      removedText: replacements.flatMap(({ removedText }) => removedText),
    }
  return /^@@ /m.test(text) ? linesOfDiff(text) : { addedText: linesOf(text), removedText: [] }
}

const patched = ({ input, patch, content }: ToolInput, cwd: string | null): FileEdit[] =>
  editsOfPatchIn(cwd, textOrNull(input) ?? textOrNull(patch) ?? textOrNull(content))

/** Newer Cline's one tool for files: with an old text it replaces, without one it creates. */
const edited = (asked: ToolInput, cwd: string | null): FileEdit[] => {
  const path = pathFrom(cwd, asked.path)
  if (path === undefined || typeof asked.new_text !== 'string') return []
  const isCreation = textOrNull(asked.old_text) === null
  const change = changedLines(asked.old_text, asked.new_text)
  return [{ path, operation: isCreation ? 'create' : 'edit', ...change }]
}

const deleted = ({ path: named }: ToolInput, cwd: string | null): FileEdit[] => {
  const path = pathFrom(cwd, named)
  return path === undefined ? [] : [{ path, operation: 'delete', addedText: [], removedText: [] }]
}

const SPECIAL = new Map<string, (asked: ToolInput, cwd: string | null) => FileEdit[]>([
  ['apply_patch', patched],
  ['editor', edited],
  ['fileDeleted', deleted],
])
