import { basename } from 'node:path'
import { readHead } from '../../files/first-records.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { EDITOR_TOOLS } from './editor-tools.ts'

export type Form = 'transcript' | 'history' | 'messages' | 'compaction' | 'manifest' | null

const HEAD_BYTES = 64 * 1024

/** What a file of this family is, by what stands in it. */
export const formOf = async (path: string, signal?: AbortSignal): Promise<Form> => {
  const { kind, keys } = outlineOf(await readHead(path, HEAD_BYTES, signal))
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

/**
 * Which tool of the family a file is of: they write the same, so only where it lies tells them apart, and Cline, which they
 * were made from, has the rest.
 */
export const toolByPlace = (path: string): string => {
  const folders = new Set(path.toLowerCase().split(/[\\/]/))
  const tool = EDITOR_TOOLS.find(({ extensions, ownFolder }) =>
    [...extensions, ...(ownFolder === null ? [] : [ownFolder])].some((name) => folders.has(name)),
  )
  return tool?.name ?? 'cline'
}
