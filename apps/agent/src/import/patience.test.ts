import { ApiError } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { noPatience, waitBefore } from './patience.ts'

const error = (fields: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ status: 0, code: 'network.unreachable', message: 'no', ...fields })

describe('how long to wait', () => {
  test('twice as long each time, up to a bound, and never the same for two machines', () => {
    const waits = [1, 2, 3, 4, 20].map((attempt) => waitBefore(attempt, error({}), () => 1, 60_000))
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 60_000])
    expect(waitBefore(3, error({}), () => 0)).toBe(1_000)
  })

  test('what the server asks for, as long as that is sensible by our own clock', () => {
    expect(waitBefore(1, error({ retryAfterMs: 7_000 }), () => 0)).toBe(7_000)
    // A date by a clock that is years ahead of ours.
    expect(waitBefore(1, error({ retryAfterMs: 1e11 }), () => 0)).toBe(120_000)
    expect(waitBefore(1, error({ retryAfterMs: 0 }), () => 1)).toBe(500)
  })
})

describe('who waits by itself', () => {
  test('takes a failing server for the fault of a batch only when it lasts', () => {
    const times = { sleep: async () => undefined, random: () => 0 }
    expect(noPatience(0, times).mayIsolate(error({ status: 500 }))).toBe(false)
    expect(noPatience(5, times).mayIsolate(error({ status: 500 }))).toBe(true)
    expect(noPatience(0, times).mayIsolate(error({ status: 422 }))).toBe(true)
  })
})
