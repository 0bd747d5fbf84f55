import type { MemoryRow, TeamRepositories } from '@teamlore/db'
import { adopt } from '../adopt.ts'
import { confirmMemory } from '../confirm-memory.ts'
import { changeMemory } from '../write-memory.ts'
import type { Writing } from '../writing.types.ts'

/**
 * Makes one of memories that say the same: the first one keeps its id and takes over the evidence of the others, each session of
 * which confirms it. Their ids open still, and name the one that is kept.
 *
 * @returns how many gave their place.
 */
export const joinCopies = async (
  repos: TeamRepositories,
  writing: Writing,
  [kept, ...copies]: readonly MemoryRow['id'][],
): Promise<number> => {
  if (kept === undefined) return 0
  for (const id of copies) {
    const [copy] = await repos.memories.lock([id])
    if (copy === undefined) continue
    await confirmMemory(repos, writing, {
      id: kept,
      evidence: await repos.memories.evidenceRows(id),
    })
    await adopt(repos, writing, kept, copy)
    await repos.memories.relate({
      from_id: kept,
      to_id: id,
      type: 'duplicates',
      status: 'held',
      confidence: 1,
      reason: 'the same words',
      created_by: null,
      created_at: writing.at.toISOString(),
      private_to: copy.private_to,
    })
    await changeMemory(
      repos,
      writing,
      { ...copy, status: 'superseded', successor_id: kept, stale_since: null, stale_reason: null },
      {
        change: 'superseded',
        note: 'it says the same in the same words',
        validFrom: writing.at.toISOString(),
      },
    )
  }
  return copies.length
}
