import { expect, test } from 'vitest'
import { memoise } from './memoise.ts'

test('a memoised function works once for each text, and afresh once it knows as many as it may', () => {
  const worked: string[] = []
  const upper = memoise((text) => {
    worked.push(text)
    return text.toUpperCase()
  }, 2)
  expect(['a', 'b', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'B'])
  expect(worked).toEqual(['a', 'b'])
  expect(['c', 'c', 'a'].map(upper)).toEqual(['C', 'C', 'A'])
  expect(worked).toEqual(['a', 'b', 'c', 'a'])
})
