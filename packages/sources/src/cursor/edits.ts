import { editsOfPatchIn } from '../shared/apply-patch.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf } from '../shared/values.ts'
import { changedLines, type LineChange, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import { listOf } from './raw-cursor.ts'

type Args = {
  file_path?: unknown
  target_file?: unknown
  path?: unknown
  relativeWorkspacePath?: unknown
  old_string?: unknown
  new_string?: unknown
  contents?: unknown
  content?: unknown
  code_edit?: unknown
  edits?: unknown
  patch?: unknown
  command?: unknown
}

export type FileCall = {
  name: string
  /** What the model asked for. */
  args: unknown
  /** What the editor made of it; absent in transcripts. */
  params?: unknown
  result?: unknown
}

const DELETES = new Set(['delete_file', 'delete'])
const SHELLS = new Set([
  'run_terminal_cmd',
  'run_terminal_command',
  'run_terminal_command_v2',
  'shell',
])
const WRITES =
  /^(edit_file(_v2)?|search_replace|str_?replace|multi_?edit|multi_str_replace|write(_file)?|apply_?patch|edit|edit_?notebook)$/

/** What a call wrote to files. The diff that the editor took is the best record; else what was asked for has to do. */
export const editsOfCall = (call: FileCall, cwd: string | null): FileEdit[] => {
  const name = call.name.toLowerCase()
  const args = fieldsOf<Args>(call.args)
  if (SHELLS.has(name)) return shellEdits(args.command, cwd)
  if (!WRITES.test(name) && !DELETES.has(name)) return []
  const patch = typeof call.args === 'string' ? call.args : args.patch
  const patched = editsOfPatchIn(cwd, patch)
  const path = pathOf(args, fieldsOf<Args>(call.params), cwd) ?? patched[0]?.path
  if (path === undefined) return []
  if (DELETES.has(name)) return [{ path, operation: 'delete', addedText: [], removedText: [] }]
  const diff = diffOf(call.result)
  if (patched.length > 1 || (patched.length === 1 && diff === undefined)) return patched
  const operation = patched[0]?.operation ?? (isCreation(name, args, diff) ? 'create' : 'edit')
  const lines = diff ?? linesOfArgs(args)
  return [{ path, operation: operation === 'rename' ? 'edit' : operation, ...lines }]
}

const pathOf = (args: Args, params: Args, cwd: string | null): string | undefined =>
  [args.file_path, args.target_file, args.path, params.relativeWorkspacePath, params.path]
    .map((value) => pathFrom(cwd, value))
    .find((path) => path !== undefined)

const isCreation = (name: string, args: Args, diff: LineChange | undefined): boolean =>
  args.old_string === '' || (name.startsWith('write') && (diff?.removedText.length ?? 0) === 0)

type RawResult = { diff?: unknown }
type RawDiff = { chunks?: unknown }

const diffOf = (result: unknown): LineChange | undefined => {
  const { chunks } = fieldsOf<RawDiff>(fieldsOf<RawResult>(result).diff)
  const changes = listOf(chunks).flatMap((chunk): LineChange[] => {
    const { diffString } = fieldsOf<{ diffString?: unknown }>(chunk)
    return typeof diffString === 'string' ? [linesOfDiff(unpadded(diffString))] : []
  })
  return changes.length === 0 ? undefined : joined(changes)
}

/** Marks stand in front with a space behind them. */
const unpadded = (diff: string): string => {
  const lines = diff.split('\n')
  const isPadded = lines.every((line) => line.length < 2 || line[1] === ' ')
  return isPadded ? lines.map((line) => `${line.slice(0, 1)}${line.slice(2)}`).join('\n') : diff
}

const joined = (changes: readonly LineChange[]): LineChange => ({
  addedText: changes.flatMap(({ addedText }) => addedText),
  removedText: changes.flatMap(({ removedText }) => removedText),
})

/** A sketch of an edit names what it leaves as it was by a comment. */
const ELISION = /\.\.\.\s*existing code\s*\.\.\./i

const linesOfArgs = (args: Args): LineChange => {
  const whole = args.contents ?? args.content
  if (typeof whole === 'string') return { addedText: linesOf(whole), removedText: [] }
  if (typeof args.code_edit === 'string')
    return {
      addedText: linesOf(args.code_edit).filter((line) => !ELISION.test(line)),
      removedText: [],
    }
  const steps = Array.isArray(args.edits) ? args.edits : [args]
  return joined(
    steps.map((step) => {
      const { old_string, new_string } = fieldsOf<Args>(step)
      return changedLines(old_string, new_string)
    }),
  )
}
