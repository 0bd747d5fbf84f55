'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type LiveEvent, ROUTES } from '@teamlore/shared'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { withBase } from '../../lib/base-path.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { type LiveStatus, openLiveFeed } from './live-feed.ts'

type Listener = (event: LiveEvent) => void
type Live = { status: LiveStatus; listen: (listener: Listener) => () => void }

const LiveContext = createContext<Live | undefined>(undefined)

/** How often things are asked for again while no stream is open. */
const POLL_MS = 15_000
/** Counts beside the lists may lag a little; they are not asked for with every event of an import. */
const COUNTS_EVERY_MS = 5_000

/** Keeps one stream of the server's events for all pages. */
export const LiveProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const [listeners] = useState(() => new Set<Listener>())
  const countsAskedAt = useRef(0)

  const hear = useEffectEvent((event: LiveEvent) => {
    for (const listener of listeners) listener(event)
    void queryClient.invalidateQueries({ queryKey: queryKeys.session(event.session_id) })
    if (event.type === 'session.distilled') {
      void queryClient.invalidateQueries({ queryKey: queryKeys.observations(event.session_id) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.summaries(event.session_id) })
    }
    if (Date.now() - countsAskedAt.current < COUNTS_EVERY_MS) return
    countsAskedAt.current = Date.now()
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats })
    void queryClient.invalidateQueries({ queryKey: queryKeys.home })
    void queryClient.invalidateQueries({ queryKey: queryKeys.projects })
  })
  const catchUp = useEffectEvent(() => void queryClient.invalidateQueries())

  // The external system is the server's event stream.
  useEffect(
    () =>
      openLiveFeed({
        open: () => new EventSource(withBase(ROUTES.events.path)),
        onEvent: (event) => hear(event),
        onStatus: setStatus,
        onGap: () => catchUp(),
      }),
    [],
  )

  const [listen] = useState(() => (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })
  return <LiveContext value={{ status, listen }}>{children}</LiveContext>
}

const useLive = (): Live => {
  const live = use(LiveContext)
  if (!live) throw new Error('live updates need a LiveProvider above them')
  return live
}

export const useLiveStatus = (): LiveStatus => useLive().status

/** `refetchInterval` for lists: off while events come by themselves. */
export const usePollInterval = (): number | false =>
  useLive().status === 'polling' ? POLL_MS : false

/** Calls back with every event of the server while the component is shown. */
export const useLiveEvents = (listener: Listener): void => {
  const { listen } = useLive()
  const onEvent = useEffectEvent(listener)
  // The external system is the server's event stream.
  useEffect(() => listen((event) => onEvent(event)), [listen])
}
