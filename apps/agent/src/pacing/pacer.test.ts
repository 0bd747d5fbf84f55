import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPacer } from './pacer.ts'

const world = (isUnhurried = false) => {
  let now = 1_000
  const pacer = createPacer({ clock: () => now, isUnhurried: () => isUnhurried })
  return {
    pacer,
    pass: (ms: number): void => {
      now += ms
    },
  }
}

describe('when to look', () => {
  test('soon after a change, once, however many there were', () => {
    const { pacer, pass } = world()
    for (let n = 0; n < 5; n++) {
      pacer.note('a')
      pass(50)
    }
    expect(pacer.takeDue()).toEqual([])
    pass(50)
    expect(pacer.takeDue()).toEqual(['a'])
    expect(pacer.takeDue()).toEqual([])
    expect(pacer.nextDue()).toBeUndefined()
  })

  test('later while nobody waits for it, so that what is read at once becomes more', () => {
    const { pacer, pass } = world(true)
    pacer.note('a')
    pass(1_500)
    pacer.note('b')
    expect(pacer.takeDue()).toEqual([])
    pass(500)
    expect(pacer.takeDue()).toEqual(['a'])
  })

  test('less often the longer a look takes, never less than once a minute', () => {
    const { pacer, pass } = world()
    pacer.spent('a', 1_000)
    expect(pacer.isResting('a')).toBe(true)
    pacer.note('a')
    pass(11_000)
    expect(pacer.takeDue()).toEqual([])
    pass(1_000)
    expect(pacer.takeDue()).toEqual(['a'])
    pacer.spent('a', 600_000)
    pacer.note('a')
    pass(60_001)
    expect(pacer.takeDue()).toEqual(['a'])
  })

  test('what is written line after line is read some lines at a time, the first one after a pause at once', () => {
    const { pacer, pass } = world()
    const look = () => {
      pacer.note('a')
      pass(300)
      return pacer.takeDue()
    }
    expect(look()).toEqual(['a'])
    pacer.spent('a', 1)
    expect(look()).toEqual([])
    pass(499)
    expect(pacer.takeDue()).toEqual([])
    pass(1)
    expect(pacer.takeDue()).toEqual(['a'])
    pacer.spent('a', 1)
    pass(800)
    expect(look()).toEqual(['a'])
  })

  test('after one session of a store, the others in it are read without a rest', () => {
    const { pacer } = world()
    pacer.spent('store', 1)
    expect(pacer.isResting('store')).toBe(false)
  })

  test('a costly one does not hold up the others', () => {
    const { pacer, pass } = world()
    pacer.spent('a', 1_000)
    pacer.note('a')
    pacer.note('b')
    pass(400)
    expect(pacer.takeDue()).toEqual(['b'])
  })

  test('whatever happens, a change is looked at within a minute, and looks cost a small share of the time', () => {
    const step = fc.record({
      pass: fc.integer({ min: 1, max: 2_000 }),
      note: fc.boolean(),
      cost: fc.integer({ min: 0, max: 3_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { pacer, pass } = world()
        let elapsed = 0
        let waited = 0
        let isWaiting = false
        let spent = 0
        for (const { pass: ms, note, cost } of steps) {
          if (note) {
            pacer.note('a')
            isWaiting = true
          }
          pass(ms)
          elapsed += ms
          waited = isWaiting ? waited + ms : 0
          if (pacer.takeDue().length > 0) {
            isWaiting = false
            waited = 0
            // A look takes its time, too.
            pass(cost)
            elapsed += cost
            spent += cost
            pacer.spent('a', cost)
          }
          expect(waited).toBeLessThanOrEqual(60_000 + 2_000)
        }
        // The last look has not been paid off yet, and none rests for more than a minute.
        expect(spent).toBeLessThanOrEqual(elapsed * 0.08 + 3_000)
      }),
    )
  })
})
