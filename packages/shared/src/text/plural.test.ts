import { expect, test } from 'vitest'
import { plural } from './plural.ts'

test.each([
  [0, '0 sessions'],
  [1, '1 session'],
  [2, '2 sessions'],
  [12_300, '12,300 sessions'],
])('%i is %s', (value, expected) => {
  expect(plural(value, 'session')).toBe(expected)
})

test('a plural that is not just an s is given', () => {
  expect(plural(1, 'entity', 'entities')).toBe('1 entity')
  expect(plural(2, 'entity', 'entities')).toBe('2 entities')
})
