import { mirrorAll, openMirror } from '../memory-files/mirror.ts'
import type { HeadOf } from '../project/read-head.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { Spool } from '../spool/spool.ts'
import type { ImportOptions } from './import.types.ts'
import type { ServerStorage } from './server-storage.ts'

type Deps = {
  resolveProject: ResolveProject
  headOf: HeadOf
  clock: () => number
  now: () => Date
}

/** What an import does for the mirror of memory files; nothing in a dry run, nor when what to read was named. */
export const mirroringOf = async (options: ImportOptions, deps: Deps, storage: ServerStorage) => {
  const { spool } = storage
  if (options.dryRun || options.path !== undefined || spool === undefined)
    return { resolveProject: deps.resolveProject, finish: async () => undefined }
  const mirror = await openMirror({
    ...options,
    ...deps,
    ...mirrorParts(storage, spool, () => undefined),
  })
  return {
    /** By which the folders of sessions become known to the mirror. */
    resolveProject: mirror.noting(deps.resolveProject),
    /** Puts what changed into the spool. */
    finish: () => mirrorAll(mirror, options.signal),
  }
}

/** The parts of a storage that the mirror works with. */
export const mirrorParts = (
  { memoryFiles: state, privacy, lock }: ServerStorage,
  spool: Spool,
  onSpooled: () => void,
) => ({ state, spool, privacy, hold: lock.hold, onSpooled })
