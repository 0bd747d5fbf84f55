import { expect, test } from 'vitest'
import { ofPath } from './of-path.ts'

test('what another file touches is not shown as what this one does', () => {
  const file = { path: 'apps/web/tide.ts' }
  expect(ofPath(file, 'tide.ts')).toBeUndefined()
  expect(ofPath(file, 'apps/web/tide.ts')).toBe(file)
  expect(ofPath(undefined, 'tide.ts')).toBeUndefined()
})
