import type { MemoryEntry } from '@teamlore/shared/memories'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'

/** Somebody proposed to take a memory out: it holds until a person decides. */
export const ProposedRemoval = ({ memory: { removal } }: { memory: MemoryEntry }) =>
  removal === undefined ? null : (
    <p className="memory-standing" data-tone="wait">
      {removal.by === null ? 'Somebody' : plainLine(removal.by.name)} proposed{' '}
      <TimeAgo at={removal.since} /> to take it out:{' '}
      <span className="tl-foreign">{removal.reason}</span>. It holds until a person decides.
    </p>
  )
