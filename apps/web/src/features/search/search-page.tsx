'use client'

import { LoadMore } from '../../components/ui/load-more.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useListKeys } from '../../lib/use-list-keys.ts'
import { HitList } from './hit-list.tsx'
import { NoHits } from './no-hits.tsx'
import { QueryHelp } from './query-help.tsx'
import { SearchFilters } from './search-filters.tsx'
import { SearchInput } from './search-input.tsx'
import { SearchNotes } from './search-notes.tsx'
import { hasFilters, isAsking, NO_SEARCH_FILTERS, useSearchState } from './search-state.ts'
import { SessionHitList } from './session-hit-list.tsx'
import './search-page.css'
import { useSearch } from './use-search.ts'

/** Everything the team's sessions hold, by words, meaning and exact names. */
export const SearchPage = () => {
  const [state, setState] = useSearchState()
  const search = useSearch(state)
  useListKeys()
  const asks = isAsking(state)
  const amount = search.hits.length + search.sessions.length
  return (
    <div className="search-page">
      <PageTitle title={state.q ? `${state.q} · Search` : 'Search'} />
      <h1 className="tl-hidden-label">Search</h1>
      <SearchInput
        value={state.q}
        isBusy={search.isFetching}
        onSearch={(q) => void setState({ q })}
      />
      <SearchFilters state={state} onChange={(change) => void setState(change)} />
      {!asks && <QueryHelp onTry={(q) => void setState({ q })} />}
      {asks && search.isPending && (
        <Loading label="Searching">
          <SkeletonLines rows={5} tall />
        </Loading>
      )}
      {asks && search.isError && amount === 0 && (
        <ErrorState
          title="The search did not work"
          error={search.error}
          retry={() => void search.refetch()}
        />
      )}
      {asks && search.data && !(search.isError && amount === 0) && (
        <div aria-busy={search.isPlaceholderData} className="search-answer">
          <SearchNotes
            notes={search.notes}
            meant={search.meant}
            onTry={(q) => void setState({ q })}
            arms={search.arms}
            tookMs={search.tookMs}
            tokens={search.tokens}
            noun={state.by === null ? 'result' : 'session'}
            amount={amount}
            hasMore={search.hasNextPage}
          />
          {amount === 0 ? (
            <NoHits
              state={state}
              onClearFilters={
                hasFilters(state) ? () => void setState(NO_SEARCH_FILTERS) : undefined
              }
              onTry={(q) => void setState({ q })}
            />
          ) : (
            <>
              <HitList hits={search.hits} />
              <SessionHitList hits={search.sessions} />
              <LoadMore
                hasMore={search.hasNextPage}
                isLoading={search.isFetchingNextPage}
                error={search.isFetchNextPageError ? search.error : null}
                onMore={search.fetchNextPage}
                end="No more results."
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}
