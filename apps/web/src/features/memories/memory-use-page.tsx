'use client'

import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { givenWords } from '@teamlore/shared/given-words'
import type { MemoryUse, MemoryUseEntry } from '@teamlore/shared/memory-use'
import { plural } from '@teamlore/shared/plural'
import Link from 'next/link'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { HoldoutOfProject } from '../holdout/index.ts'
import { MemoryLinks } from './memory-links.tsx'
import { ProjectSelect } from './project-select.tsx'
import './memories.css'

const PARSERS = {
  show: parseAsStringLiteral(['given', 'unread'] as const).withDefault('given'),
  project: parseAsString.withDefault(''),
  days: parseAsInteger.withDefault(28),
}
const DAYS = [7, 28, 90, 365]

/** Which memories reach agents and people, what was said of them afterwards, and which reach no agent. */
export const MemoryUsePage = () => {
  const [fields, set] = useQueryStates(PARSERS, { history: 'replace' })
  const api = useApi()
  const query = {
    days: fields.days,
    ...(fields.project === '' ? {} : { project: fields.project }),
    ...(fields.show === 'unread' ? { unread: true } : {}),
  }
  const use = useInfiniteQuery({
    queryKey: queryKeys.memories({ use: query }),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.memories.use({ ...query, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const [first] = use.data?.pages ?? []
  const items = use.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="memories-page">
      <PageTitle title="Use of memories" />
      <PageHeader title="Use of memories" note="Whether they reach anybody, and what came of it" />
      <MemoryLinks />
      <div className="memory-filters">
        <NativeSelect
          label="Show"
          size="xs"
          data={[
            { value: 'given', label: 'all that are served' },
            { value: 'unread', label: 'unread by any agent' },
          ]}
          value={fields.show}
          onChange={(event) =>
            void set({ show: event.currentTarget.value === 'unread' ? 'unread' : 'given' })
          }
        />
        <ProjectSelect value={fields.project} onChange={(project) => void set({ project })} />
        <NativeSelect
          label="Within"
          size="xs"
          data={DAYS.map((days) => ({ value: String(days), label: plural(days, 'day') }))}
          value={String(fields.days)}
          onChange={(event) => void set({ days: Number(event.currentTarget.value) })}
        />
      </div>
      {use.isPending && (
        <Loading label="Loading the use of memories">
          <SkeletonLines rows={6} />
        </Loading>
      )}
      {use.isError && items.length === 0 && (
        <ErrorState
          title="The use of memories could not be loaded"
          error={use.error}
          retry={() => void use.refetch()}
        />
      )}
      {first && <Counts use={first} />}
      {fields.project !== '' && <HoldoutOfProject project={fields.project} />}
      {first && items.length === 0 && <Nothing isUnread={fields.show === 'unread'} />}
      {items.length > 0 && (
        <>
          <ol className="memory-list">
            {items.map((entry) => (
              <Entry key={entry.memory_id} entry={entry} />
            ))}
          </ol>
          <LoadMore
            hasMore={use.hasNextPage}
            isLoading={use.isFetchingNextPage}
            error={use.isFetchNextPageError ? use.error : null}
            onMore={use.fetchNextPage}
            end="That is all."
          />
        </>
      )}
    </div>
  )
}

const Counts = ({ use: { served, unread, since } }: { use: MemoryUse }) => (
  <p className="memory-note" role="status">
    Since {since}, {(served ?? 0) - (unread ?? 0)} of{' '}
    {plural(served ?? 0, 'served memory', 'served memories')} reached an agent. Being given changes
    neither trust nor ranking.
  </p>
)

const Nothing = ({ isUnread }: { isUnread: boolean }) =>
  isUnread ? (
    <EmptyState title="Every memory reached an agent">
      <p>What no brief, search or answer gave to an agent in that time is listed here.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No memory is served yet">
      <p>What is written, or approved in review, is given to agents in briefs and answers.</p>
    </EmptyState>
  )

const Entry = ({ entry }: { entry: MemoryUseEntry }) => (
  <li>
    <Link href={`/memories/${entry.memory_id}`} className="memory-row">
      <span className="memory-row-statement tl-foreign" dir="auto">
        {plainLine(entry.statement)}
      </span>
      <span className="memory-row-facts">
        <span>{entry.kind}</span>
        {givenWords(entry).map((words) => (
          <span key={words}>{words}</span>
        ))}
        {entry.project && <span>{plainLine(entry.project.name)}</span>}
      </span>
    </Link>
  </li>
)
