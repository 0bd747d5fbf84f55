import { mirrorAll, openMirror } from '../memory-files/mirror.ts'
import type { HeadOf } from '../project/read-head.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { RetryPolicy } from '../wire/retry-policy.ts'
import type { Desk } from './desk.ts'
import type { ImportOptions } from './import.types.ts'

type Deps = {
  resolveProject: ResolveProject
  headOf: HeadOf
  clock: () => number
  now: () => Date
  retryPolicy: RetryPolicy
}

/** What an import does for the mirror of memory files; nothing in a dry run, nor when it was told what to read. */
export const mirroringOf = async (options: ImportOptions, deps: Deps, desk: Desk) => {
  if (options.dryRun || options.path !== undefined)
    return { resolveProject: deps.resolveProject, finish: async () => undefined }
  const mirror = await openMirror({ ...options, ...deps, ...desk })
  return {
    /** By which the folders of sessions become known to the mirror. */
    resolveProject: mirror.noting(deps.resolveProject),
    finish: () => mirrorAll(mirror, deps.retryPolicy, options.signal),
  }
}
