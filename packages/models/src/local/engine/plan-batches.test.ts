import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planBatches } from './plan-batches.ts'

const lengths = fc.array(fc.integer({ min: 1, max: 256 }), { maxLength: 200 })

test('every text is in exactly one batch', () => {
  fc.assert(
    fc.property(lengths, (of) => {
      const planned = planBatches(of, 256).flat()
      expect(planned.toSorted((a, b) => a - b)).toEqual(of.map((_, index) => index))
    }),
  )
})

test('a batch with its padding stays within the limit unless it is one text', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 512 }), (of, limit) => {
      for (const batch of planBatches(of, limit)) {
        const longest = Math.max(...batch.map((index) => of[index] ?? 0))
        expect(batch.length === 1 || batch.length * longest <= limit).toBe(true)
      }
    }),
  )
})

test('texts of like length go together, shortest first', () => {
  expect(planBatches([200, 10, 60, 12, 11, 61], 128)).toEqual([[1, 4, 3], [2, 5], [0]])
})
