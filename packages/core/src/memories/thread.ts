import type { Memory, MemoryVersion } from '@teamlore/shared/memories'

type Head = { id: string; statement: string }

/** Statements that held before what a memory says now: its own earlier wordings, and those of memories whose place it took; the newest first. */
export const replacedOf = (head: Head, versions: readonly MemoryVersion[]): Memory['replaced'] => {
  const said = new Map<string, Memory['replaced'][number]>()
  for (const { memory_id, statement, status, valid_to } of versions) {
    if (valid_to === null || status !== 'active' || statement === head.statement) continue
    said.set(statement, { id: memory_id, statement, until: valid_to })
  }
  return [...said.values()].sort((a, b) => (a.until < b.until ? 1 : -1))
}

/** The version that held at a time; undefined where none did. */
export const heldAt = (
  versions: readonly MemoryVersion[],
  at: string,
): MemoryVersion | undefined => {
  const time = Date.parse(at)
  return versions.findLast(
    ({ status, valid_from, valid_to }) =>
      status === 'active' &&
      Date.parse(valid_from) <= time &&
      (valid_to === null || Date.parse(valid_to) > time),
  )
}
