import { expect, test } from 'vitest'
import { giveBackMemory } from './give-back-memory.ts'

const MEGABYTE = 1e6

/** So many small objects as a session of some length is made of. */
const makeObjects = () =>
  Array.from({ length: 300_000 }, (_, at) => ({ at, text: `message ${at}` }))

test('what is not needed any more is free afterwards, old or young', () => {
  let kept: ReturnType<typeof makeObjects> | undefined = makeObjects()
  giveBackMemory()
  const full = process.memoryUsage().heapUsed
  expect(kept).toHaveLength(300_000)
  kept = undefined
  giveBackMemory()
  expect(full - process.memoryUsage().heapUsed).toBeGreaterThan(10 * MEGABYTE)
})
