import type { MemoryRow } from '@teamlore/db'
import { isServed } from '@teamlore/shared/memory-kinds'
import { settleOpposites } from './spoken-against.ts'
import { supersede } from './write-memory.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

/** A draft that became active takes the place of what it was proposed for, and speaks against its opposites. */
export const settleDraft = async (
  repos: MemoryRepositories,
  writing: Writing,
  active: MemoryRow,
): Promise<MemoryRow> => {
  const relations = await repos.memories.relationsOf([active.id])
  for (const relation of relations) {
    if (relation.from_id !== active.id || relation.type !== 'supersedes') continue
    if (relation.status !== 'proposed') continue
    const [older] = await repos.memories.lock([await repos.memories.headOf(relation.to_id)])
    if (older === undefined || older.id === active.id || !isServed(older.status)) continue
    await supersede(repos, writing, {
      newer: active,
      older,
      reason: relation.reason,
      confidence: relation.confidence,
    })
  }
  await settleOpposites(repos, writing, active)
  return active
}
