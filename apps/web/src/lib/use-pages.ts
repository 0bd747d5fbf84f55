'use client'

import { useQuery } from '@tanstack/react-query'

type Page<T> = { items: T[]; next_cursor: string | null }
type Ask = { limit: number; cursor?: string }

/** Far more than any team has; whoever comes near it is shown that the list goes on. */
const MOST = 2_000

/** A whole list, page after page: these lists are looked through, and short. */
export const usePages = <T>(
  queryKey: readonly string[],
  ask: (query: Ask, options: { signal: AbortSignal }) => Promise<Page<T>>,
  { enabled = true }: { enabled?: boolean } = {},
) =>
  useQuery({
    queryKey,
    enabled,
    queryFn: async ({ signal }) => {
      const items: T[] = []
      let cursor: string | undefined
      do {
        const page = await ask({ limit: 200, ...(cursor ? { cursor } : {}) }, { signal })
        items.push(...page.items)
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined && items.length < MOST)
      return { items, goesOn: cursor !== undefined }
    },
  })
