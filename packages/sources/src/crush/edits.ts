import type { SqliteFile } from '../files/open-sqlite.ts'
import { diffLines } from '../shared/diff-lines.ts'
import { parseJson } from '../shared/parse-json.ts'
import { shellEdits } from '../shared/shell-edits.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { changedLines, type LineChange, linesOf } from '../turns/changed-lines.ts'
import { type FileEdit, pathFrom } from '../turns/file-edit.ts'
import type { TurnEdit } from '../turns/session-draft.ts'
import type { CrushMessage, RawPart } from './read-message.ts'

type RawCall = { id?: unknown; name?: unknown; input?: unknown }
type RawResult = { tool_call_id?: unknown; is_error?: unknown; metadata?: unknown }
type RawMetadata = {
  old_content?: unknown
  new_content?: unknown
  diff?: unknown
  exit_code?: unknown
}
type RawInput = {
  file_path?: unknown
  old_string?: unknown
  new_string?: unknown
  content?: unknown
  edits?: unknown
  command?: unknown
}

const dataOf = <T extends object>(messages: readonly CrushMessage[], wanted: string): T[] =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const { type, data } = fieldsOf<RawPart>(part)
      return type === wanted ? [fieldsOf<RawResult>(data) as T] : []
    }),
  )

/** Ties calls to what came of them: only what went well wrote anything. */
export const createEditReader = (
  file: SqliteFile,
  session: string,
  messages: readonly CrushMessage[],
) => {
  const results = new Map(
    dataOf<RawResult>(messages, 'tool_result').map((result) => [result.tool_call_id, result]),
  )
  return (message: CrushMessage, cwd: string | null): TurnEdit[] =>
    dataOf<RawCall>([message], 'tool_call').flatMap((call) => {
      const result = results.get(call.id)
      if (result === undefined || result.is_error === true) return []
      const metadata = fieldsOf<RawMetadata>(parseJson(result.metadata))
      const input = fieldsOf<RawInput>(parseJson(call.input))
      const toolCallId = textOrNull(call.id, 300)
      return editsOfCall(textOrNull(call.name) ?? '', input, metadata, {
        cwd,
        stateBefore: (path, after) => stateBefore(file, session, path, after),
      }).map((edit) => ({ ...edit, toolCallId }))
    })
}

type Context = {
  cwd: string | null
  /** What a file held before a call, as the tool kept it. */
  stateBefore: (path: string, after: string) => string | null
}

const editsOfCall = (
  name: string,
  input: RawInput,
  metadata: RawMetadata,
  { cwd, stateBefore: before }: Context,
): FileEdit[] => {
  if (name === 'bash') return (metadata.exit_code ?? 0) === 0 ? shellEdits(input.command, cwd) : []
  if (!['edit', 'write', 'multiedit', 'patch'].includes(name)) return []
  const path = pathFrom(cwd, input.file_path)
  if (path === undefined) return []
  const old =
    typeof input.content === 'string' && typeof metadata.old_content !== 'string'
      ? before(path, input.content)
      : (metadata.old_content ?? null)
  const lines = linesOfCall(input, { ...metadata, old_content: old })
  const isNew = old === '' || (old === null && isFromNothing(input, lines))
  return [{ path, operation: isNew ? 'create' : 'edit', ...lines }]
}

const isFromNothing = (input: RawInput, { removedText }: LineChange): boolean =>
  typeof input.content === 'string' ? removedText.length === 0 : input.old_string === ''

const linesOfCall = (input: RawInput, metadata: RawMetadata): LineChange => {
  const { old_content, new_content, diff } = metadata
  const after = typeof new_content === 'string' ? new_content : input.content
  if (typeof old_content === 'string' && typeof after === 'string')
    return diffLines(old_content, after)
  if (typeof diff === 'string' && diff !== '') return linesOfDiff(diff)
  if (typeof input.content === 'string')
    return { addedText: linesOf(input.content), removedText: [] }
  const steps = Array.isArray(input.edits) ? input.edits : [input]
  const changes = steps.map((step) => {
    const { old_string, new_string } = fieldsOf<RawInput>(step)
    return changedLines(old_string, new_string)
  })
  return {
    addedText: changes.flatMap(({ addedText }) => addedText),
    removedText: changes.flatMap(({ removedText }) => removedText),
  }
}

/** The state in front of the one that a call left behind. */
const stateBefore = (
  file: SqliteFile,
  session: string,
  path: string,
  after: string,
): string | null => {
  if (!file.columns('files').has('content')) return null
  const states = file.select(
    ['content'],
    'FROM files WHERE session_id = ? AND path = ? ORDER BY version, rowid',
    [session, path],
  )
  const at = states.findIndex(({ content }, index) => index > 0 && content === after)
  return at === -1 ? null : textOf(states[at - 1]?.content)
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
