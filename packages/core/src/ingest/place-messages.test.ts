import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlacedMessage, placeMessages } from './place-messages.ts'

const file = (from: number, count: number, firstOrdinal = 0): PlacedMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `m${from + index}`,
    parentKey: from + index === 0 ? null : `m${from + index - 1}`,
    ordinal: firstOrdinal + index,
  }))

const stored = (count: number, sent: readonly PlacedMessage[]) => ({
  known: new Map(Array.from({ length: count }, (_, index) => [`m${index}`, index])),
  taken: new Set(sent.map(({ ordinal }) => ordinal).filter((ordinal) => ordinal < count)),
  last: count - 1,
})

describe('the place of a new message', () => {
  test('is where its file has it, in a file that only grew', () => {
    const sent = file(0, 5)
    expect([...placeMessages(sent, stored(3, sent))]).toEqual([
      ['m3', 3],
      ['m4', 4],
    ])
  })

  test('is left open for what comes later, when parts arrive out of order', () => {
    const sent = file(8, 2, 8)
    expect([...placeMessages(sent, stored(3, sent)).values()]).toEqual([8, 9])
  })

  test('ends up in order wherever a file is begun again, and however much of it is sent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.nat(29),
        fc.integer({ min: 1, max: 10 }),
        fc.boolean(),
        (count, cut, more, onlyNew) => {
          const begin = Math.min(cut, count - 1)
          // The file now begins with message `begin`, which it calls 0.
          const whole = file(begin, count - begin + more)
          const sent = onlyNew ? whole.slice(count - begin) : whole
          const places = placeMessages(sent, stored(count, sent))
          expect([...places]).toEqual(
            Array.from({ length: more }, (_, index) => [`m${count + index}`, count + index]),
          )
        },
      ),
    )
  })

  test('never exceeds what the column holds', () => {
    const sent = [{ key: 'x', parentKey: null, ordinal: 1_000_000_000 }]
    const places = placeMessages(sent, {
      known: new Map(),
      taken: new Set([1_000_000_000]),
      last: 2_147_483_647,
    })
    expect(places.get('x')).toBe(2_147_483_647)
  })
})
