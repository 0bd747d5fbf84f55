import { IconEyeOff } from '@tabler/icons-react'
import type { MemoryEntry } from '@teamlore/shared/memories'
import { otherSideSentence } from '@teamlore/shared/memory-standing'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'

const TONE: Record<MemoryEntry['status'], BadgeTone> = {
  draft: 'wait',
  unreviewed: 'accent',
  active: 'ok',
  rejected: 'error',
  superseded: 'plain',
  archived: 'plain',
}

const UNREVIEWED = 'It passed the checks and is served below what somebody reviewed.'
const isUnreviewed = ({ status }: MemoryEntry): boolean => status === 'unreviewed'

/** Kind, status and what a reader must know at once. */
export const MemoryBadges = ({ memory }: { memory: MemoryEntry }) => (
  <span className="memory-badges">
    <Badge tone="accent">{memory.kind}</Badge>
    <Badge tone={TONE[memory.status]} {...(isUnreviewed(memory) && { title: UNREVIEWED })}>
      {memory.status}
    </Badge>
    {memory.origin !== 'human' && <Badge title="Where the words come from">{memory.origin}</Badge>}
    {memory.stale !== null && (
      <Badge tone="wait" title={memory.stale.reason}>
        stale
      </Badge>
    )}
    {memory.removal !== undefined && (
      <Badge tone="wait" title={memory.removal.reason}>
        to be taken out?
      </Badge>
    )}
    {memory.contradicted_by.length > 0 && (
      <Badge
        tone="wait"
        title={memory.contradicted_by.map((side) => otherSideSentence(side)).join(' ')}
      >
        contradicted
      </Badge>
    )}
    {memory.visibility === 'private' && (
      <Badge title="Only you see this memory">
        <IconEyeOff size={12} aria-hidden />
        Private
      </Badge>
    )}
    <Badge title="How far it is to be trusted">{Math.round(memory.confidence * 100)} %</Badge>
  </span>
)
