import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { armOf, placesOf } from './arm-of.ts'

const share = fc.integer({ min: 0, max: 50 })
const round = fc.stringMatching(/^evt_[a-z0-9]{26}$/)
const session = fc.uuid()

/** Of so many sessions by chance, no share is further from what was set than five standard errors. */
const SESSIONS = 4_000
const slack = (percent: number): number =>
  5 * Math.sqrt((percent / 100) * (1 - percent / 100) * SESSIONS) + 1

const heldOut = (split: { round: string; share: number }, names: readonly string[]): number =>
  names.filter((name) => armOf(split, name) === 'without_brief').length

describe('the arm of a session', () => {
  test('is the same whenever it is asked for', () => {
    fc.assert(
      fc.property(share, round, session, (share, round, session) => {
        expect(armOf({ round, share }, session)).toBe(armOf({ round, share }, session))
      }),
    )
  })

  test('is never without a brief at no share, and stays so when the share grows', () => {
    fc.assert(
      fc.property(share, share, round, session, (a, b, round, session) => {
        expect(armOf({ round, share: 0 }, session)).toBe('with_brief')
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        if (armOf({ round, share: less }, session) === 'without_brief')
          expect(armOf({ round, share: more }, session)).toBe('without_brief')
      }),
    )
  })

  test('is without a brief for the share that was set, whatever tools call their sessions', () => {
    const named: ((index: number, salt: string) => string)[] = [
      (index) => `${index}`,
      (index, salt) => `ses_${salt.slice(4, 14)}${index.toString(36).padStart(6, '0')}`,
      (index, salt) =>
        `0199${index.toString(16).padStart(8, '0')}-7${salt.slice(5, 8)}-8000-${(index * 7919).toString(16).padStart(12, '0')}`,
    ]
    fc.assert(
      fc.property(share, round, fc.constantFrom(...named), (share, round, nameOf) => {
        const names = Array.from({ length: SESSIONS }, (_, index) => nameOf(index, round))
        const held = heldOut({ round, share }, names)
        expect(Math.abs(held - (SESSIONS * share) / 100)).toBeLessThan(slack(share))
      }),
      { numRuns: 60 },
    )
  })

  test('is dealt anew in another round', () => {
    const names = Array.from({ length: SESSIONS }, (_, index) => `session-${index * 31}`)
    const [first, second] = ['evt_one', 'evt_two'].map((round) => ({ round, share: 50 }))
    const same = names.filter(
      (name) => armOf(first as never, name) === armOf(second as never, name),
    )
    expect(same.length / SESSIONS).toBeGreaterThan(0.4)
    expect(same.length / SESSIONS).toBeLessThan(0.6)
  })

  test('is by the sum that cksum prints', () => {
    // printf '%s' evt_1abc | cksum
    for (const [name, sum] of SUMS)
      for (const percent of [1, 10, 25, 50])
        expect(armOf({ round: 'evt_1', share: percent }, name)).toBe(
          sum % 10_000 < placesOf(percent) ? 'without_brief' : 'with_brief',
        )
  })
})

const SUMS: [string, number][] = [
  ['abc', 551022963],
  ['018f-77', 2982719554],
  ['é', 3538760951],
  ['', 561604597],
  ['a1', 512409152],
  ['b2', 1846023194],
  ['c3', 3184097601],
  ['d4', 2400010414],
]
