'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Memory, MemoryRelation } from '@teamlore/shared/memories'
import { isLiving } from '@teamlore/shared/memory-kinds'
import Link from 'next/link'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'

type Settling = { keep: string; other: string; decision: 'replaces' | 'both' }

export const useSettle = () => {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settling: Settling) => api.memories.settle(settling),
    // Each is shown beside the other wherever one is: in results, lists, on their pages and on those of files.
    onSuccess: () => client.invalidateQueries(),
  })
}

const SettleButton = ({
  settle,
  as,
  children,
}: {
  settle: ReturnType<typeof useSettle>
  as: Settling
  children: string
}) => (
  <Button size="xs" variant="default" loading={settle.isPending} onClick={() => settle.mutate(as)}>
    {children}
  </Button>
)

/** Pairs of a memory that a person decides: why it waits, against what, and what may be said of the two. */
export const WaitingPairs = ({ memory }: { memory: Memory }) => {
  if (!isLiving(memory.status)) return null
  return memory.relations
    .filter(({ status, memory: other }) => status === 'proposed' && isLiving(other.status))
    .map((relation) => (
      <WaitingPair
        key={`${relation.type} ${relation.direction} ${relation.memory.id}`}
        memory={memory}
        relation={relation}
      />
    ))
}

const WaitingPair = ({ memory, relation }: { memory: Memory; relation: MemoryRelation }) => {
  const settle = useSettle()
  const { type, direction, reason, memory: other } = relation
  const isNewer = direction === 'out'
  const [keep, left] = isNewer ? [memory.id, other.id] : [other.id, memory.id]
  return (
    <section className="memory-standing" data-tone="wait" aria-label="To be decided">
      <p>
        {why(relation)}{' '}
        <Link href={`/memories/${other.id}`} className="tl-link tl-foreign" dir="auto">
          {plainLine(other.statement)}
        </Link>
      </p>
      {reason !== '' && <p className="memory-note tl-foreign">Why: {plainLine(reason)}</p>}
      <div className="memory-actions">
        {/* A draft takes the place that it was proposed for when it is approved. */}
        {type !== 'supersedes' && (
          <SettleButton settle={settle} as={{ keep, other: left, decision: 'replaces' }}>
            {isNewer ? 'It replaces the other' : 'The other replaces it'}
          </SettleButton>
        )}
        <SettleButton settle={settle} as={{ keep: memory.id, other: other.id, decision: 'both' }}>
          Both hold
        </SettleButton>
      </div>
      {settle.isError && <p role="alert">{errorWords(settle.error)}</p>}
    </section>
  )
}

const why = ({ type, direction }: MemoryRelation): string => {
  if (type === 'supersedes')
    return direction === 'out'
      ? 'Once it is approved, it takes the place of'
      : 'Its place is taken, once that is approved, by'
  return direction === 'out'
    ? 'It waits because it may replace, or say the same as,'
    : 'It may be replaced by, or say the same as,'
}

/** The way back from a replacement: it holds again, beside the one that took its place. */
export const HoldBeside = ({ memory }: { memory: Memory }) => {
  const settle = useSettle()
  const { successor } = memory
  if (memory.status !== 'superseded' || successor === null || !isLiving(successor.status))
    return null
  return (
    <div className="memory-actions">
      <SettleButton settle={settle} as={{ keep: memory.id, other: successor.id, decision: 'both' }}>
        Both hold
      </SettleButton>
      <span className="memory-note">It was replaced by mistake: both hold from now on.</span>
      {settle.isError && (
        <p className="memory-standing" role="alert" data-tone="wait">
          {errorWords(settle.error)}
        </p>
      )}
    </div>
  )
}
