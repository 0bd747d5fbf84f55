import type { CaptureMemoryReport } from '@teamlore/shared'
import { type MirroredFolder, readMirrorState } from './mirror-state.ts'

/** What became of the memory files of this machine; undefined when none were ever looked at. */
export type MirrorFigures = CaptureMemoryReport & {
  /** Folders of which the server does not have the current files. */
  folders_waiting: number
}

export const readMirrorFigures = async (serverRoot: string): Promise<MirrorFigures | undefined> => {
  const folders = await readMirrorState(serverRoot)
  if (folders === undefined) return undefined
  const waiting = folders.filter(({ is_waiting }) => is_waiting)
  const problem = latest(
    folders.flatMap((folder) => folder.problem ?? []),
    ({ at }) => at,
  )
  return {
    folders: folders.filter(({ files }) => files > 0).length,
    files: filesIn(folders),
    acknowledged: filesIn(folders.filter(({ is_waiting }) => !is_waiting)),
    waiting: filesIn(waiting.filter(({ refused }) => refused === '')),
    quarantined: filesIn(waiting.filter(({ refused }) => refused !== '')),
    left_out: folders.reduce((sum, { left_out }) => sum + left_out, 0),
    folders_waiting: waiting.length,
    last_success_at:
      latest(
        folders.flatMap(({ sent_at }) => sent_at ?? []),
        (time) => time,
      ) ?? null,
    last_error: problem === undefined ? null : { ...problem, code: 'capture.memory_files' },
  }
}

const filesIn = (folders: readonly MirroredFolder[]): number =>
  folders.reduce((sum, { files }) => sum + files, 0)

const latest = <T>(values: readonly T[], timeOf: (value: T) => string): T | undefined =>
  values.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))[0]
