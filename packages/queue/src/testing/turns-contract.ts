import { expect, test } from 'vitest'
import { eventually, gate, payload, type Stand } from './queue-fixture.ts'

const many = (teamId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name: 'sturdy' as const,
    payload: payload(n, teamId),
  }))

export const describeTurns = (stand: () => Stand): void => {
  test('a team whose first job comes behind 100 of another is next, and then each has every second turn', async () => {
    const { publisher, work, runs } = stand()
    const { open, opened } = gate()
    await publisher.publishAll(many('team_a', 100))
    // The first is at work when the other team comes.
    await work(() => opened)
    await eventually(() => expect(runs).toHaveLength(1))
    await publisher.publishAll(many('team_b', 3))
    open()
    await eventually(() => expect(runs).toHaveLength(103))
    const order = runs.map(({ team_id }) => team_id)
    expect(order.indexOf('team_b')).toBe(1)
    expect(order.lastIndexOf('team_b')).toBeLessThanOrEqual(6)
    for (const team of ['team_a', 'team_b']) {
      const own = runs.filter(({ team_id }) => team_id === team).map(({ n }) => n)
      expect(own).toEqual(own.toSorted((a, b) => a - b))
    }
  })

  test('a job published over and over while it waits costs its team no turn', async () => {
    const { publisher, work, runs } = stand()
    const { open, opened } = gate()
    await work(() => opened)
    await publisher.publish('sturdy', payload(0, 'team_a'))
    await eventually(() => expect(runs).toHaveLength(1))
    for (let n = 0; n < 10; n++) await publisher.publish('sturdy', payload(1, 'team_b'))
    await publisher.publishAll(many('team_a', 12).slice(1))
    await publisher.publish('sturdy', payload(2, 'team_b'))
    open()
    await eventually(() => expect(runs).toHaveLength(14))
    const order = runs.map(({ team_id }) => team_id)
    expect(order.lastIndexOf('team_b')).toBeLessThanOrEqual(4)
  })

  test('a new process knows where the line is: what waits there is not overtaken by all that comes', async () => {
    const { publisher, work, runs, backend } = stand()
    await publisher.publishAll(many('team_a', 6))
    // As after a start: nothing is known of what was given.
    backend.turns.emptied('sturdy')
    const { open, opened } = gate()
    await work(() => opened)
    await eventually(() => expect(runs).toHaveLength(1))
    await publisher.publishAll(many('team_b', 6))
    open()
    await eventually(() => expect(runs).toHaveLength(12))
    expect(runs.slice(1, 7).filter(({ team_id }) => team_id === 'team_a').length).toBeGreaterThan(1)
    expect(runs.slice(1, 7).filter(({ team_id }) => team_id === 'team_b').length).toBeGreaterThan(1)
  })

  test('a long job that can be resumed gives way after its turn when another waits, without losing an attempt', async () => {
    const { publisher, work, runs, events } = stand()
    const finish = gate()
    await work(
      async ({ team_id }, { turn }) => {
        if (team_id === 'team_b') return finish.open()
        await Promise.race([
          finish.opened,
          new Promise((resolve) => turn.addEventListener('abort', resolve)),
        ])
        turn.throwIfAborted()
      },
      { turnMs: 30 },
    )
    await publisher.publish('fragile', payload(1, 'team_a'))
    await eventually(() => expect(runs).toHaveLength(1))
    await publisher.publish('fragile', payload(1, 'team_b'))
    await eventually(() =>
      expect(events.filter(({ type }) => type === 'completed')).toHaveLength(2),
    )
    expect(runs.map(({ team_id, attempt }) => [team_id, attempt])).toEqual([
      ['team_a', 1],
      ['team_b', 1],
      ['team_a', 1],
    ])
  })

  test('a long job goes on when nobody waits', async () => {
    const { publisher, work, runs, events } = stand()
    await work(
      async (_, { turn }) => {
        await new Promise((resolve) => setTimeout(resolve, 200))
        turn.throwIfAborted()
      },
      { turnMs: 20 },
    )
    await publisher.publish('fragile', payload(1, 'team_a'))
    await eventually(() => expect(events.map(({ type }) => type)).toEqual(['completed']))
    expect(runs).toHaveLength(1)
  })

  test('what waits for its turn is counted as waiting', async () => {
    const { publisher, health } = stand()
    await publisher.publishAll(many('team_a', 3))
    expect((await health.counts()).sturdy.waiting).toBe(3)
  })
}
