import { basename, dirname, sep } from 'node:path'

/** What the place of a file says about it. The names inside the file decide where this says nothing. */
export type Location = {
  /** Session id by the file name: a UUID, or `agent-<id>`; null for any other name. */
  nativeId: string | null
  isSubagent: boolean
  isCompaction: boolean
  /** Session whose folder a subagent's file lies in; null where the file is not in one. */
  parentNativeId: string | null
  /** Folder of the project: sessions in it may replay each other. */
  group: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const AGENT = /^agent-[A-Za-z0-9][A-Za-z0-9_-]{0,100}$/

/**
 * `<project>/<uuid>.jsonl`, `<project>/<uuid>/subagents/agent-<id>.jsonl`, deeper for workflows
 * (`…/subagents/workflows/<wf>/agent-<id>.jsonl`), and from older versions `<project>/agent-<id>.jsonl`.
 */
export const locate = (path: string): Location => {
  const stem = basename(path).replace(/\.jsonl$/i, '')
  const isSubagent = AGENT.test(stem)
  const folders = dirname(path).split(sep)
  const at = isSubagent ? folders.lastIndexOf('subagents') : -1
  return {
    nativeId: isSubagent ? stem : UUID.test(stem) ? stem.toLowerCase() : null,
    isSubagent,
    isCompaction: stem.startsWith('agent-acompact'),
    parentNativeId: at > 0 ? folders[at - 1] || null : null,
    group: at > 1 ? folders.slice(0, at - 1).join(sep) || sep : dirname(path),
  }
}
