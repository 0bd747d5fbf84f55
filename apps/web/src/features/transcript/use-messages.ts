'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useLiveEvents } from '../live/index.ts'
import { allMessages, type MessagePages, type PageStart, withNewEnd } from './message-pages.ts'

const PAGE_SIZE = 100
const PREVIEW_CHARS = 2_000

const ask = (start: PageStart) => ({ ...start, limit: PAGE_SIZE, preview_chars: PREVIEW_CHARS })

/** The messages of a session in both directions from `anchor` (or from its beginning), and new ones as they come. */
export const useMessages = (sessionId: string, anchor: string | undefined) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryKey = queryKeys.messages(sessionId, anchor ?? 'start')
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.sessions.messages(sessionId, ask(pageParam), { signal }),
    initialPageParam: (anchor === undefined ? {} : { around: anchor }) as PageStart,
    getNextPageParam: (page): PageStart | undefined =>
      page.next_cursor === null ? undefined : { cursor: page.next_cursor },
    getPreviousPageParam: (page): PageStart | undefined =>
      page.previous_cursor === null ? undefined : { cursor: page.previous_cursor },
    // What was said does not change; new messages are added below as they come.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

  const addNewEnd = async () => {
    const data = queryClient.getQueryData<MessagePages>(queryKey)
    const last = allMessages(data).at(-1)
    // Whoever has not read to the end gets the new messages there by paging.
    if (!last || data?.pages.at(-1)?.next_cursor !== null) return
    const end = await api.sessions.messages(sessionId, ask({ around: last.id }))
    queryClient.setQueryData<MessagePages>(queryKey, (now) => now && withNewEnd(now, end))
    await queryClient.invalidateQueries({ queryKey: queryKeys.sessionPrompts(sessionId) })
  }
  useLiveEvents((event) => {
    if (event.session_id === sessionId && event.type === 'session.updated') {
      // A failed look is made good by the next event.
      addNewEnd().catch(() => undefined)
    }
  })

  const messages = useMemo(() => allMessages(query.data), [query.data])
  return { ...query, messages }
}
