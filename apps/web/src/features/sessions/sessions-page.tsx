'use client'

import { Button } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useListKeys } from '../../lib/use-list-keys.ts'
import { ImportLink } from '../import/index.ts'
import { amountsOf, shareOfListed } from './amounts.ts'
import { ImportHelp } from './import-help.tsx'
import { isNarrowed, NO_FILTER, useSessionFilter } from './session-filter.ts'
import { SessionFilters } from './session-filters.tsx'
import { SessionList } from './session-list.tsx'
import { useSessions } from './use-sessions.ts'
import { useStats } from './use-stats.ts'
import './sessions-page.css'

/** The first page: what the team's coding tools have been doing. */
export const SessionsPage = () => {
  const [filter, setFilter] = useSessionFilter()
  const list = useSessions(filter)
  const stats = useStats()
  useListKeys()
  const isEmpty = list.isSuccess && list.sessions.length === 0
  if (isEmpty && !isNarrowed(filter)) return <ImportHelp />
  return (
    <div className="sessions-page">
      <PageTitle title="Sessions" />
      <PageHeader
        title="Sessions"
        note={
          isNarrowed(filter)
            ? shareOfListed(list.total, stats.data, filter)
            : stats.data && amountsOf(stats.data)
        }
      >
        <ImportLink />
      </PageHeader>
      <SessionFilters
        filter={filter}
        onChange={(change) => void setFilter(change)}
        sessions={list.sessions}
        tools={stats.data?.tools ?? []}
      />
      {list.isPending && (
        <Loading label="Loading sessions">
          <SkeletonLines rows={10} />
        </Loading>
      )}
      {list.isError && list.sessions.length === 0 && (
        <ErrorState
          title="The sessions could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {isEmpty && (
        <EmptyState title="No session matches" icon={<IconMoodEmpty size={32} stroke={1.25} />}>
          <p>Loosen one of the filters above, or look at everything.</p>
          <Button variant="default" size="xs" onClick={() => void setFilter(NO_FILTER)}>
            Clear all filters
          </Button>
        </EmptyState>
      )}
      {list.sessions.length > 0 && (
        <>
          <SessionList sessions={list.sessions} changed={list.changed} />
          <LoadMore
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            error={list.isFetchNextPageError ? list.error : null}
            onMore={list.fetchNextPage}
            end="That is all of them."
          />
        </>
      )}
    </div>
  )
}
