import { readMirrorState } from './mirror-state.ts'

/** What `lore status` tells of memory files; undefined when none were ever looked at. */
export type MirrorFigures = {
  folders: number
  files: number
  /** Folders of which the server does not have the current files. */
  waiting: number
  left_out: number
  last_sent_at: string | null
  last_error: { at: string; message: string } | null
}

export const readMirrorFigures = async (serverRoot: string): Promise<MirrorFigures | undefined> => {
  const folders = await readMirrorState(serverRoot)
  if (folders === undefined) return undefined
  const withFiles = folders.filter(({ files }) => files > 0)
  const latest = <T>(values: readonly T[], timeOf: (value: T) => string): T | undefined =>
    values.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))[0]
  const times = folders.flatMap(({ sent_at }) => sent_at ?? [])
  const problems = folders.flatMap(({ problem }) => problem ?? [])
  return {
    folders: withFiles.length,
    files: withFiles.reduce((sum, { files }) => sum + files, 0),
    waiting: folders.filter(({ is_waiting }) => is_waiting).length,
    left_out: folders.reduce((sum, { left_out }) => sum + left_out, 0),
    last_sent_at: latest(times, (time) => time) ?? null,
    last_error: latest(problems, ({ at }) => at) ?? null,
  }
}
