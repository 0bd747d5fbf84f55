import type { MemoryDiff } from '@teamlore/shared/memory-log'

const NOTHING = { count: 0, items: [] }

export const sampleMemoryDiff = (): MemoryDiff => ({
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-03-04T00:00:00.000Z',
  came: {
    count: 1,
    items: [
      {
        memory_id: 'mem_01aaaa',
        kind: 'decision',
        project: null,
        before: null,
        after: 'Two engines, one code path.',
        at: '2026-03-01T00:00:00.000Z',
        change: 'written',
        note: null,
        successor: null,
      },
    ],
  },
  changed: NOTHING,
  replaced: NOTHING,
  withdrawn: NOTHING,
})
