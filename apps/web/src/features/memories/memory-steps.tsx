'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import type { MemoryEvent, MemoryLogEntry } from '@teamlore/shared/memory-log'
import Link from 'next/link'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'

type Query = { project?: string; from?: string; to?: string; event?: MemoryEvent }

/** Each step of each memory, the newest first. */
export const MemorySteps = ({ query }: { query: Query }) => {
  const api = useApi()
  const log = useInfiniteQuery({
    queryKey: queryKeys.memories({ log: query }),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.memories.log({ ...query, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  if (log.isPending)
    return (
      <Loading label="Loading the log">
        <SkeletonLines rows={6} />
      </Loading>
    )
  if (log.isError && items.length === 0)
    return (
      <ErrorState
        title="The log could not be loaded"
        error={log.error}
        retry={() => void log.refetch()}
      />
    )
  if (items.length === 0)
    return (
      <EmptyState title="Nothing was recorded then">
        <p>Each memory that comes, changes, is replaced or withdrawn leaves a line here.</p>
      </EmptyState>
    )
  return (
    <>
      <ol className="memory-list">
        {items.map((entry) => (
          <Step key={`${entry.memory_id} ${entry.version}`} entry={entry} />
        ))}
      </ol>
      <LoadMore
        hasMore={log.hasNextPage}
        isLoading={log.isFetchingNextPage}
        error={log.isFetchNextPageError ? log.error : null}
        onMore={log.fetchNextPage}
        end="That is all."
      />
    </>
  )
}

const Step = ({ entry }: { entry: MemoryLogEntry }) => (
  <li>
    <Link href={`/memories/${entry.memory_id}`} className="memory-row">
      <span className="memory-row-statement tl-foreign" dir="auto">
        {plainLine(entry.statement)}
      </span>
      <span className="memory-row-facts">
        <strong>{entry.event}</strong>
        <span>{entry.kind}</span>
        {entry.by && <span>by {plainLine(entry.by.name)}</span>}
        {entry.note && <span className="tl-foreign">{plainLine(entry.note)}</span>}
        {entry.project && <span>{plainLine(entry.project.name)}</span>}
        <TimeAgo at={entry.at} />
      </span>
      {entry.successor && (
        <span className="memory-row-facts tl-foreign" dir="auto">
          now: {plainLine(entry.successor.statement)}
        </span>
      )}
    </Link>
  </li>
)
