'use client'

import { useQuery } from '@tanstack/react-query'
import type { Prompt } from '@teamlore/shared'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

const PAGE_SIZE = 200
/** A session with more prompts than this is paged by hand in its transcript; the outline shows the first ones. */
const MOST_PAGES = 10

/** All prompts of a session in the order they were typed. */
export const useSessionPrompts = (sessionId: string) => {
  const api = useApi()
  return useQuery({
    queryKey: queryKeys.sessionPrompts(sessionId),
    queryFn: async ({ signal }) => {
      const prompts: Prompt[] = []
      let cursor: string | undefined
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer = await api.prompts.list(
          { session: sessionId, limit: PAGE_SIZE, cursor },
          { signal },
        )
        prompts.push(...answer.items)
        if (answer.next_cursor === null) break
        cursor = answer.next_cursor
      }
      return prompts
    },
  })
}
