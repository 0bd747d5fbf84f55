import { describe, expect, test } from 'vitest'
import { createTidying } from './tidying.ts'

const world = () => {
  let now = 1_000
  let cpu = 0
  let isAtRest = true
  let tidied = 0
  const tidying = createTidying({
    clock: () => now,
    cpuMs: () => cpu,
    isAtRest: () => isAtRest,
    tidy: async () => {
      tidied++
    },
  })
  /** So much of a core is used, then so much time passes without anything. */
  const pass = async (ms: number, used = 0): Promise<number> => {
    if (used > 0) tidying.busy()
    cpu += used
    now += ms
    await tidying.ifDue()
    return tidied
  }
  return {
    tidying,
    pass,
    rest: (is: boolean): void => {
      isAtRest = is
    },
  }
}

describe('memory is given back', () => {
  test('once nothing happened for a while, not while a session is being written', async () => {
    const { pass } = world()
    expect(await pass(3_000, 50)).toBe(1)
    for (let line = 0; line < 20; line++) expect(await pass(1_000, 40)).toBe(1)
    expect(await pass(1_999)).toBe(1)
    expect(await pass(1)).toBe(2)
  })

  test('once a minute from a session that never rests', async () => {
    const { pass } = world()
    expect(await pass(3_000, 50)).toBe(1)
    for (let second = 1; second < 60; second++) expect(await pass(1_000, 40)).toBe(1)
    expect(await pass(1_000, 40)).toBe(2)
  })

  test('not again after too little for that', async () => {
    const { pass, tidying } = world()
    await pass(3_000, 50)
    expect(await pass(100_000, 300)).toBe(1)
    expect(tidying.next()).toBe(Number.POSITIVE_INFINITY)
    expect(await pass(3_000, 1)).toBe(2)
  })

  test('not before all that waits is read and sent', async () => {
    const { pass, rest } = world()
    rest(false)
    expect(await pass(100_000, 1_000)).toBe(0)
    rest(true)
    expect(await pass(0)).toBe(1)
  })
})
