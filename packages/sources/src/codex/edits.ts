import { editsOfPatch, movedFile } from '../shared/apply-patch.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import { linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

type Change = { type?: unknown; content?: unknown; unified_diff?: unknown; move_path?: unknown }

/** What the client says it wrote: `patch_apply_end` names each file with what became of it. */
export const editsOfChanges = (changes: unknown, cwd: string | null): FileEdit[] =>
  Object.entries(isObject(changes) ? changes : {}).flatMap(([path, change]) =>
    inFolder(editsOfChange(path, asChange(change)), cwd),
  )

/** Older clients write `{"add": {…}}` where newer ones write `{"type": "add", …}`. */
const asChange = (change: unknown): Change => {
  const fields = fieldsOf<Change>(change)
  if (fields.type !== undefined) return fields
  const [type, nested] = Object.entries(fields)[0] ?? []
  return { ...fieldsOf<Change>(nested), type }
}

const editsOfChange = (path: string, change: Change): FileEdit[] => {
  const lines = linesOf(change.content)
  switch (change.type) {
    case 'add':
      return [{ path, operation: 'create', addedText: lines, removedText: [] }]
    case 'delete':
      return [{ path, operation: 'delete', addedText: [], removedText: lines }]
    case 'update': {
      const diff = linesOfDiff(textOrNull(change.unified_diff) ?? '')
      const to = textOrNull(change.move_path, 4_096)
      return to === null ? [{ path, operation: 'edit', ...diff }] : movedFile(path, to, diff)
    }
    default:
      return []
  }
}

type CallInput = {
  patch?: unknown
  input?: unknown
  cmd?: unknown
  command?: unknown
  workdir?: unknown
}

/**
 * What a call asked for that wrote to files: a patch handed to `apply_patch`, or one in a shell command, or a plain `rm` or
 * `mv`. Whatever else a command writes cannot be seen.
 */
export const editsOfCall = (name: string, input: unknown, cwd: string | null): FileEdit[] => {
  const asked = fieldsOf<CallInput>(input)
  const folder = pathFrom(cwd, asked.workdir) ?? cwd
  const text = typeof input === 'string' ? input : patchText(asked)
  if (text?.includes('*** Begin Patch'))
    return inFolder(editsOfPatch(text), folderOfCommand(text, folder))
  return name === 'apply_patch' ? [] : shellEdits(commandOf(asked), folder)
}

const patchText = ({ patch, input, cmd, command }: CallInput): string | null => {
  const text = [patch, input, cmd, command].find((value) => typeof value === 'string')
  if (typeof text === 'string') return text
  const words: unknown[] = Array.isArray(command) ? command : []
  return (
    words.find(
      (word): word is string => typeof word === 'string' && word.includes('*** Begin Patch'),
    ) ?? null
  )
}

/** The command a shell was given: a text, or the last of `["bash", "-lc", "…"]`, or words. */
const commandOf = ({ cmd, command }: CallInput): string | null => {
  const given = cmd ?? command
  if (!Array.isArray(given)) return textOrNull(given)
  const words = given.filter((word): word is string => typeof word === 'string')
  return /^(ba|z|da)?sh$/.test(words[0] ?? '') ? (words.at(-1) ?? null) : words.join(' ')
}

/** `cd folder && apply_patch <<…` is the one change of folder before a patch that is plain enough to follow. */
const folderOfCommand = (text: string, folder: string | null): string | null => {
  const match = /^\s*cd ([^\s;&|"'`$*]+) *&&/.exec(text.slice(0, 4_096))
  return match === null ? folder : (pathFrom(folder, match[1]) ?? folder)
}

const inFolder = (edits: readonly FileEdit[], cwd: string | null): FileEdit[] =>
  edits.flatMap((edit) => {
    const path = pathFrom(cwd, edit.path)
    return path === undefined ? [] : [{ ...edit, path }]
  })
