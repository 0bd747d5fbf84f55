'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePollInterval } from '../live/index.ts'

export type PromptFilter = { project: string | null; tool: string | null }

const PAGE_SIZE = 50

/** What people asked for, newest first. */
export const usePrompts = ({ project, tool }: PromptFilter) => {
  const api = useApi()
  const filter = { ...(project && { project }), ...(tool && { tool }) }
  const query = useInfiniteQuery({
    queryKey: queryKeys.prompts(filter),
    queryFn: ({ pageParam, signal }) =>
      api.prompts.list({ ...filter, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: usePollInterval(),
  })
  return { ...query, prompts: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}
