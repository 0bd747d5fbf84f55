'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useLiveEvents, usePollInterval } from '../live/index.ts'
import { type SessionFilter, toQuery } from './session-filter.ts'
import { allSessions, type SessionPages, withFreshTop, withSession } from './session-pages.ts'

const PAGE_SIZE = 40
/** Events of an import come in bursts: they are answered together. */
const GATHER_MS = 800
const GLOW_MS = 2_500

/** The list of sessions, paged, and kept current by the server's events. */
export const useSessions = (filter: SessionFilter) => {
  const api = useApi()
  const query = toQuery(filter)
  const list = useInfiniteQuery({
    queryKey: queryKeys.sessions(query),
    queryFn: ({ pageParam, signal }) =>
      api.sessions.list({ ...query, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: usePollInterval(),
  })
  const changed = useLiveSessions(query)
  const pages = list.data?.pages ?? []
  return { ...list, sessions: allSessions(pages), total: pages[0]?.total, changed }
}

/** Works events into the list and returns the ids that have just changed. */
const useLiveSessions = (query: ReturnType<typeof toQuery>): ReadonlySet<string> => {
  const api = useApi()
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const gathered = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const catchUp = async () => {
    const ids = [...gathered.current]
    gathered.current.clear()
    timer.current = undefined
    const queryKey = queryKeys.sessions(query)
    const update = (work: (data: SessionPages) => SessionPages) =>
      queryClient.setQueryData<SessionPages>(queryKey, (data) => data && work(data))

    const top = await api.sessions.list({ ...query, limit: PAGE_SIZE })
    update((data) => withFreshTop(data, top))
    const isOnTop = new Set(top.items.map(({ id }) => id))
    const shown = new Set(
      allSessions(queryClient.getQueryData<SessionPages>(queryKey)?.pages ?? []).map((s) => s.id),
    )
    for (const id of ids.filter((each) => shown.has(each) && !isOnTop.has(each))) {
      const session = await api.sessions.get(id)
      update((data) => withSession(data, session))
    }
    setChanged(new Set(ids))
    setTimeout(() => setChanged(new Set()), GLOW_MS)
  }

  useLiveEvents((event) => {
    gathered.current.add(event.session_id)
    timer.current ??= setTimeout(() => {
      // Whatever could not be fetched now comes with the next event or the next visit.
      catchUp().catch(() => undefined)
    }, GATHER_MS)
  })
  return changed
}
