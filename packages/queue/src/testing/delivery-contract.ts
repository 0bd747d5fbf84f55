import { expect, test } from 'vitest'
import { createHastenFor } from '../hasten.ts'
import { eventually, payload, type Stand } from './queue-fixture.ts'
import { testJobs } from './test-jobs.ts'

export const describeDelivery = (stand: () => Stand): void => {
  test('a published job reaches its handler with its payload', async () => {
    const { publisher, work, runs, health, events } = stand()
    await publisher.publish('sturdy', payload(1))
    expect((await health.counts()).sturdy.waiting).toBe(1)
    await work(async () => {})
    await eventually(async () => expect((await health.counts()).sturdy.completed).toBe(1))
    expect(runs).toEqual([{ team_id: 'team_a', n: 1, attempt: 1 }])
    expect(events).toMatchObject([{ type: 'completed', job: 'sturdy', attempt: 1 }])
  })

  test('a failing job is tried again until it succeeds', async () => {
    const { publisher, work, runs, events } = stand()
    await publisher.publish('sturdy', payload(1))
    await work(async (_, { attempt }) => {
      if (attempt < 3) throw new Error(`not yet, ${attempt}`)
    })
    await eventually(() => expect(events.at(-1)?.type).toBe('completed'))
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(events.map(({ type, reason }) => [type, reason])).toEqual([
      ['retrying', 'not yet, 1'],
      ['retrying', 'not yet, 2'],
      ['completed', undefined],
    ])
  })

  test('a delayed job that came in while the clock was ahead does not wait until then', async () => {
    const { backend, publisher, work, runs } = stand()
    const hasten = createHastenFor(backend, testJobs)
    await publisher.publish('sturdy', payload(1), { delayMs: 600_000 })
    await work(async () => {})
    expect(await hasten(Date.now())).toBe(0)
    expect(await hasten(Date.now() - 3_600_000)).toBe(1)
    await eventually(() => expect(runs).toHaveLength(1))
  })

  test('a delayed job waits for its time and then runs', async () => {
    const { publisher, work, runs, health } = stand()
    await work(async () => {})
    await publisher.publish('sturdy', payload(1), { delayMs: 60 * 60_000 })
    await publisher.publish('sturdy', payload(2), { delayMs: 300 })
    await eventually(() => expect(runs.map(({ n }) => n)).toEqual([2]))
    expect((await health.counts()).sturdy).toMatchObject({ delayed: 1, waiting: 0 })
  })

  test('many published at once all run, each key once', async () => {
    const { publisher, work, runs } = stand()
    const numbers = Array.from({ length: 40 }, (_, n) => n % 30)
    await publisher.publishAll(numbers.map((n) => ({ name: 'sturdy', payload: payload(n) })))
    await publisher.publishAll([{ name: 'fragile', payload: payload(99) }])
    await work(async () => {}, { concurrency: 4 })
    await eventually(() => expect(new Set(runs.map(({ n }) => n)).size).toBe(31))
    expect(runs.map(({ n }) => n).sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 30 }, (_, n) => n),
      99,
    ])
  })
}
