import { posix, win32 } from 'node:path'
import { boundedJson } from '../shared/bounded-json.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { NAMELESS } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { changedLines } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import type { Turn } from '../turns/session-draft.ts'

type RawAction = {
  path?: unknown
  content?: unknown
  command?: unknown
  cwd?: unknown
  output?: unknown
  exit_code?: unknown
  user_rejected?: unknown
  new_content?: unknown
  original_content?: unknown
  acknowledgement_type?: unknown
  search_directory?: unknown
}

const ACTIONS: ReadonlySet<unknown> = new Set([
  'code_action',
  'find',
  'grep_search',
  'list_directory',
  'list_resources',
  'run_command',
  'view_file',
])

export const isAction = (type: unknown): boolean => ACTIONS.has(type)

/** No line says where the session is: a command, a search or a written file does. Files that are read may be anybody's. */
export const folderOf = (type: unknown, details: object): string | null => {
  const { cwd, path, search_directory } = fieldsOf<RawAction>(details)
  if (type === 'run_command') return pathOfUri(cwd)
  if (type === 'list_directory') return pathOfUri(path)
  if (type === 'find') return pathOfUri(search_directory)
  const written = type === 'code_action' ? pathOfUri(path) : null
  if (written === null) return null
  return (/^[A-Za-z]:[\\/]/.test(written) ? win32 : posix).dirname(written)
}

type Call = { name: string; id: string; hasFailed: boolean }

/** A line holds both the call and its result. */
export const turnsOfAction = (call: Call, details: object, cwd: string | null): Turn[] => {
  const { output, content, ...input } = fieldsOf<RawAction>(details)
  const { name, id } = call
  const isError = call.hasFailed || wasRefused(input)
  const edits = isError ? [] : editsOf(name, input, cwd)
  return [
    {
      ...NAMELESS,
      role: 'assistant',
      kind: 'assistant',
      blocks: [{ type: 'tool_call', id, name, input: boundedJson(input) }],
      edits: edits.map((edit) => ({ ...edit, toolCallId: id })),
    },
    {
      ...NAMELESS,
      role: 'tool',
      kind: 'tool_result',
      blocks: [
        {
          type: 'tool_result',
          tool_call_id: id,
          text: textOrNull(output) ?? textOrNull(content) ?? '',
          is_error: isError,
        },
      ],
    },
  ]
}

const wasRefused = ({ user_rejected, exit_code, acknowledgement_type }: RawAction): boolean =>
  user_rejected === true ||
  (typeof exit_code === 'number' && exit_code !== 0) ||
  /REJECT/.test(textOrNull(acknowledgement_type, 100) ?? '')

/** Of a file that was written, all it held before and after stands there; of one that was made, nothing before. */
const editsOf = (name: string, input: RawAction, cwd: string | null): FileEdit[] => {
  if (name === 'run_command') return shellEdits(input.command, pathOfUri(input.cwd) ?? cwd)
  const path = name === 'code_action' ? pathFrom(cwd, pathOfUri(input.path)) : undefined
  if (path === undefined) return []
  const { original_content: before, new_content: after } = input
  const operation = textOrNull(before) === null ? 'create' : 'edit'
  return [{ path, operation, ...changedLines(before, after) }]
}
