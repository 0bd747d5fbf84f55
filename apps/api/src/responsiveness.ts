import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** A monitor is answered within two seconds. */
const ANSWER_MS = 1_500
/** An event loop that was held for so long kept everybody waiting. */
const HELD_MS = 2_000
const WINDOW_MS = 10_000
const RESOLUTION_MS = 20

type Delay = { p99: number; max: number }

/** What the event loop was late by, in this window and the one before. Watched from the first question on. */
const watchLoop = () => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let before: Delay = { p99: 0, max: 0 }
  const read = (): Delay => ({ p99: late(histogram.percentile(99)), max: late(histogram.max) })
  setInterval(() => {
    before = read()
    histogram.reset()
  }, WINDOW_MS).unref()
  return (): Delay => {
    const now = read()
    return { p99: Math.max(now.p99, before.p99), max: Math.max(now.max, before.max) }
  }
}

/** The histogram counts from one look to the next; what is late is what comes on top of that. */
const late = (nanoseconds: number): number =>
  Math.max(0, Math.round(nanoseconds / 1e6) - RESOLUTION_MS)

let watched: ReturnType<typeof watchLoop> | undefined

/** Milliseconds that the event loop of this process was late by, over the last 10 to 20 seconds. */
export const loopDelay = (): Delay => {
  watched ??= watchLoop()
  return watched()
}

/** Why the event loop keeps this process from serving; null when it does not. */
export const heldLoop = (): string | null => {
  const { max } = loopDelay()
  if (max < HELD_MS) return null
  return `The event loop of the server was held for ${(max / 1000).toFixed(1)} seconds within the last 20 seconds.`
}

/** The answer, or undefined when it takes too long for whoever monitors. */
export const answeredInTime = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  const inTime = new AbortController()
  const late = sleep(ANSWER_MS, undefined, inTime).catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    inTime.abort()
  }
}
