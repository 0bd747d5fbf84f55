import { expect, test } from 'vitest'
import { eventually, gate, payload, type Stand } from './queue-fixture.ts'

const runsUntilAborted =
  (started: { open: () => void }) =>
  (_: unknown, { signal }: { signal: AbortSignal }): Promise<void> => {
    started.open()
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }

export const describeClosing = (stand: () => Stand): void => {
  test('closing waits for the running job', async () => {
    const { publisher, work, health, events } = stand()
    const first = gate()
    const started = gate()
    const workers = await work(async () => {
      started.open()
      await first.opened
    })
    await publisher.publish('sturdy', payload(1))
    await started.opened
    const closing = workers.close({ timeoutMs: 30_000 })
    await publisher.publish('sturdy', payload(2))
    first.open()
    expect(await closing).toEqual({ drained: true })
    expect(events.map(({ type }) => type)).toEqual(['completed'])
    expect((await health.counts()).sturdy).toMatchObject({ completed: 1, waiting: 1 })
  })

  test('a job that would go on where it was is given back at once', async () => {
    const { publisher, work, events, health } = stand()
    const started = gate()
    const workers = await work(runsUntilAborted(started))
    await publisher.publish('fragile', payload(1))
    await started.opened
    expect(await workers.close({ timeoutMs: 30_000 })).toEqual({ drained: true })
    expect(events.map(({ type }) => type)).toEqual(['returned'])
    expect((await health.counts()).fragile).toMatchObject({ waiting: 1, active: 0, failed: 0 })
  })

  test('a job that outlasts closing is given back without losing an attempt', async () => {
    const { publisher, work, runs, events, health } = stand()
    const started = gate()
    const workers = await work(runsUntilAborted(started))
    await publisher.publish('sturdy', payload(1))
    await started.opened
    expect(await workers.close({ timeoutMs: 50 })).toEqual({ drained: false })
    expect(events.map(({ type }) => type)).toEqual(['returned'])
    expect((await health.counts()).sturdy).toMatchObject({ waiting: 1, active: 0 })
    await work(async () => {})
    await eventually(async () => expect((await health.counts()).sturdy.completed).toBe(1))
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 1])
  })
}
