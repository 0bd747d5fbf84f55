import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReplay } from './replay.ts'

const play = (...operations: object[]) => {
  const replay = createReplay()
  const applied = operations.map((operation) => replay.apply(operation))
  return { result: replay.result(), applied }
}

describe('playing a log of operations', () => {
  test('sets, cuts, adds and takes out', () => {
    const { result, applied } = play(
      { kind: 0, v: { list: [1, 2, 3], a: { b: 1 }, gone: true } },
      { kind: 2, k: ['list'], i: 1, v: ['x', 'y'] },
      { kind: 2, k: ['fresh'], v: [1] },
      { kind: 1, k: ['a', 'b'], v: 2 },
      { kind: 1, k: ['list', 0], v: 0 },
      { kind: 3, k: ['gone'] },
    )
    expect(result).toEqual({ list: [0, 'x', 'y'], fresh: [1], a: { b: 2 } })
    expect(applied).not.toContain(false)
  })

  test.each([
    [{ kind: 1, k: ['nothing', 'here'], v: 1 }],
    [{ kind: 1, k: [], v: 1 }],
    [{ kind: 1, k: ['list', 1_000_000_000], v: 1 }],
    [{ kind: 2, k: ['list', 'at', 'x'], v: [1] }],
    [{ kind: 3, k: ['list', 0] }],
    [{ kind: 1, k: ['__proto__', 'polluted'], v: 1 }],
    [{ kind: 1, k: ['constructor', 'prototype', 'polluted'], v: 1 }],
    [{ kind: 9, k: ['a'], v: 1 }],
    [{ kind: 1, k: 'a', v: 1 }],
  ])('%j changes nothing', (operation) => {
    const { result, applied } = play({ kind: 0, v: { list: [1] } }, operation)
    expect(result).toEqual({ list: [1] })
    expect(applied).toEqual([true, false])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('a cut behind the end of a list does not make it longer', () => {
    const { result } = play({ kind: 0, v: { l: [1] } }, { kind: 2, k: ['l'], i: 1e9, v: [2] })
    expect(result).toEqual({ l: [1, 2] })
  })

  test('whatever a log says, playing it ends without an error', () => {
    const step = fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.nat(3), fc.double())
    const operation = fc.record({
      kind: fc.nat(4),
      k: fc.oneof(fc.array(step, { maxLength: 4 }), fc.jsonValue()),
      v: fc.jsonValue(),
      i: fc.oneof(fc.integer(), fc.constant(undefined)),
    })
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 20 }), (operations) => {
        play({ kind: 0, v: { a: [], b: {} } }, ...operations)
      }),
    )
  })
})
