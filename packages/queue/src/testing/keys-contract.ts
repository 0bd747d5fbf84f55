import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually, gate, payload, type Stand } from './queue-fixture.ts'

export const describeKeys = (stand: () => Stand): void => {
  test('a job published again while it waits runs once', async () => {
    const { publisher, work, runs, health } = stand()
    await publisher.publish('sturdy', payload(1))
    await publisher.publish('sturdy', payload(1))
    await publisher.publish('sturdy', payload(2))
    await work(async () => {})
    await eventually(async () => expect((await health.counts()).sturdy.completed).toBe(2))
    expect(runs.map(({ n }) => n)).toEqual([1, 2])
  })

  test('a job published again while it is delayed stays one job', async () => {
    const { publisher, health } = stand()
    await publisher.publish('sturdy', payload(1), { delayMs: 60_000 })
    await publisher.publish('sturdy', payload(1))
    expect((await health.counts()).sturdy).toMatchObject({ delayed: 1, waiting: 0 })
  })

  test('a job published while it runs, however often, runs once more and not at the same time', async () => {
    const { publisher, work, runs, health } = stand()
    const first = gate()
    let running = 0
    let most = 0
    await work(
      async () => {
        running += 1
        most = Math.max(most, running)
        if (runs.length === 1) await first.opened
        running -= 1
      },
      { concurrency: 3 },
    )
    await publisher.publish('sturdy', payload(1))
    await eventually(() => expect(runs).toHaveLength(1))
    for (let i = 0; i < 3; i += 1) await publisher.publish('sturdy', payload(1))
    first.open()
    await eventually(async () => expect((await health.counts()).sturdy.completed).toBe(2))
    expect(runs).toHaveLength(2)
    expect(most).toBe(1)
    expect((await health.counts()).sturdy).toMatchObject({ waiting: 0, active: 0, delayed: 0 })
  })

  test('a job published while its last attempt fails runs again, with all its attempts', async () => {
    const { publisher, work, runs, health, events } = stand()
    const first = gate()
    await work(async () => {
      if (runs.length === 1) {
        await first.opened
        throw Object.assign(new Error('gone'), { permanent: true })
      }
      if (runs.length === 2) throw new Error('once more')
    })
    await publisher.publish('sturdy', payload(1))
    await eventually(() => expect(runs).toHaveLength(1))
    await publisher.publish('sturdy', payload(1))
    first.open()
    await eventually(async () => expect((await health.counts()).sturdy.completed).toBe(1))
    expect(events.map(({ type }) => type)).toEqual(['dead', 'retrying', 'completed'])
    expect(await health.listDead()).toHaveLength(1)
  })

  test('the key is free again when the job is done, and when it is dead', async () => {
    const { publisher, work, runs, events } = stand()
    await work(async () => {
      if (runs.length === 2) throw Object.assign(new Error('no'), { permanent: true })
    })
    for (let run = 1; run <= 3; run += 1) {
      await publisher.publish('sturdy', payload(1))
      await eventually(() => expect(events).toHaveLength(run))
    }
    expect(events.map(({ type }) => type)).toEqual(['completed', 'dead', 'completed'])
  })

  test('whatever was written before a publish is seen by a run that starts after it', async () => {
    const { publisher, work } = stand()
    const written = new Map<number, number>()
    const seen = new Map<number, number>()
    await work(
      async ({ n }, { attempt }) => {
        const version = written.get(n) ?? 0
        await sleep(Math.random() * 20)
        if (attempt < 3 && Math.random() < 0.2) throw new Error('now and then')
        seen.set(n, Math.max(seen.get(n) ?? 0, version))
      },
      { concurrency: 2 },
    )
    for (let round = 0; round < 40; round += 1) {
      const n = round % 3
      written.set(n, (written.get(n) ?? 0) + 1)
      await publisher.publish('sturdy', payload(n))
      await sleep(Math.random() * 25)
    }
    await eventually(() => expect(seen).toEqual(written))
  })
}
