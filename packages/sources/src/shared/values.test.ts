import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeOrNull } from './values.ts'

describe('times', () => {
  test('come out in UTC, however they were written', () => {
    expect(timeOrNull('2026-03-01T10:00:00+01:00')).toBe('2026-03-01T09:00:00.000Z')
    expect(timeOrNull('2026-03-01T09:00:00Z')).toBe('2026-03-01T09:00:00.000Z')
    expect(timeOrNull(1_772_355_600)).toBe('2026-03-01T09:00:00.000Z')
    expect(timeOrNull(1_772_355_600_000)).toBe('2026-03-01T09:00:00.000Z')
  })

  test('that are written as we write them stay as they are', () => {
    const times = fc.date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(times, (time) => {
        expect(timeOrNull(time.toISOString())).toBe(time.toISOString())
      }),
    )
  })

  test.each([
    '2026-13-01T09:00:00.000Z',
    '2026-01-01T24:30:00.000Z',
    '2026-01-01T09:60:00.000Z',
    '1969-12-31T23:59:59.999Z',
    'yesterday',
    '',
    null,
    Number.NaN,
    -1,
    1e20,
  ])('%j is none', (value) => {
    expect(timeOrNull(value)).toBeNull()
  })
})
