import { expect, test } from 'vitest'
import { labelStart } from './graph-labels.ts'

const canvas = { canvasWidth: 300 }

test('a label is to the right of its node, and to the left of one near the right edge', () => {
  expect(labelStart({ x: 100, size: 10 }, 80, canvas)).toBe(113)
  expect(labelStart({ x: 250, size: 10 }, 80, canvas)).toBe(157)
})

test('a label that fits on neither side begins at the left edge', () => {
  expect(labelStart({ x: 150, size: 10 }, 290, canvas)).toBe(0)
})
