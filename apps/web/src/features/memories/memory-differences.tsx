'use client'

import { useQuery } from '@tanstack/react-query'
import type { MemoryDiff, MemoryDifference } from '@teamlore/shared/memory-log'
import Link from 'next/link'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'

const SORTS = [
  ['came', 'Came'],
  ['changed', 'Changed'],
  ['replaced', 'Replaced'],
  ['withdrawn', 'Withdrawn'],
] as const

/** What is held otherwise at the later time; of the last week where no time is named. */
export const MemoryDifferences = ({
  query,
}: {
  query: { project?: string; from?: string; to?: string }
}) => {
  const api = useApi()
  const diff = useQuery({
    queryKey: queryKeys.memories({ diff: query }),
    queryFn: ({ signal }) => api.memories.diff(query, { signal }),
  })
  if (diff.isPending)
    return (
      <Loading label="Loading the difference">
        <SkeletonLines rows={6} />
      </Loading>
    )
  if (diff.isError)
    return (
      <ErrorState
        title="The difference could not be loaded"
        error={diff.error}
        retry={() => void diff.refetch()}
      />
    )
  return <Sorts diff={diff.data} />
}

const Sorts = ({ diff }: { diff: MemoryDiff }) => (
  <>
    <p className="memory-note">
      From <TimeAgo at={diff.from} /> to <TimeAgo at={diff.to} />
    </p>
    {SORTS.every(([sort]) => diff[sort].count === 0) && (
      <EmptyState title="Nothing is held otherwise">
        <p>Name an earlier time, or look at each step.</p>
      </EmptyState>
    )}
    {SORTS.filter(([sort]) => diff[sort].count > 0).map(([sort, name]) => (
      <section key={sort} aria-label={name}>
        <h2 className="memory-facts">
          {name} ({diff[sort].count})
        </h2>
        <ol className="memory-list">
          {diff[sort].items.map((one) => (
            <Difference key={one.memory_id} one={one} />
          ))}
        </ol>
        {diff[sort].count > diff[sort].items.length && (
          <p className="memory-note">and {diff[sort].count - diff[sort].items.length} more</p>
        )}
      </section>
    ))}
  </>
)

const Difference = ({ one }: { one: MemoryDifference }) => (
  <li>
    <Link href={`/memories/${one.memory_id}`} className="memory-row">
      {one.before !== null && (
        <span className="memory-row-statement tl-foreign" dir="auto">
          <del>{plainLine(one.before)}</del>
        </span>
      )}{' '}
      {one.after !== null && (
        <span className="memory-row-statement tl-foreign" dir="auto">
          {plainLine(one.after)}
        </span>
      )}
      <span className="memory-row-facts">
        <span>{one.kind}</span>
        {one.note && <span className="tl-foreign">{plainLine(one.note)}</span>}
        {one.successor && (
          <span className="tl-foreign">now: {plainLine(one.successor.statement)}</span>
        )}
        <TimeAgo at={one.at} />
      </span>
    </Link>
  </li>
)
