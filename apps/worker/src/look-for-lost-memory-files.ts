import type { MemoryFileId } from '@teamlore/shared'
import type { LookForLost } from './lost-sweep.ts'

/** @param options.files how many are looked through at once. */
export const lookForLostMemoryFiles =
  ({ files = 2_000 }: { files?: number } = {}): LookForLost<MemoryFileId> =>
  async (sweep, after) => {
    const { lost, last } = await sweep.memoryFilesNotIndexed({ after, limit: files })
    const jobs = lost.map(({ teamId, memoryFileId }) => ({
      name: 'index-memory-file' as const,
      payload: { team_id: teamId, memory_file_id: memoryFileId },
    }))
    return { jobs, last }
  }
