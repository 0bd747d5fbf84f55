'use client'

import { LoadMore } from '../../components/ui/load-more.tsx'
import { AskVerdicts } from './ask-verdicts.tsx'
import { HitList } from './hit-list.tsx'
import { NoHits } from './no-hits.tsx'
import { SearchNotes } from './search-notes.tsx'
import { hasFilters, NO_SEARCH_FILTERS, type SearchState } from './search-state.ts'
import { SessionHitList } from './session-hit-list.tsx'
import type { useSearch } from './use-search.ts'
import { useVerdicts, withVerdicts } from './use-verdicts.ts'

/** What was found, how, and how it goes on: a page may be empty before the end of a list. */
export const SearchAnswer = ({
  search,
  state,
  onChange,
}: {
  search: ReturnType<typeof useSearch>
  state: SearchState
  onChange: (change: Partial<SearchState>) => void
}) => {
  const amount = search.hits.length + search.sessions.length
  const ask = (q: string) => onChange({ q })
  const reader = useVerdicts(state)
  const hits = withVerdicts(search.hits, reader.verdicts)
  return (
    <div aria-busy={search.isPlaceholderData} className="search-answer">
      <SearchNotes
        notes={search.notes}
        meant={search.meant}
        onTry={ask}
        arms={search.arms}
        tookMs={search.tookMs}
        tokens={search.tokens}
        noun={state.by === 'session' ? 'session' : 'result'}
        amount={amount}
        hasMore={search.hasNextPage}
      />
      {amount === 0 && !search.hasNextPage ? (
        <NoHits
          state={state}
          isList={search.arms.length === 0}
          onClearFilters={hasFilters(state) ? () => onChange(NO_SEARCH_FILTERS) : undefined}
          onTry={ask}
        />
      ) : (
        <>
          <AskVerdicts {...reader} />
          <HitList hits={hits} onSession={(session) => onChange({ session, by: null })} />
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
  )
}
