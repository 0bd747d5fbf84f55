import type { TeamRepositories } from '@teamlore/db'
import { type GroupedHit, KINDS } from '@teamlore/shared'
import type { MemoryVersion } from '@teamlore/shared/memory-history'
import { isServed } from '@teamlore/shared/memory-kinds'

type Repositories = Pick<TeamRepositories, 'memories' | 'memoryList'>

/** The version that held at a time; undefined where none did. */
export const heldAt = (versions: readonly MemoryVersion[], at: Date): MemoryVersion | undefined => {
  const time = at.getTime()
  return versions.findLast(
    ({ status, valid_from, valid_to }) =>
      isServed(status) &&
      Date.parse(valid_from) <= time &&
      (valid_to === null || Date.parse(valid_to) > time),
  )
}

/** A memory that was found, in the words that held at a time; undefined where none of its thread did. */
export const memoryHeldAt = async (
  { memories, memoryList }: Repositories,
  // What it rests on may have changed after that time, and what contradicts it may have come later.
  { title_highlights: _, changed: _later, contradicted_by: _since, ...hit }: GroupedHit,
  at: Date,
): Promise<GroupedHit | undefined> => {
  const head = await memories.headOf(hit.id)
  const version = heldAt(await memoryList.versions(await memories.chainBelow(head)), at)
  if (version === undefined) return undefined
  return {
    ...hit,
    id: version.memory_id,
    type: version.kind,
    title: version.statement,
    snippet: { text: version.reason || version.statement, highlights: [] },
    status: version.status === 'unreviewed' ? 'unreviewed' : 'current',
    occurred_at: version.valid_from,
    url: `${KINDS.memory.page}/${version.memory_id}`,
  }
}

/**
 * What was found of a time before a moment. The text of a former statement leads to the memory that took its place, under the
 * date of the former one: where only that time is asked about, it is the former statement that is shown.
 */
export const asHeldBefore = async (
  repositories: Repositories,
  hits: readonly GroupedHit[],
  before: Date,
): Promise<GroupedHit[]> => {
  const last = new Date(before.getTime() - 1)
  const shown = new Map<string, GroupedHit>()
  for (const hit of hits) {
    const held = hit.kind === 'memory' ? await memoryHeldAt(repositories, hit, last) : undefined
    const one =
      held === undefined || held.title === hit.title
        ? hit
        : { ...held, status: 'superseded' as const }
    if (!shown.has(one.id)) shown.set(one.id, one)
  }
  return [...shown.values()]
}
