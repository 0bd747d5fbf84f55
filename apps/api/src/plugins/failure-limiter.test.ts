import { describe, expect, test } from 'vitest'
import { createFailureLimiter } from './failure-limiter.ts'

const limiterAt = (clock: { ms: number }, max = 3) =>
  createFailureLimiter({ max, now: () => clock.ms })

describe('the limiter of failed keys', () => {
  test('blocks an address once it has failed as often as allowed, and others not', () => {
    const limiter = limiterAt({ ms: 0 })
    for (let i = 0; i < 3; i++) {
      expect(limiter.isBlocked('10.0.0.1', 'new')).toBe(false)
      limiter.failed('10.0.0.1')
    }
    expect(limiter.isBlocked('10.0.0.1', 'new')).toBe(true)
    expect(limiter.isBlocked('10.0.0.2', 'new')).toBe(false)
  })

  test('lets a key in that worked before, even from a blocked address', () => {
    const limiter = limiterAt({ ms: 0 }, 1)
    limiter.worked('good')
    limiter.failed('10.0.0.1')
    expect(limiter.isBlocked('10.0.0.1', 'good')).toBe(false)
    expect(limiter.isBlocked('10.0.0.1', 'other')).toBe(true)
  })

  test('forgives after a minute', () => {
    const clock = { ms: 0 }
    const limiter = limiterAt(clock, 1)
    limiter.failed('10.0.0.1')
    clock.ms = 59_999
    expect(limiter.isBlocked('10.0.0.1', 'new')).toBe(true)
    clock.ms = 60_000
    expect(limiter.isBlocked('10.0.0.1', 'new')).toBe(false)
  })

  test('keeps its memory bounded however many addresses fail', () => {
    const limiter = limiterAt({ ms: 0 }, 1)
    limiter.failed('first')
    for (let i = 0; i < 10_000; i++) limiter.failed(`address ${i}`)
    expect(limiter.isBlocked('first', 'new')).toBe(false)
    expect(limiter.isBlocked('address 9999', 'new')).toBe(true)
  })
})
