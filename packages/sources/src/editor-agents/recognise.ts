import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { readHead } from '../files/first-records.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { EDITOR_TOOLS } from './editor-tools.ts'
import { taskFile } from './places.ts'

export type Form = 'transcript' | 'history' | 'messages' | 'compaction' | 'manifest' | null

const HEAD_BYTES = 64 * 1024

/** What a file of this family is, by what stands in it, and the tool that wrote it. */
export const lookAt = async (
  path: string,
  signal?: AbortSignal,
): Promise<{ form: Form; tool: string }> => {
  const head = await readHead(path, HEAD_BYTES, signal)
  const form = formOf(path, head)
  return { form, tool: toolByPlace(path) ?? toolByMarks(path, head) }
}

const formOf = (path: string, head: string): Form => {
  const { kind, keys } = outlineOf(head)
  const has = (...names: string[]) => names.every((name) => keys.has(name))
  if (kind === 'list') {
    if (has('ts', 'type') && (has('say') || has('ask'))) return 'transcript'
    return has('role', 'content') && !has('parts') ? 'history' : null
  }
  if (kind !== 'object') return null
  if (has('version', 'sessionId', 'agent', 'updated_at'))
    return /\.compaction\.json$/i.test(basename(path)) ? 'compaction' : 'messages'
  return has('session_id', 'workspace_root', 'source', 'version') ? 'manifest' : null
}

/** Each tool has folders of its own, and whatever lies in them is its. */
const toolByPlace = (path: string): string | undefined => {
  const folders = new Set(path.toLowerCase().split(/[\\/]/))
  const tool = EDITOR_TOOLS.find(({ extensions, ownFolder }) =>
    [...extensions, ...(ownFolder === null ? [] : [ownFolder])].some((name) => folders.has(name)),
  )
  return tool?.name
}

/**
 * They write nearly the same. These are fields and entries of Kilo Code alone, and of Roo Code, which Kilo Code was made from.
 * Within the words of a session their quotes are escaped, so that none of these can be said by anybody.
 */
const OF_KILO =
  /"kiloCode"\s*:|"(?:ask|say)"\s*:\s*"(?:payment_required_prompt|invalid_model|checkpoint_restore|api_req_rate_limit_wait|too_many_tools_warning)"/
const OF_ROO =
  /"(?:contextCondense|contextTruncation|condenseId|condenseParent|truncationParent|isTruncationMarker|progressStatus|apiProtocol)"\s*:|"(?:ask|say)"\s*:\s*"(?:auto_approval_max_req_reached|api_req_retry_delayed|api_req_rate_limited|api_req_deleted|checkpoint_saved|rooignore_error|condense_context|condense_context_error|sliding_window_truncation|codebase_search_result|subtask_result|user_edit_todos)"/
/** Roo Code's description of its mode to the model, and its record of a request in JSON within JSON. */
const SAID_BY_ROO = /# Current Mode\\{1,3}n<slug>|\\"apiProtocol\\"/

/** A task that lies elsewhere: Cline, which the others were made from, has what bears no mark of theirs. */
const toolByMarks = (path: string, head: string): string => {
  if (OF_KILO.test(head)) return 'kilo-code'
  const isOfRoo =
    OF_ROO.test(head) || SAID_BY_ROO.test(head) || existsSync(taskFile(path, 'history_item.json'))
  return isOfRoo ? 'roo-code' : 'cline'
}
