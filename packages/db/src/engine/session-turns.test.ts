import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns, type Lane } from './session-turns.ts'

/** Who came, in their order; each takes as long as it is given on a clock that only moves so. */
const createWorld = () => {
  let now = 0
  const calls: { at: number; call: () => void }[] = []
  const turns = createTurns({
    clock: () => now,
    later: (ms, call) => void calls.push({ at: now + ms, call }),
  })
  /** The time goes on, and what was to be done until then is done. */
  const pass = (ms: number): void => {
    now += ms
    for (const { at, call } of calls.splice(0)) at <= now ? call() : calls.push({ at, call })
  }
  const came: string[] = []
  const work = async (lane: Lane, name: string, ms = 0): Promise<void> => {
    const release = await turns.take(lane)
    came.push(name)
    now += ms
    release()
    // A second time says nothing.
    release()
  }
  /** Lets time pass until all of it is done. */
  const finish = async (all: readonly Promise<unknown>[]): Promise<void> => {
    let isDone = false
    const done = Promise.all(all).finally(() => {
      isDone = true
    })
    while (!isDone) {
      await setImmediate()
      pass(LINGER)
    }
    await done
  }
  return { turns, work, came, pass, finish }
}

/** How long nobody else begins after a person. */
const LINGER = 20

test('people go before background work, each in the order in which they asked', async () => {
  const { turns, work, came, finish } = createWorld()
  const release = await turns.take('background')
  const all = [
    work('background', 'b1'),
    work('background', 'b2'),
    work('first', 'p1'),
    work('first', 'p2'),
  ]
  expect(came).toEqual([])
  release()
  await finish(all)
  expect(came).toEqual(['p1', 'p2', 'b1', 'b2'])
})

test('background work gets its turn though people come without end', async () => {
  const { turns, work, came, finish } = createWorld()
  const release = await turns.take('first')
  const people = Array.from({ length: 8 }, (_, n) => work('first', `p${n + 1}`, 200))
  const all = [...people, work('background', 'b1'), work('background', 'b2')]
  release()
  await finish(all)
  expect(came).toEqual(['p1', 'p2', 'p3', 'b1', 'p4', 'p5', 'p6', 'b2', 'p7', 'p8'])
})

test('people get their turns though background work that takes long never ends', async () => {
  const { work, came, finish } = createWorld()
  const isDone = () => came.filter((name) => name === 'p').length === 3 || came.length > 50
  const unending = async (name: string): Promise<void> => {
    while (!isDone()) await work('background', name, 600)
  }
  const person = async (): Promise<void> => {
    while (!isDone()) await work('first', 'p', 10)
  }
  await finish([unending('b1'), unending('b2'), person()])
  expect(came.filter((name) => name === 'p')).toHaveLength(3)
  // Never two of them between one turn of the person and the next.
  expect(came.join(' ')).not.toMatch(/b\d b\d.* p/)
})

test('machines and background work go by turns behind people', async () => {
  const { turns, work, came, finish } = createWorld()
  const release = await turns.take('first')
  const all = [
    work('background', 'b1'),
    work('background', 'b2'),
    work('machines', 'm1'),
    work('machines', 'm2'),
    work('first', 'p1'),
  ]
  release()
  await finish(all)
  expect(came).toEqual(['p1', 'm1', 'b1', 'm2', 'b2'])
})

test('after a long turn of a machine people have more time than after a short one', async () => {
  const { turns, work, came, finish } = createWorld()
  const release = await turns.take('machines')
  const people = Array.from({ length: 8 }, (_, n) => work('first', `p${n + 1}`, 200))
  const all = [work('machines', 'm1', 400), ...people, work('machines', 'm2')]
  release()
  await finish(all)
  // Half a second for the first, three times its own 400 ms after it.
  expect(came.slice(0, 4)).toEqual(['p1', 'p2', 'p3', 'm1'])
  expect(came.indexOf('m2')).toBe(10 - 1)
})

test('nobody waits where nobody is at work', async () => {
  const { work, came } = createWorld()
  await work('background', 'b1')
  await work('first', 'p1')
  expect(came).toEqual(['b1', 'p1'])
})

test('between the turns of one page nothing else begins, and a moment after it something does', async () => {
  const { turns, work, came, pass, finish } = createWorld()
  const release = await turns.take('first')
  const behind = [work('background', 'b1'), work('machines', 'm1')]
  release()
  await setImmediate()
  pass(LINGER - 1)
  await work('first', 'p2')
  await setImmediate()
  expect(came).toEqual(['p2'])
  pass(LINGER)
  await finish(behind)
  expect(came).toEqual(['p2', 'm1', 'b1'])
})

test('a person who asks again and again does not keep others from their turn for more than half a second', async () => {
  const { turns, work, came, pass } = createWorld()
  const release = await turns.take('first')
  const behind = work('background', 'b1')
  release()
  let passed = 0
  while (!came.includes('b1') && passed < 2_000) {
    await work('first', 'p')
    pass(LINGER / 2)
    passed += LINGER / 2
    await setImmediate()
  }
  await behind
  expect(passed).toBeLessThanOrEqual(520)
})
