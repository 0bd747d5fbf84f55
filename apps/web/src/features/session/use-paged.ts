'use client'

import { useInfiniteQuery } from '@tanstack/react-query'

type Page<T> = { items: T[]; next_cursor: string | null }
type Ask = { cursor: string | undefined; limit: number; signal: AbortSignal }

const PAGE_SIZE = 50

/** A list that is read page by page. */
export const usePaged = <T>(queryKey: readonly unknown[], ask: (ask: Ask) => Promise<Page<T>>) => {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask({ cursor: pageParam, limit: PAGE_SIZE, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}
