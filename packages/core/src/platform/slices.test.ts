import { expect, test } from 'vitest'
import { createSlices } from './slices.ts'

/** Work that takes so many milliseconds for each item, on a clock that only moves so. */
const createWorld = (bounds: { first: number; least: number; most: number }) => {
  let now = 0
  const slices = createSlices({ ...bounds, clock: () => now })
  const take = (msEach: number, there = Number.POSITIVE_INFINITY) =>
    slices.take(
      async (size) => {
        const items = Math.min(size, there)
        now += items * msEach
        return items
      },
      (items) => items,
    )
  return { slices, take }
}

test('slices come down to what takes about 40 ms', async () => {
  const { slices, take } = createWorld({ first: 500, least: 10, most: 5_000 })
  expect(await take(1)).toBe(500)
  expect(slices.size()).toBe(40)
})

test('slices grow where the machine is quick, by no more than twice at once and never beyond the most', async () => {
  const { take } = createWorld({ first: 100, least: 10, most: 500 })
  const taken = [await take(0.01), await take(0.01), await take(0.01), await take(0.01)]
  expect(taken).toEqual([100, 200, 400, 500])
})

test('something is done even where each item takes long', async () => {
  const { slices, take } = createWorld({ first: 100, least: 10, most: 500 })
  await take(1_000)
  expect(slices.size()).toBe(10)
})

test('a slice that was not full does not make the next one larger', async () => {
  const { slices, take } = createWorld({ first: 100, least: 10, most: 500 })
  await take(0.01, 3)
  await take(0.01, 0)
  expect(slices.size()).toBe(100)
})
