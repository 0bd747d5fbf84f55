import type { TeamRepositories } from '@teamlore/db'
import type { MemoryId } from '@teamlore/shared'
import { isLiving } from '@teamlore/shared/memory-kinds'
import type { Writing } from '../writing.types.ts'

type Repositories = Pick<TeamRepositories, 'memories'>

const GONE = 'The comment it was taken from is not in the code any more'

/** It waits for a person to look; until then it stays what it is, and who reads it sees that. */
export const callStale = async (
  { memories }: Repositories,
  { at }: Pick<Writing, 'at'>,
  { memoryId, path }: { memoryId: MemoryId; path: string },
): Promise<void> => {
  const [memory] = await memories.lock([memoryId])
  if (memory === undefined || !isLiving(memory.status) || memory.stale_since !== null) return
  await memories.update({
    ...memory,
    stale_since: at.toISOString(),
    stale_reason: `${GONE} (${path}).`,
  })
}

/** What was called stale for that alone is so no more. What a person said stays. */
export const holdsAgain = async ({ memories }: Repositories, memoryId: MemoryId): Promise<void> => {
  const [memory] = await memories.lock([memoryId])
  if (memory?.stale_reason?.startsWith(GONE) !== true) return
  await memories.update({ ...memory, stale_since: null, stale_reason: null })
}
