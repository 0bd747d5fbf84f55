import type { MemoryRow } from '@teamlore/db'

/** What holds since the same moment has no order; the one that came in first is shown first. */
export const inTime = (memory: MemoryRow, other: MemoryRow) =>
  isBefore(memory, other) ? { earlier: memory, later: other } : { earlier: other, later: memory }

const isBefore = (a: MemoryRow, b: MemoryRow): boolean =>
  a.valid_from === b.valid_from ? a.id < b.id : a.valid_from < b.valid_from
