import { describe, expect, test } from 'vitest'
import { createFailureLimiter } from './failure-limiter.ts'

const limiterAt = (clock: { ms: number }, max = 3) =>
  createFailureLimiter({ max, now: () => clock.ms })

describe('the limiter of failed keys', () => {
  test('asks an address to wait once it has failed oftener than allowed, and others not', async () => {
    const limiter = limiterAt({ ms: 0 })
    const limited = ['a', 'b', 'c', 'd'].map((key) => limiter.failed('10.0.0.1', key))
    expect(await Promise.all(limited)).toEqual([false, false, false, true])
    expect(await limiter.failed('10.0.0.2', 'a')).toBe(false)
  })

  test('knows the wrong ones again, and takes nothing else for wrong', async () => {
    const limiter = limiterAt({ ms: 0 }, 1)
    expect(await limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(false)
    await limiter.failed('10.0.0.1', 'bad')
    expect(await limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(true)
    expect(await limiter.isKnownWrong('10.0.0.1', 'never seen')).toBe(false)
    expect(await limiter.isKnownWrong('10.0.0.2', 'bad')).toBe(false)
  })

  test('forgives after a minute', async () => {
    const clock = { ms: 0 }
    const limiter = limiterAt(clock, 1)
    await limiter.failed('10.0.0.1', 'bad')
    clock.ms = 59_999
    expect(await limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(true)
    clock.ms = 60_000
    expect(await limiter.isKnownWrong('10.0.0.1', 'bad')).toBe(false)
  })

  test('keeps its memory bounded however many addresses and keys fail', async () => {
    const limiter = limiterAt({ ms: 0 }, 1)
    await limiter.failed('first', 'bad')
    for (let i = 0; i < 10_000; i++) await limiter.failed(`address ${i}`, 'bad')
    expect(await limiter.isKnownWrong('first', 'bad')).toBe(false)
    expect(await limiter.isKnownWrong('address 9999', 'bad')).toBe(true)
    for (let i = 0; i < 2_000; i++) await limiter.failed('one', `key ${i}`)
    expect(await limiter.isKnownWrong('one', 'key 999')).toBe(true)
    expect(await limiter.isKnownWrong('one', 'key 1999')).toBe(false)
  })
})
