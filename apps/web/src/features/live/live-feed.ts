import { type LiveEvent, liveEventSchema } from '@teamlore/shared'

export type LiveStatus = 'connecting' | 'live' | 'polling'

/** The part of the browser's EventSource that is used. */
export type EventStream = {
  readonly readyState: number
  addEventListener: (type: string, listener: (event: { data?: unknown }) => void) => void
  close: () => void
}

const CLOSED = 2
const REOPEN_MS = 15_000
const TYPES = ['session.updated', 'session.distilled'] as const satisfies LiveEvent['type'][]

type Options = {
  open: () => EventStream
  onEvent: (event: LiveEvent) => void
  onStatus: (status: LiveStatus) => void
  /** Called when the stream is back after a gap: what happened meanwhile was not heard. */
  onGap: () => void
  later?: (work: () => void, ms: number) => () => void
}

const wait = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/**
 * Listens to the server's events for as long as it is open. A browser reconnects a cut stream by itself, but gives up
 * permanently when it is refused once; then this opens a new one after a while. Returns what ends it.
 */
export const openLiveFeed = ({ open, onEvent, onStatus, onGap, later = wait }: Options) => {
  let stream: EventStream | undefined
  let cancelReopen: (() => void) | undefined
  let isInterrupted = false

  const start = () => {
    const current = open()
    stream = current
    current.addEventListener('open', () => {
      onStatus('live')
      if (isInterrupted) onGap()
      isInterrupted = false
    })
    current.addEventListener('error', () => {
      isInterrupted = true
      onStatus('polling')
      if (current.readyState !== CLOSED) return
      current.close()
      cancelReopen = later(start, REOPEN_MS)
    })
    for (const type of TYPES)
      current.addEventListener(type, ({ data }) => {
        const event = parseEvent(data)
        if (event) onEvent(event)
      })
  }

  onStatus('connecting')
  start()
  return () => {
    cancelReopen?.()
    stream?.close()
  }
}

const parseEvent = (data: unknown): LiveEvent | undefined => {
  if (typeof data !== 'string') return undefined
  try {
    return liveEventSchema.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}
