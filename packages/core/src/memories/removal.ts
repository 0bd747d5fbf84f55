import type { MemoryRow } from '@teamlore/db'

/** A person decided that a memory stays: what was proposed is settled, and is not proposed again. */
export const kept = (memory: MemoryRow, at: Date): MemoryRow => {
  const keptAt = memory.removal_since === null ? memory.removal_kept_at : at.toISOString()
  return { ...settled(memory), removal_kept_at: keptAt }
}

/** Nothing is to be decided any more: it is taken out, or it stays. */
export const settled = (memory: MemoryRow): MemoryRow => ({
  ...memory,
  removal_since: null,
  removal_reason: null,
  removal_by: null,
})
