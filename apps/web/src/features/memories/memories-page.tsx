'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { LIST_ITEM, useListKeys } from '../../lib/use-list-keys.ts'
import { MemoryBadges } from './memory-badges.tsx'
import { MemoryFilters } from './memory-filters.tsx'
import { MemoryLinks } from './memory-links.tsx'
import { useMemoryFilter } from './use-memory-filter.ts'
import './memories.css'

/** What the team holds to be so, what was recorded last first. */
export const MemoriesPage = () => {
  const { fields, filter, set } = useMemoryFilter()
  const api = useApi()
  useListKeys()
  const list = useInfiniteQuery({
    queryKey: queryKeys.memories(filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.memories.list({ ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="memories-page">
      <PageTitle title="Memories" />
      <PageHeader title="Memories" note="What the team holds to be so, newest first" />
      <MemoryLinks />
      <MemoryFilters fields={fields} onChange={set} />
      {list.isPending && (
        <Loading label="Loading memories">
          <SkeletonLines rows={6} />
        </Loading>
      )}
      {list.isError && items.length === 0 && (
        <ErrorState
          title="The memories could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState title="No memory matches">
          <p>
            What sessions teach waits in the <Link href="/memories/review">review queue</Link> until
            it is approved.
          </p>
        </EmptyState>
      )}
      <ol className="memory-list">
        {items.map((memory) => (
          <li key={memory.id}>
            <Link href={`/memories/${memory.id}`} className="memory-row" {...LIST_ITEM}>
              <span className="memory-row-statement tl-foreign" dir="auto">
                {plainLine(memory.statement)}
              </span>
              <span className="memory-row-facts">
                <MemoryBadges memory={memory} />
                {memory.project && <span>{plainLine(memory.project.name)}</span>}
                <TimeAgo at={memory.valid_from} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {items.length > 0 && (
        <LoadMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? list.error : null}
          onMore={list.fetchNextPage}
          end="Those are all."
        />
      )}
    </div>
  )
}
