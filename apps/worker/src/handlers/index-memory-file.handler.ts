import { grantSystemScope, type ReindexMemoryFile } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Memory file with lost rows of the index → the same rows again. One that lost nothing, or vanished meanwhile, is done. */
export const createIndexMemoryFileHandler =
  (reindexMemoryFile: ReindexMemoryFile): JobHandlers['index-memory-file'] =>
  async ({ team_id, memory_file_id }) => {
    await reindexMemoryFile(grantSystemScope(team_id), { memoryFileId: memory_file_id })
  }
