import { expect, test } from 'vitest'
import { several } from './several.ts'

test('an option that is given several times keeps every value, in order', () => {
  const once = several('a', undefined)
  expect(once).toBe('a')
  expect(several('c', several('b', once))).toEqual(['a', 'b', 'c'])
})
