import { expect, test } from 'vitest'
import { filterOf } from './use-memory-filter.ts'

const NOTHING = { words: '', project: '', kind: '', status: '', asOf: '' }

test('empty fields ask for nothing', () => {
  expect(filterOf(NOTHING)).toEqual({})
  expect(filterOf({ ...NOTHING, words: '  ', asOf: ' ' })).toEqual({})
})

test('fields are asked for as they are typed, and a past time without a status of today', () => {
  expect(
    filterOf({ words: ' cache ', project: 'prj_1', kind: 'gotcha', status: 'active', asOf: '' }),
  ).toEqual({ q: 'cache', project: 'prj_1', kind: 'gotcha', status: 'active' })
  expect(filterOf({ ...NOTHING, status: 'active', asOf: '2026-05-01 ' })).toEqual({
    as_of: '2026-05-01',
  })
})
