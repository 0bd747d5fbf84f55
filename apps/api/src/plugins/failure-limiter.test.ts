import { describe, expect, test } from 'vitest'
import { createFailureLimiter } from './failure-limiter.ts'

const limiterAt = (clock: { ms: number }, max = 3) =>
  createFailureLimiter({ max, now: () => clock.ms })

describe('the limiter of failed keys', () => {
  test('asks an address to wait once it has failed oftener than allowed, and others not', () => {
    const limiter = limiterAt({ ms: 0 })
    const limited = ['a', 'b', 'c', 'd'].map((key) => limiter.failed('10.0.0.1', key))
    expect(limited).toEqual([false, false, false, true])
    expect(limiter.failed('10.0.0.2', 'a')).toBe(false)
  })

  test('knows the wrong ones again, and takes nothing else for wrong', () => {
    const limiter = limiterAt({ ms: 0 }, 1)
    expect(limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(false)
    limiter.failed('10.0.0.1', 'bad')
    expect(limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(true)
    expect(limiter.isKnownWrong('10.0.0.1', 'never seen')).toBe(false)
    expect(limiter.isKnownWrong('10.0.0.2', 'bad')).toBe(false)
  })

  test('forgives after a minute', () => {
    const clock = { ms: 0 }
    const limiter = limiterAt(clock, 1)
    limiter.failed('10.0.0.1', 'bad')
    clock.ms = 59_999
    expect(limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(true)
    clock.ms = 60_000
    expect(limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(false)
  })

  test('keeps its memory bounded however many addresses and keys fail', () => {
    const limiter = limiterAt({ ms: 0 }, 1)
    limiter.failed('first', 'bad')
    for (let i = 0; i < 10_000; i++) limiter.failed(`address ${i}`, 'bad')
    expect(limiter.isKnownWrong('first', 'bad')).toBe(false)
    expect(limiter.isKnownWrong('address 9999', 'bad')).toBe(true)
    for (let i = 0; i < 2_000; i++) limiter.failed('one', `key ${i}`)
    expect(limiter.isKnownWrong('one', 'key 999')).toBe(true)
    expect(limiter.isKnownWrong('one', 'key 1999')).toBe(false)
  })
})
