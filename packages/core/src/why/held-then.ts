import type { AnchoredMemory, TeamRepositories } from '@teamlore/db'
import { heldAt } from '../search/memory-held-at.ts'
import { bestAnchor, type Place } from './score.ts'

type Repositories = Pick<TeamRepositories, 'memories' | 'memoryList'>

/** Threads that are looked up, those nearest to the code first. */
const MAX_THREADS = 60

/**
 * Memories in the words that held at a time, each thread once. What became of the code, of what they rest on and of what contradicts them
 * may have come later, so nothing is said of it, nor of what took the place of one since.
 */
export const memoriesHeldThen = async (
  repos: Repositories,
  memories: readonly AnchoredMemory[],
  { at, places }: { at: Date; places: ReadonlyMap<string, Place> },
): Promise<AnchoredMemory[]> => {
  const found = new Map(memories.map((memory) => [memory.id, memory]))
  const heads = new Set<string>()
  const held: AnchoredMemory[] = []
  for (const memory of nearestFirst(memories, places)) {
    if (heads.size >= MAX_THREADS) break
    const head = await repos.memories.headOf(memory.id)
    if (heads.has(head)) continue
    heads.add(head)
    const chain = await repos.memories.chainBelow(head)
    const version = heldAt(await repos.memoryList.versions(chain), at)
    if (version === undefined) continue
    // Of one that was anchored elsewhere the thread says where it belongs, and not who wrote it.
    const own = found.get(version.memory_id) ?? { ...memory, author: null }
    held.push({
      ...own,
      id: version.memory_id,
      kind: version.kind,
      status: version.status === 'unreviewed' ? 'unreviewed' : 'active',
      topic: version.topic,
      statement: version.statement,
      reason: version.reason,
      recorded_at: version.valid_from,
      stale_reason: null,
      changed: [],
      otherSides: [],
      successor: null,
      anchors: own.anchors.map((anchor) => ({ ...anchor, state: 'unknown' })),
    })
  }
  return held
}

const nearestFirst = (
  memories: readonly AnchoredMemory[],
  places: ReadonlyMap<string, Place>,
): AnchoredMemory[] => {
  const nearness = (memory: AnchoredMemory): number =>
    bestAnchor(memory.anchors, places, undefined)?.place.weight ?? 0
  return [...memories].sort((a, b) => nearness(b) - nearness(a))
}
