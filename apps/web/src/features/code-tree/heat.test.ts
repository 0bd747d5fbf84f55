import { expect, test } from 'vitest'
import { heatInWords, heatOf } from './heat.ts'

const item = (memories: number, sessions: number) => ({ memories, sessions })

test('heat says how much is known of a place beside the others, and nothing only where nothing is', () => {
  const beside = [item(0, 0), item(0, 1), item(5, 2), item(40, 90)]
  expect(beside.map((one) => heatOf(one, beside))).toEqual([0, 1, 2, 4])
  expect(heatOf(item(0, 0), [item(0, 0)])).toBe(0)
  expect(heatOf(item(0, 1), [item(0, 1)])).toBe(4)
})

test('what a colour says stands there in words', () => {
  expect(heatInWords(item(0, 0))).toBe('nothing known')
  expect(heatInWords(item(1, 0))).toBe('1 memory')
  expect(heatInWords(item(2, 1))).toBe('2 memories, 1 session')
})
