import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPortions, streamPortions } from './portions.ts'

const LIMITS = { items: 3, size: 10, sizeOf: (one: number) => one }
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)

async function* asTheyCome(items: readonly number[]) {
  yield* items
}

test('portions hold all items in their order, none of them empty, too long or too large', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(15)), async (items) => {
      const portions = inPortions(items, LIMITS)
      expect(portions.flat()).toEqual(items)
      for (const portion of portions) {
        expect(portion.length).toBeGreaterThan(0)
        expect(portion.length).toBeLessThanOrEqual(LIMITS.items)
        if (portion.length > 1) expect(sum(portion)).toBeLessThanOrEqual(LIMITS.size)
      }
      const streamed: number[][] = []
      for await (const portion of streamPortions(asTheyCome(items), LIMITS)) streamed.push(portion)
      expect(streamed).toEqual(portions)
    }),
  )
})

test('a portion is filled before the next begins, and what is larger than one goes alone', () => {
  expect(inPortions([1, 2, 3, 4, 20, 5, 5, 1], LIMITS)).toEqual([[1, 2, 3], [4], [20], [5, 5], [1]])
})
