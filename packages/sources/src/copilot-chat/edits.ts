import { editsOfPatch } from '../shared/apply-patch.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { changedLines, linesOf } from '../turns/changed-lines.ts'
import { pathFrom } from '../turns/file-edit.ts'
import type { TurnEdit } from '../turns/session-draft.ts'
import { listOf, type RawPart } from './raw-chat.ts'
import type { Call } from './rounds.ts'

type EditInput = {
  filePath?: unknown
  oldString?: unknown
  newString?: unknown
  content?: unknown
  replacements?: unknown
  /** A patch in an envelope. */
  input?: unknown
}

/** What a call that went well wrote, where its arguments say it exactly. */
export const editsOfCall = ({ id, name, input, result }: Call): TurnEdit[] => {
  if (result === null || result.isError) return []
  const asked = fieldsOf<EditInput>(input)
  if (name === 'multi_replace_string_in_file')
    return listOf(asked.replacements).flatMap((one) => replacement(fieldsOf<EditInput>(one), id))
  if (name === 'replace_string_in_file') return replacement(asked, id)
  if (name === 'apply_patch')
    return editsOfPatch(textOrNull(asked.input) ?? '').map((edit) => ({ ...edit, toolCallId: id }))
  if (name !== 'create_file') return []
  const path = pathFrom(null, asked.filePath)
  return path === undefined
    ? []
    : [
        {
          path,
          operation: 'create',
          addedText: linesOf(asked.content),
          removedText: [],
          toolCallId: id,
        },
      ]
}

const replacement = (asked: EditInput, toolCallId: string | null): TurnEdit[] => {
  const path = pathFrom(null, asked.filePath)
  if (path === undefined) return []
  const change = changedLines(asked.oldString, asked.newString)
  return [{ path, operation: 'edit', ...change, toolCallId }]
}

/**
 * What VS Code applied to files that no call describes exactly: the texts put in, one edit a file. What they replaced is known
 * to it by line numbers only, so nothing is said to be removed.
 */
export const appliedEdits = (
  response: unknown,
  describedPaths: ReadonlySet<string>,
): TurnEdit[] => {
  const byPath = new Map<string, string[]>()
  for (const part of listOf(response)) {
    const { kind, uri, edits } = fieldsOf<RawPart>(part)
    const path = kind === 'textEditGroup' ? pathFrom(null, pathOfUri(uri)) : undefined
    if (path === undefined || describedPaths.has(path)) continue
    const lines = byPath.get(path) ?? []
    for (const edit of listOf(edits).flatMap(listOf))
      for (const line of linesOf(fieldsOf<{ text?: unknown }>(edit).text)) lines.push(line)
    byPath.set(path, lines)
  }
  return [...byPath].map(([path, addedText]) => ({
    path,
    operation: 'edit',
    addedText,
    removedText: [],
    toolCallId: null,
  }))
}
