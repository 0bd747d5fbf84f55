import { expect, test } from 'vitest'
import { createTurns, type Lane } from './session-turns.ts'

/** Who came, in their order; each takes as long as it is told on a clock that only moves so. */
const createWorld = () => {
  let now = 0
  const turns = createTurns(() => now)
  const came: string[] = []
  const work = async (lane: Lane, name: string, ms = 0): Promise<void> => {
    const release = await turns.take(lane)
    came.push(name)
    now += ms
    release()
    // A second time says nothing.
    release()
  }
  return { turns, work, came }
}

test('people go before background work, each in the order in which they asked', async () => {
  const { turns, work, came } = createWorld()
  const release = await turns.take('background')
  const all = [
    work('background', 'b1'),
    work('background', 'b2'),
    work('first', 'p1'),
    work('first', 'p2'),
  ]
  expect(came).toEqual([])
  release()
  await Promise.all(all)
  expect(came).toEqual(['p1', 'p2', 'b1', 'b2'])
})

test('background work gets its turn though people come without end', async () => {
  const { turns, work, came } = createWorld()
  const release = await turns.take('first')
  const people = Array.from({ length: 8 }, (_, n) => work('first', `p${n + 1}`, 200))
  const all = [...people, work('background', 'b1'), work('background', 'b2')]
  release()
  await Promise.all(all)
  expect(came).toEqual(['p1', 'p2', 'p3', 'b1', 'b2', 'p4', 'p5', 'p6', 'p7', 'p8'])
})

test('nobody waits where nobody is at work', async () => {
  const { work, came } = createWorld()
  await work('background', 'b1')
  await work('first', 'p1')
  expect(came).toEqual(['b1', 'p1'])
})
