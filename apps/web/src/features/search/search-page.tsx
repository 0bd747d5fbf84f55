'use client'

import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { useListKeys } from '../../lib/use-list-keys.ts'
import { KeptInTab, LostQuestion } from './pasted-question.tsx'
import { QueryHelp } from './query-help.tsx'
import { SearchAnswer } from './search-answer.tsx'
import { SearchFilters } from './search-filters.tsx'
import { SearchInput } from './search-input.tsx'
import { isAsking, useSearchState } from './search-state.ts'
import './search-page.css'
import { useSearch } from './use-search.ts'

/** Everything the team's sessions hold, by words, meaning and exact names. */
export const SearchPage = () => {
  const { state, setState, whereabouts } = useSearchState()
  const isKnown = whereabouts === 'address' || whereabouts === 'tab'
  const asks = isKnown && isAsking(state)
  const search = useSearch(state, asks)
  useListKeys()
  const isEmpty = search.hits.length + search.sessions.length === 0
  const hasFailed = asks && search.isError && isEmpty
  const ask = (q: string) => setState({ q })
  return (
    <div className="search-page">
      <PageTitle title={state.q ? `${shorten(plainLine(state.q), 120)} · Search` : 'Search'} />
      <h1 className="tl-hidden-label">Search</h1>
      <SearchInput value={state.q} isBusy={search.isFetching} onSearch={ask} />
      <SearchFilters state={state} onChange={setState} />
      {whereabouts === 'tab' && <KeptInTab />}
      {whereabouts === 'nowhere' && <LostQuestion />}
      {isKnown && !asks && <QueryHelp onTry={ask} />}
      {asks && search.isPending && (
        <Loading label="Searching">
          <SkeletonLines rows={5} tall />
        </Loading>
      )}
      {hasFailed && (
        <ErrorState
          title="The search did not work"
          error={search.error}
          retry={() => void search.refetch()}
        />
      )}
      {asks && search.data && !hasFailed && (
        <SearchAnswer search={search} state={state} onChange={setState} />
      )}
    </div>
  )
}
