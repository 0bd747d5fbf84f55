'use client'

import { useRef } from 'react'
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
import { isAsking, type SearchState, useSearchState } from './search-state.ts'
import './search-page.css'
import { useResultKeys } from './use-result-keys.ts'
import { useSearch } from './use-search.ts'

/** Everything the team's sessions hold, by words, meaning and exact names. */
export const SearchPage = () => {
  const { state, setState, whereabouts } = useSearchState()
  const isKnown = whereabouts === 'address' || whereabouts === 'tab'
  const asks = isKnown && isAsking(state)
  const search = useSearch(state, asks)
  useListKeys()
  useResultKeys()
  const isTypingOn = useRef(false)
  const isEmpty = search.hits.length + search.sessions.length === 0
  const hasFailed = asks && search.isError && isEmpty
  // All that is asked while somebody types is one step back, whatever came in between.
  const ask = (q: string, isTyping = false) => {
    if (q !== state.q) setState({ q }, isTypingOn.current ? 'replace' : 'push')
    isTypingOn.current = isTyping
  }
  const change = (to: Partial<SearchState>) => {
    isTypingOn.current = false
    setState(to)
  }
  return (
    <div className="search-page">
      <PageTitle title={state.q ? `${shorten(plainLine(state.q), 120)} · Search` : 'Search'} />
      <h1 className="tl-hidden-label">Search</h1>
      <SearchInput value={state.q} isBusy={search.isFetching} onSearch={ask} />
      <SearchFilters state={state} onChange={change} />
      {whereabouts === 'tab' && <KeptInTab />}
      {whereabouts === 'nowhere' && <LostQuestion />}
      {isKnown && !asks && <QueryHelp onTry={(q) => ask(q)} />}
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
        <SearchAnswer search={search} state={state} onChange={change} />
      )}
    </div>
  )
}
