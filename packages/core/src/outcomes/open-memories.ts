import type { MemoryRow, TeamRepositories } from '@teamlore/db'

export type OpenMemories = { memories: MemoryRow[]; skipped: number }

/**
 * These memories, for what is concluded about them. What rests on a session that was made private since, or whose project was
 * closed, is left as it is: the database refuses every change of it, until a person says who is to read it.
 */
export const lockOpen = async (
  { memories, outcomes }: Pick<TeamRepositories, 'memories' | 'outcomes'>,
  ids: readonly MemoryRow['id'][],
): Promise<OpenMemories> => {
  const closed = new Set<string>(await outcomes.restingOnNarrower(ids))
  const open = ids.filter((id) => !closed.has(id))
  return { memories: await memories.lock(open), skipped: ids.length - open.length }
}
