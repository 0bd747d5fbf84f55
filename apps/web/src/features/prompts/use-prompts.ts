'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePollInterval } from '../live/index.ts'
import { type PromptFilter, toQuery } from './prompt-filter.ts'

const PAGE_SIZE = 50

/** What people asked for, newest first. */
export const usePrompts = (filter: PromptFilter) => {
  const api = useApi()
  const asked = toQuery(filter)
  const query = useInfiniteQuery({
    queryKey: queryKeys.prompts(asked),
    queryFn: ({ pageParam, signal }) =>
      api.prompts.list({ ...asked, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: usePollInterval(),
  })
  const pages = query.data?.pages ?? []
  return { ...query, prompts: pages.flatMap(({ items }) => items), total: pages[0]?.total }
}
