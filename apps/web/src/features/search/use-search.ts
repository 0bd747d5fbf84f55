'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { GroupedHit, SearchSessionsResponse } from '@teamlore/shared'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { notesOnState, type SearchState, toSearchQuery } from './search-state.ts'

const PAGE_SIZE = 20
/** Further hits of a session that unfold in place. */
const MORE = 10

export type SessionHit = SearchSessionsResponse['items'][number]

type ResultPage = Omit<SearchSessionsResponse, 'items'> & {
  items: GroupedHit[]
  sessions: SessionHit[]
}

/** Answers of the server, page by page. While a changed search is under way the old answer stays on screen. */
export const useSearch = (state: SearchState, asks: boolean) => {
  const api = useApi()
  const query = toSearchQuery(state)
  const grouping = state.by === null ? ({ group: 'session', more: MORE } as const) : {}
  const search = useInfiniteQuery({
    queryKey: queryKeys.search({ ...query, by: state.by }),
    queryFn: async ({ pageParam, signal }): Promise<ResultPage> => {
      const asked = { ...query, limit: PAGE_SIZE, cursor: pageParam }
      if (state.by !== 'session')
        return { ...(await api.search({ ...asked, ...grouping }, { signal })), sessions: [] }
      const { items, ...rest } = await api.searchSessions(asked, { signal })
      return { ...rest, items: [], sessions: items }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: asks,
    staleTime: 60_000,
  })
  const pages = search.data?.pages ?? []
  const seen = new Set<string>()
  const hits: GroupedHit[] = pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)))
  return {
    ...search,
    hits,
    sessions: pages.flatMap(({ sessions }) => sessions),
    tokens: pages.reduce((sum, page) => sum + page.tokens, 0),
    notes: [...notesOnState(state), ...notesOf(pages)],
    meant: pages[0]?.did_you_mean,
    tookMs: pages[0]?.took_ms,
    arms: pages[0]?.arms ?? [],
  }
}

/**
 * What a later page says, such as where a ranking ends, belongs to the whole answer. What a page says that was cut short,
 * such as how far it looked, holds until the next.
 */
export const notesOf = (pages: readonly Pick<ResultPage, 'items' | 'sessions' | 'notes'>[]) => [
  ...new Set(
    pages
      .filter(
        ({ items, sessions }, at) =>
          at === pages.length - 1 || items.length + sessions.length >= PAGE_SIZE,
      )
      .flatMap(({ notes }) => notes),
  ),
]
