import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchLoop } from './responsiveness.ts'

const WINDOW_MS = 150
const HELD_MS = 200
/** Less what passes from one look to the next. */
const NOTICED_MS = HELD_MS - 60

/** Within a timer, as what holds a loop is, so that the end of a window waits for it. */
const holdInTimer = () =>
  new Promise<void>((done) => {
    setTimeout(() => {
      const end = Date.now() + HELD_MS
      while (Date.now() < end) {
        // Nothing else runs.
      }
      done()
    }, 1)
  })

test('an event loop that is held is noticed at whatever moment of a window', async () => {
  const watches: ReturnType<typeof watchLoop>[] = []
  for (let offset = 0; offset < WINDOW_MS; offset += 5) {
    watches.push(watchLoop(WINDOW_MS))
    await sleep(5)
  }
  for (let round = 0; round < 3; round++) {
    await sleep(2 * WINDOW_MS + 17 * round)
    await holdInTimer()
    await sleep(WINDOW_MS / 3)
    expect(watches.filter((delay) => delay().max < NOTICED_MS)).toEqual([])
  }
})

test('an event loop is forgiven after two windows in which it was not held', async () => {
  const delay = watchLoop(WINDOW_MS)
  await holdInTimer()
  await sleep(WINDOW_MS / 3)
  expect(delay().max).toBeGreaterThan(NOTICED_MS)
  await expect.poll(() => delay().max, { timeout: 20 * WINDOW_MS }).toBeLessThan(NOTICED_MS)
})
