import { ApiError } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { createFakeTimes } from '../testing/fake-times.ts'
import { backOff, maySoonPass, noRetries, sendWithRetries, shortRetries } from './retry-policy.ts'

const error = (fields: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ status: 0, code: 'network.unreachable', message: 'no', ...fields })

describe('how long to wait', () => {
  test('twice as long each time, up to a bound, and never the same for two machines', () => {
    const waits = [1, 2, 3, 4, 20].map((attempt) =>
      backOff(attempt, error({}), () => 1, { longestMs: 60_000 }),
    )
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 60_000])
    expect(backOff(3, error({}), () => 0)).toBe(1_000)
  })

  test('what the server asks for, as long as that is sensible by our own clock', () => {
    expect(backOff(1, error({ retryAfterMs: 7_000 }), () => 0)).toBe(7_000)
    // A date by a clock that is years ahead of ours.
    expect(backOff(1, error({ retryAfterMs: 1e11 }), () => 0)).toBe(120_000)
    expect(backOff(1, error({ retryAfterMs: 0 }), () => 1)).toBe(500)
  })
})

describe('a server that is waited for', () => {
  const triesOf = async (fields: Parameters<typeof error>[0], requestMs = 0) => {
    const times = createFakeTimes()
    let tries = 0
    const send = async () => {
      tries++
      times.waits.push(requestMs)
      throw error(fields)
    }
    const retryPolicy = shortRetries(times)
    await sendWithRetries(send, { retryPolicy }).catch(() => undefined)
    return { tries, tookMs: times.clock() }
  }

  test.each([429, 502, 503, 504])('with status %i is tried for five minutes', async (status) => {
    const { tries, tookMs } = await triesOf({ status, code: 'x.y' })
    expect(tookMs).toBe(300_000)
    expect(tries).toBeGreaterThan(12)
  })

  test('and what the requests themselves take counts', async () => {
    const { tries, tookMs } = await triesOf({ status: 504, code: 'x.y' }, 60_000)
    expect(tries).toBeLessThan(8)
    expect(tookMs).toBeLessThan(420_000)
  })

  test('is not asked before it wants to be, and not waited for if that is too far', async () => {
    const asked = (retryAfterMs: number) => triesOf({ status: 503, code: 'x.y', retryAfterMs })
    expect(await asked(140_000)).toMatchObject({ tries: 3 })
    expect(await asked(301_000)).toEqual({ tries: 1, tookMs: 0 })
  })

  test.each([
    ['a refusal', { status: 401, code: 'x.y' }, 1],
    ['an error of its own', { status: 500, code: 'x.y' }, 3],
    ['one that is elsewhere', { code: 'network.redirected' }, 1],
    ['one that is too slow', { code: 'network.timeout' }, 1],
  ])('is not %s', async (_, fields, tries) => {
    expect(await triesOf(fields)).toMatchObject({ tries })
  })

  test('is not one whose certificate is wrong', () => {
    const because = (code: string) =>
      error({
        cause: new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }),
      })
    expect(maySoonPass(because('ECONNREFUSED'))).toBe(true)
    expect(maySoonPass(because('CERT_HAS_EXPIRED'))).toBe(false)
    expect(maySoonPass(because('SELF_SIGNED_CERT_IN_CHAIN'))).toBe(false)
  })
})

describe('who waits by itself', () => {
  test('takes a failing server for the fault of a batch only when it lasts', () => {
    const times = { sleep: async () => undefined }
    expect(noRetries(0, times).mayIsolate(error({ status: 500 }))).toBe(false)
    expect(noRetries(5, times).mayIsolate(error({ status: 500 }))).toBe(true)
    expect(noRetries(0, times).mayIsolate(error({ status: 422 }))).toBe(true)
  })
})
