'use client'

import { useQuery } from '@tanstack/react-query'

type Page<T> = { items: T[]; next_cursor: string | null }
type Ask = { cursor: string | undefined; limit: number; signal: AbortSignal }

const PAGE_SIZE = 200
/** What one session can hold is bounded; this bounds what an odd server can make us ask. */
const MOST_PAGES = 20

/** Everything of a kind that one session has, in the order it happened (the server lists the newest first). */
export const useAll = <T extends { occurred_at: string | null }>(
  queryKey: readonly unknown[],
  ask: (ask: Ask) => Promise<Page<T>>,
) =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const items: T[] = []
      let cursor: string | undefined
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer = await ask({ cursor, limit: PAGE_SIZE, signal })
        items.push(...answer.items)
        if (answer.next_cursor === null) break
        cursor = answer.next_cursor
      }
      return items.reverse()
    },
  })
