import type { LiveEvent } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { type EventStream, type LiveStatus, openLiveFeed } from './live-feed.ts'

const fakeStream = () => {
  const listeners = new Map<string, (event: { data?: unknown }) => void>()
  const state = { readyState: 0, isClosed: false }
  const stream: EventStream = {
    get readyState() {
      return state.readyState
    },
    addEventListener: (type, listener) => void listeners.set(type, listener),
    close: () => {
      state.isClosed = true
    },
  }
  return { stream, state, say: (type: string, data?: unknown) => listeners.get(type)?.({ data }) }
}

const openFeed = () => {
  const streams: ReturnType<typeof fakeStream>[] = []
  const events: LiveEvent[] = []
  const statuses: LiveStatus[] = []
  const scheduled: (() => void)[] = []
  let gaps = 0
  const close = openLiveFeed({
    open: () => {
      const fake = fakeStream()
      streams.push(fake)
      return fake.stream
    },
    onEvent: (event) => void events.push(event),
    onStatus: (status) => void statuses.push(status),
    onGap: () => {
      gaps += 1
    },
    later: (work) => {
      scheduled.push(work)
      return () => void scheduled.splice(scheduled.indexOf(work), 1)
    },
  })
  return { streams, events, statuses, scheduled, close, gaps: () => gaps }
}

describe('the live feed', () => {
  test('passes on events that keep the contract and ignores all others', () => {
    const feed = openFeed()
    feed.streams[0]?.say('open')
    feed.streams[0]?.say('session.updated', '{"type":"session.updated","session_id":"ses_1"}')
    feed.streams[0]?.say('session.updated', 'not json')
    feed.streams[0]?.say('session.updated', '{"type":"other"}')
    expect(feed.events).toEqual([{ type: 'session.updated', session_id: 'ses_1' }])
    expect(feed.statuses).toEqual(['connecting', 'live'])
  })

  test('polls while the stream is cut and catches up once when it is back', () => {
    const feed = openFeed()
    feed.streams[0]?.say('open')
    feed.streams[0]?.say('error')
    expect(feed.statuses.at(-1)).toBe('polling')
    expect(feed.scheduled).toHaveLength(0)
    feed.streams[0]?.say('open')
    feed.streams[0]?.say('open')
    expect(feed.statuses.at(-1)).toBe('live')
    expect(feed.gaps()).toBe(1)
  })

  test('opens a new stream later when the server refused the old one permanently', () => {
    const feed = openFeed()
    const first = feed.streams[0]
    if (first) first.state.readyState = 2
    first?.say('error')
    expect(first?.state.isClosed).toBe(true)
    expect(feed.scheduled).toHaveLength(1)
    feed.scheduled[0]?.()
    expect(feed.streams).toHaveLength(2)
  })

  test('ends the stream and any plan for a new one when it is closed', () => {
    const feed = openFeed()
    const first = feed.streams[0]
    if (first) first.state.readyState = 2
    first?.say('error')
    feed.close()
    expect(feed.scheduled).toHaveLength(0)
  })
})
