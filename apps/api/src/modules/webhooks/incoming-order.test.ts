import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type IncomingWorld, openIncomingWorld } from './testing/incoming-world.ts'

let home: IncomingWorld
let project: string | undefined
beforeAll(async () => {
  home = await openIncomingWorld()
  project = await home.projectOf(home.us.teamId)
})
afterAll(() => home[Symbol.asyncDispose]())

const OVERTAKEN = { state: 'known', result: 'what happened later was taken already' }

const build = (state: 'passed' | 'failed', timestamp?: string, more: object = {}) => ({
  type: 'outcome.build',
  ...(timestamp !== undefined && { timestamp }),
  data: { project, key: 'main/7', state, title: 'Build 7', commits: ['a'.repeat(40)], ...more },
})
const EARLY = '2026-05-01T08:00:00Z'
const LATE = '2026-05-01T09:00:00Z'

describe('of events about the same', () => {
  test('a late retry of an older one changes nothing, and says so', async () => {
    const hook = await home.add()
    await home.send(hook, build('passed', LATE))
    const old = await home.send(hook, build('failed', EARLY), { id: 'msg_old' })
    expect([old.statusCode, old.json()]).toEqual([202, OVERTAKEN])
    expect((await home.eventsOf(hook))[0]).toMatchObject({
      state: 'done',
      result: OVERTAKEN.result,
    })
    expect((await home.send(hook, build('failed', EARLY), { id: 'msg_old' })).json().state).toBe(
      'known',
    )
  })

  test('a newer one, and one of the same time, is taken', async () => {
    const hook = await home.add()
    await home.send(hook, build('failed', EARLY))
    expect((await home.send(hook, build('passed', EARLY))).json().state).toBe('taken')
    expect((await home.send(hook, build('passed', LATE))).json().state).toBe('taken')
  })

  test('of another key, another kind or another address is taken', async () => {
    const [hook, other] = [await home.add(), await home.add()]
    await home.send(hook, build('passed', LATE))
    const taken = [
      await home.send(hook, build('failed', EARLY, { key: 'main/8' })),
      await home.send(hook, {
        ...build('failed', EARLY),
        type: 'outcome.deploy',
      }),
      await home.send(other, build('failed', EARLY)),
    ]
    expect(taken.map((answer) => answer.json().state)).toEqual(['taken', 'taken', 'taken'])
  })

  test('one that failed is no reason to leave an older one', async () => {
    const hook = await home.add()
    await home.send(hook, build('passed', LATE), { id: 'msg_failed' })
    await home.set(
      "update teamlore.incoming_events set state = 'failed' where message_id = 'msg_failed'",
    )
    expect((await home.send(hook, build('failed', EARLY))).json().state).toBe('taken')
    expect((await home.send(hook, build('passed', LATE), { id: 'msg_failed' })).json().state).toBe(
      'taken',
    )
  })

  test('without a time each counts from when its id first came in', async () => {
    const hook = await home.add()
    await home.send(hook, build('failed'), { id: 'msg_first' })
    await home.set(
      "update teamlore.incoming_events set state = 'failed' where message_id = 'msg_first'",
    )
    expect((await home.send(hook, build('passed'))).json().state).toBe('taken')
    const late = await home.send(hook, build('failed'), { id: 'msg_first' })
    expect(late.json()).toEqual(OVERTAKEN)
  })

  test('a time that is still to come keeps none out that comes later', async () => {
    const hook = await home.add()
    await home.send(hook, build('failed', '2999-01-01T00:00:00Z'))
    expect((await home.send(hook, build('passed'))).json().state).toBe('taken')
  })

  test('a review that was turned down before it was merged is not turned down again', async () => {
    const hook = await home.add()
    const review = (state: string, timestamp: string) => ({
      type: 'outcome.review',
      timestamp,
      data: {
        project,
        number: 9,
        url: 'https://git.example.com/pull/9',
        title: 'Cache it',
        state,
        branch: 'topic',
      },
    })
    await home.send(hook, review('merged', LATE))
    expect((await home.send(hook, review('rejected', EARLY))).json()).toEqual(OVERTAKEN)
  })

  test('one waits while another is being taken', async () => {
    const hook = await home.add()
    await home.send(hook, build('failed', EARLY), { id: 'msg_held' })
    await home.set(
      "update teamlore.incoming_events set state = 'taking', held_until = now() + interval '30 seconds' where message_id = 'msg_held'",
    )
    expect(codeOf(await home.send(hook, build('passed', LATE)))).toEqual([
      409,
      'incoming_hook.in_progress',
    ])
    const all = await Promise.all(
      [1, 2, 3].map((hour) =>
        home.send(hook, build('failed', `2026-05-02T0${hour}:00:00Z`, { key: 'x' })),
      ),
    )
    for (const { statusCode } of all) expect([202, 409]).toContain(statusCode)
  })
})
