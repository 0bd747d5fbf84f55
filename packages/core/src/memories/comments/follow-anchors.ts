import type { MemoryAnchorRow, TeamRepositories } from '@teamlore/db'
import type { MemoryId } from '@teamlore/shared'
import { indexMemories } from '../index-memories.ts'
import type { Writing } from '../writing.types.ts'

type Place = { path: string; line: number }
type Repositories = Pick<TeamRepositories, 'memories' | 'documents' | 'outbox'>

export const anchorAt = ({ path, line }: Place): MemoryAnchorRow => ({
  path,
  symbol: null,
  start_line: line,
  end_line: line,
  content_hash: null,
  state: 'unknown',
  is_inherited: false,
})

/** Moves the anchor that stands where the comment stood. One that a person put elsewhere stays there. */
export const moveAnchor = (
  repos: Repositories,
  writing: Writing,
  { memoryId, from, to }: { memoryId: MemoryId; from: Place; to: Place },
): Promise<void> =>
  changeAnchors(repos, writing, memoryId, (anchors) =>
    anchors.map((anchor) =>
      anchor.path === from.path && anchor.start_line === from.line ? anchorAt(to) : anchor,
    ),
  )

export const addAnchor = (
  repos: Repositories,
  writing: Writing,
  { memoryId, at }: { memoryId: MemoryId; at: Place },
): Promise<void> =>
  changeAnchors(repos, writing, memoryId, (anchors) =>
    anchors.some(({ path, start_line }) => path === at.path && start_line === at.line)
      ? anchors
      : [...anchors, anchorAt(at)].slice(0, MAX_ANCHORS),
  )

const MAX_ANCHORS = 50

const changeAnchors = async (
  repos: Repositories,
  writing: Writing,
  memoryId: MemoryId,
  change: (anchors: MemoryAnchorRow[]) => MemoryAnchorRow[],
): Promise<void> => {
  const [memory] = await repos.memories.lock([memoryId])
  if (memory === undefined) return
  const anchors = (await repos.memories.anchorsOf([memoryId])).map(
    ({ memory_id: _, ...anchor }) => anchor,
  )
  const changed = change(anchors)
  await repos.memories.setAnchors(memory, changed)
  // It is found by paths, whatever the line.
  const isSame =
    anchors.length === changed.length && anchors.every(({ path }, at) => path === changed[at]?.path)
  if (!isSame) await indexMemories(repos, writing, [memoryId])
}
