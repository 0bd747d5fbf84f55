import type { UnitOfWork } from '@teamlore/db'
import { type MemoryFileId, newId } from '@teamlore/shared'
import { documentsOfMemoryFile } from '../documents/documents-of-memory-file.ts'
import { type ReindexResult, reindex } from '../documents/reindex.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { cleanMemoryFile } from './clean-memory-file.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: Pick<typeof newId, 'document'>
}

/**
 * Builds the index of a memory file again out of the text that is kept of it, when rows of it are lost or of another version.
 * Of a file that is gone, what is left of them goes: its last text is kept, and never served as current.
 */
export const makeReindexMemoryFile =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: SystemScope, { memoryFileId }: { memoryFileId: MemoryFileId }): Promise<ReindexResult> =>
    reindex(unitOfWork, scope, {
      areLost: ({ documents }) => documents.areLostOfMemoryFile(memoryFileId),
      lock: ({ memoryFiles }) => memoryFiles.lockFile(memoryFileId),
      write: async ({ documents }, { isGone, ...file }, redactor) => {
        const { said } = cleanMemoryFile(file, redactor)
        const clean = { ...file, ...said, teamId: scope.teamId }
        const built = isGone ? [] : documentsOfMemoryFile(clean, { newDocumentId: ids.document })
        await documents.replace(built, { sources: [memoryFileId] })
      },
    })

export type ReindexMemoryFile = ReturnType<typeof makeReindexMemoryFile>
