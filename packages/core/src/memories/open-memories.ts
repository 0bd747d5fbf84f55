import type { MemoryRow, TeamRepositories } from '@teamlore/db'

export type OpenMemories = { memories: MemoryRow[]; skipped: number }

/**
 * These memories, for what is concluded about them. What rests on a session that was made private since, or whose project was
 * closed, is left as it is: the database refuses every change of it, until a person says who is to read it.
 */
export const lockOpen = async (
  repos: Pick<TeamRepositories, 'memories' | 'outcomes'>,
  ids: readonly MemoryRow['id'][],
): Promise<OpenMemories> => {
  const open = await openAmong(
    repos,
    ids.map((id) => ({ id })),
  )
  const memories = await repos.memories.lock(open.map(({ id }) => id))
  return { memories, skipped: ids.length - open.length }
}

/** Those of them that may be changed. */
export const openAmong = async <M extends Pick<MemoryRow, 'id'>>(
  { outcomes }: Pick<TeamRepositories, 'outcomes'>,
  found: readonly M[],
): Promise<M[]> => {
  const closed = new Set<string>(await outcomes.restingOnNarrower(found.map(({ id }) => id)))
  return found.filter(({ id }) => !closed.has(id))
}
