import type { MemoryId, TeamId } from '@teamlore/shared'
import { and, eq, inArray } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { memoriesTable } from '../memories/table.ts'

const m = memoriesTable

/** Those of these that there still are for who asks: what was forgotten since is nothing that anything can be written about. */
export const stillThere = async (
  tx: DbExecutor,
  teamId: TeamId,
  ids: readonly MemoryId[],
): Promise<MemoryId[]> => {
  if (ids.length === 0) return []
  const found = await tx
    .select({ id: m.id })
    .from(m)
    .where(and(eq(m.teamId, teamId), inArray(m.id, [...ids])))
  const there = new Set<string>(found.map(({ id }) => id))
  return ids.filter((id) => there.has(id))
}
