import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** A monitor is answered within two seconds. */
const ANSWER_MS = 1_500
/** An event loop that was held for so long kept everybody waiting. */
const HELD_MS = 2_000
const WINDOW_MS = 10_000
const LOOK_EVERY_MS = 50

type Delay = { p99: number; max: number }

/**
 * What the event loop was late by, over the last one to two windows: a timer notes how late it comes. The histogram of
 * `monitorEventLoopDelay` forgets a hold during which it is emptied; here windows change between two looks.
 */
export const watchLoop = (windowMs: number) => {
  let current = openWindow()
  let before = openWindow()
  let lastLook = performance.now()
  const late = () => Math.max(0, Math.round(performance.now() - lastLook - LOOK_EVERY_MS))
  setInterval(() => {
    if (performance.now() - current.since > windowMs) {
      before = current
      current = openWindow()
    }
    current.delays.record(late() + LEAST_RECORDED)
    lastLook = performance.now()
  }, LOOK_EVERY_MS).unref()
  return (): Delay => ({
    p99: Math.max(current.p99(), before.p99()),
    max: Math.max(current.max(), before.max(), late()),
  })
}

/** A histogram takes whole numbers from here on. */
const LEAST_RECORDED = 1

const openWindow = () => {
  const delays = createHistogram()
  const of = (recorded: number) => (delays.count === 0 ? 0 : recorded - LEAST_RECORDED)
  return {
    since: performance.now(),
    delays,
    p99: () => of(delays.percentile(99)),
    max: () => of(delays.max),
  }
}

/** Watched from the first question on. */
let watched: ReturnType<typeof watchLoop> | undefined

/** Milliseconds that the event loop of this process was late by, over the last 10 to 20 seconds. */
export const loopDelay = (): Delay => {
  watched ??= watchLoop(WINDOW_MS)
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
