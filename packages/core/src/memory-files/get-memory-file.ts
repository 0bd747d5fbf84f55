import type { UnitOfWork } from '@teamlore/db'
import type { MemoryFile } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { memoryFileNotFound } from './memory-files.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** Whole, also when it is gone. `id` may be the beginning of one. */
export const makeGetMemoryFile =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<MemoryFile> =>
    unitOfWork.inTeam(scope, async ({ ids, memoryFileList }) => {
      const whole = await resolveId(ids, 'memoryFile', id, memoryFileNotFound)
      const file = await memoryFileList.find(whole)
      if (file === undefined) throw memoryFileNotFound()
      return file
    })

export type GetMemoryFile = ReturnType<typeof makeGetMemoryFile>
