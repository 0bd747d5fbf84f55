import { expect, test } from 'vitest'
import { eventually, payload, type Stand } from './queue-fixture.ts'

export const describeDeadJobs = (stand: () => Stand): void => {
  const die = async (): Promise<never> => {
    throw new Error('always')
  }

  test('a job that used up its attempts is dead and visible', async () => {
    const { publisher, work, runs, health, events } = stand()
    await publisher.publish('sturdy', payload(7))
    await work(die)
    await eventually(() => expect(events.at(-1)?.type).toBe('dead'))
    await eventually(async () => expect(await health.listDead()).toHaveLength(1))
    expect(runs).toHaveLength(3)
    const [dead] = await health.listDead()
    expect(dead).toMatchObject({
      name: 'sturdy',
      payload: payload(7),
      attempts: 3,
      reason: 'always',
      failedAt: expect.any(Date),
    })
    expect((await health.counts()).sturdy.failed).toBe(1)
  })

  test('a dead job, and what is stored of it, holds nothing of what a failed statement was given', async () => {
    const { backend, publisher, work, health, events } = stand()
    const given = 'ana-said-this'
    await publisher.publish('fragile', payload(1))
    await work(async () => {
      const cause = new Error('duplicate key value')
      const failed = new Error(`Failed query: insert into t values ($1)\nparams: ${given}`, {
        cause,
      })
      throw Object.assign(failed, { query: 'insert into t values ($1)', params: [given] })
    })
    await eventually(async () => expect(await health.listDead()).toHaveLength(1))
    const rows = await backend.queue('fragile').getFailed()
    const kept = rows.map((job) => JSON.stringify([job.data, job.failedReason, job.stacktrace]))
    expect(kept.join()).toContain('duplicate key value')
    expect(kept.join()).toContain('dead-jobs-contract')
    for (const text of [kept.join(), JSON.stringify([events, await health.listDead()])])
      expect(text).not.toContain(given)
  })

  test('a dead job that is retried runs again and is dead no more', async () => {
    const { publisher, work, health, runs } = stand()
    let broken = true
    await publisher.publish('fragile', payload(1))
    await work(async () => {
      if (broken) throw new Error('broken')
    })
    await eventually(async () => expect(await health.listDead()).toHaveLength(1))
    broken = false
    const [dead] = await health.listDead()
    expect(await health.retryDead(dead?.id ?? '')).toBe(true)
    await eventually(async () => expect((await health.counts()).fragile.completed).toBe(1))
    expect(await health.listDead()).toEqual([])
    expect(runs).toHaveLength(2)
    expect(await health.retryDead(dead?.id ?? '')).toBe(false)
  })

  test('a dead job that is discarded is forgotten', async () => {
    const { publisher, work, health } = stand()
    await publisher.publish('fragile', payload(1))
    await work(die)
    await eventually(async () => expect(await health.listDead()).toHaveLength(1))
    const [dead] = await health.listDead()
    expect(await health.discardDead(dead?.id ?? '')).toBe(true)
    expect(await health.listDead()).toEqual([])
    expect(await health.discardDead(dead?.id ?? '')).toBe(false)
    expect(await health.discardDead('no-such-job/1')).toBe(false)
  })

  test('a team sees, retries and discards its own dead jobs only', async () => {
    const { publisher, work, health } = stand()
    await publisher.publish('fragile', { team_id: 'team_a', n: 1 })
    await publisher.publish('fragile', { team_id: 'team_b', n: 2 })
    await work(die)
    await eventually(async () => expect(await health.listDead()).toHaveLength(2))
    const own = await health.listDead({ teamId: 'team_a' })
    expect(own.map((job) => job.payload)).toEqual([{ team_id: 'team_a', n: 1 }])
    const id = own[0]?.id ?? ''
    expect(await health.retryDead(id, { teamId: 'team_b' })).toBe(false)
    expect(await health.discardDead(id, { teamId: 'team_b' })).toBe(false)
    expect(await health.discardDead(id, { teamId: 'team_a' })).toBe(true)
  })

  test('a permanent error makes a job dead at once', async () => {
    const { publisher, work, health, runs } = stand()
    await publisher.publish('sturdy', payload(1))
    await work(async () => {
      throw Object.assign(new Error('session is gone'), { permanent: true })
    })
    await eventually(async () => expect(await health.listDead()).toHaveLength(1))
    expect((await health.listDead())[0]?.reason).toBe('session is gone')
    expect(runs).toHaveLength(1)
  })

  test('a job with a bad payload is dead with a clear reason and never reaches the handler', async () => {
    const { backend, work, health, runs } = stand()
    await backend.queue('sturdy').add('sturdy', { team_id: 'team_a', n: 'x' }, { attempts: 3 })
    await work(async () => {})
    await eventually(async () => expect(await health.listDead()).toHaveLength(1))
    const [dead] = await health.listDead()
    expect(dead?.reason).toMatch(/^The payload of sturdy is invalid: n: /)
    expect(dead?.attempts).toBe(1)
    expect(runs).toEqual([])
    await expect(health.retryDead(dead?.id ?? '')).rejects.toThrow('can only be discarded')
  })
}
