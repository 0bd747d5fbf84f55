import { pathOfUri } from '../shared/file-uri.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import { listOf } from './raw-session.ts'

type Input = {
  filepath?: unknown
  file_path?: unknown
  content?: unknown
  contents?: unknown
  changes?: unknown
  old_string?: unknown
  new_string?: unknown
  edits?: unknown
}

/**
 * What a call wrote; the editor and the command line name the same tools differently. The command line answers with what
 * came of it, where the file was there before.
 */
export const fileChanges = (
  name: string,
  input: unknown,
  output: string,
  cwd: string | null,
): FileEdit[] => {
  const asked = fieldsOf<Input>(input)
  const path = pathFrom(cwd, pathOfUri(asked.filepath ?? asked.file_path))
  const change = CHANGES.get(name.replace(/^builtin_/, ''))
  if (path === undefined || change === undefined) return []
  return [{ path, ...(shownChange(output) ?? change(asked)) }]
}

type Change = Omit<FileEdit, 'path'>

const shownChange = (output: string): Change | undefined => {
  const [, diff] = /^Successfully [^\n]*\nDiff:\n([\s\S]*)$/.exec(output) ?? []
  return diff === undefined ? undefined : { operation: 'edit', ...linesOfDiff(diff) }
}

const created = ({ contents, content }: Input): Change => ({
  operation: 'create',
  addedText: linesOf(contents ?? content),
  removedText: [],
})

const replaced = ({ old_string, new_string }: Input): Change => ({
  operation: old_string === '' ? 'create' : 'edit',
  ...changedLines(old_string, new_string),
})

const replacedMany = ({ edits }: Input): Change => {
  const steps = listOf(edits).map((step) => replaced(fieldsOf<Input>(step)))
  return {
    operation: 'edit',
    addedText: steps.flatMap(({ addedText }) => addedText),
    removedText: steps.flatMap(({ removedText }) => removedText),
  }
}

/** The lines that stay are left out by a remark such as `// ... existing code ...`; what they replace is not said. */
const sketched = ({ changes }: Input): Change => ({
  operation: 'edit',
  addedText: linesOf(changes).filter((line) => !/\.\.\. .{0,60}\.\.\./.test(line)),
  removedText: [],
})

const CHANGES = new Map<string, (asked: Input) => Change>([
  ['create_new_file', created],
  ['Write', created],
  ['single_find_and_replace', replaced],
  ['Edit', replaced],
  ['multi_edit', replacedMany],
  ['MultiEdit', replacedMany],
  ['edit_existing_file', sketched],
])
