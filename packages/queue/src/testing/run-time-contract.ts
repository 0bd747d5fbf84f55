import { expect, test } from 'vitest'
import { ended, eventually, gate, payload, type Stand } from './queue-fixture.ts'

const SHORT_MS = 30

export const describeRunTime = (stand: () => Stand): void => {
  test('a job that takes too long goes on where it was in another run, without losing an attempt', async () => {
    const { publisher, work, runs, events } = stand()
    let left = 3
    await work(
      async (_, { signal }) => {
        left--
        if (left === 0) return
        await ended(signal)
        signal.throwIfAborted()
      },
      { runMs: SHORT_MS },
    )
    await publisher.publish('fragile', payload(1))
    await eventually(() => expect(events.at(-1)?.type).toBe('completed'))
    expect(events.map(({ type }) => type)).toEqual(['returned', 'returned', 'completed'])
    // It has one attempt.
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 1, 1])
  })

  test('a job that would begin again is not cut off, and learns that its time is up', async () => {
    const { publisher, work, events } = stand()
    const cut: boolean[] = []
    await work(
      async (_, { signal, isTimeUp }) => {
        await eventually(() => expect(isTimeUp()).toBe(true))
        cut.push(signal.aborted)
      },
      { runMs: SHORT_MS },
    )
    await publisher.publish('sturdy', payload(1))
    await eventually(() => expect(events.map(({ type }) => type)).toEqual(['completed']))
    expect(cut).toEqual([false])
  })

  test('a job within its time is not asked to end', async () => {
    const { publisher, work, events } = stand()
    const seen: boolean[] = []
    const ended = gate()
    await work(async (_, { isTimeUp }) => {
      seen.push(isTimeUp())
      ended.open()
    })
    await publisher.publish('sturdy', payload(1))
    await ended.opened
    await eventually(() => expect(events).toHaveLength(1))
    expect(seen).toEqual([false])
  })
}
