import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import type { SlackHost } from '@teamlore/shared/slack-host'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSlackWorld, type SlackWorld, startSlack } from './testing/slack-world.ts'

let database: TestDatabase
let slack: SlackStandIn
let world: SlackWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  slack = await startSlack()
  world = await createSlackWorld(database, slack)
  await world.remember('Exports are retried, zebra says so.')
  const own = await world.remember('Exports are retried by quokka.', { visibility: 'private' })
  await world.approve(own.id)
})
afterEach(() => slack[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const QUESTION = 'Why are exports retried?'
const asks = () =>
  world.stored<{ state: string; error: string | null; sealed: string | null }>(
    `select state, error, sealed from teamlore.slack_asks where team_id = '${world.admin.teamId}' order by id`,
  )
const refused = async (work: Promise<unknown>) =>
  (await work.then(
    () => 'taken',
    (error) => error.code,
  )) as string

describe('what Slack sends', () => {
  test('is taken with a fresh signature of this app alone', async () => {
    expect(await refused(world.command(QUESTION, {}, { secret: 'another' }))).toBe('hook.refused')
    expect(
      await refused(world.command(QUESTION, {}, { at: world.now().getTime() - 301_000 })),
    ).toBe('hook.refused')
    expect(await refused(world.receive('{}', 'application/json'))).toBe('hook.unreadable')
    expect(await refused(world.receive('no form', 'application/x-www-form-urlencoded'))).toBe(
      'hook.unreadable',
    )
    expect(await asks()).toEqual([])
    expect(await refused(world.command(QUESTION))).toBe('taken')
  })

  test('of a connection of another team is refused with the secret of this one', async () => {
    await using other = await startSlack()
    other.state.app.signingSecret = 'of-the-other-team'
    const elsewhere = await createSlackWorld(database, other)
    expect(await refused(elsewhere.mention(QUESTION))).toBe('taken')
    expect(
      await refused(elsewhere.command(QUESTION, {}, { secret: slack.state.app.signingSecret })),
    ).toBe('hook.refused')
    expect(await asks()).toEqual([])
  })

  test('of another workspace is noted, and answered by nobody', async () => {
    await world.hear(
      { type: 'app_mention', user: 'UANN', channel: 'C1', text: QUESTION, ts: '1.1' },
      { workspace: 'TOTHER' },
    )
    await world.answer()
    expect(await asks()).toMatchObject([{ state: 'ignored', sealed: null }])
    expect(slack.state.messages).toEqual([])
  })

  test('twice is one answer, in whatever order and however often it comes', async () => {
    await Promise.all([1, 2, 3].map(() => world.mention(QUESTION, { event: 'Ev1' })))
    await world.answer()
    await world.mention(QUESTION, { event: 'Ev1' })
    await world.answer()
    expect(slack.state.messages).toHaveLength(1)
    expect(slack.state.ephemerals).toHaveLength(1)
  })

  test('proves the address', async () => {
    const body = JSON.stringify({ type: 'url_verification', challenge: 'c-1' })
    expect(await world.receive(body, 'application/json')).toEqual({
      state: 'challenge',
      challenge: 'c-1',
    })
  })

  test('is kept encrypted, and only until it is answered', async () => {
    await world.mention('Does zebra know of exports?')
    const [before] = await asks()
    expect(before?.sealed).not.toBeNull()
    expect(JSON.stringify(before)).not.toContain('zebra')
    await world.answer()
    expect(await asks()).toMatchObject([{ state: 'done', sealed: null }])
  })

  test('an app that was taken out of the workspace is a matter for an admin', async () => {
    await world.hear({ type: 'app_uninstalled' })
    const [app] = await world.stored(
      `select error from teamlore.slack_apps where id = '${world.id}'`,
    )
    expect(app).toMatchObject({ error: expect.stringContaining('removed from the workspace') })
  })
})

describe('a post', () => {
  test('waits as long as Slack asks for, and is made once', async () => {
    slack.fail({ method: 'chat.postMessage', status: 429, headers: { 'retry-after': '30' } })
    await world.mention(QUESTION)
    await world.answer()
    expect(slack.state.messages).toEqual([])
    const [ask] = await world.stored<{ waits: boolean }>(
      `select not_before > now() + interval '20 seconds' as waits from teamlore.slack_asks where team_id = '${world.admin.teamId}'`,
    )
    expect(ask?.waits).toBe(true)
    await world.answer()
    expect(slack.state.messages).toHaveLength(1)
  })

  test.each([
    ['whose answer was lost', { status: 0, isDone: true }],
    ['that failed with 503 and was made all the same', { status: 503, isDone: true }],
  ])('%s is found again, and not made twice', async (_, fault) => {
    slack.fail({ method: 'chat.postMessage', ...fault })
    await world.mention(QUESTION)
    await world.answer()
    expect(await world.waiting()).toHaveLength(1)
    await world.answer()
    expect(slack.state.messages).toHaveLength(1)
    expect(slack.state.ephemerals).toHaveLength(1)
    expect(await asks()).toMatchObject([{ state: 'done' }])
  })

  test('that failed with 503 is made once Slack had time to show it', async () => {
    slack.fail({ method: 'chat.postMessage', status: 503 })
    await world.mention(QUESTION)
    await world.answer()
    await world.answer()
    expect(slack.state.messages).toEqual([])
    world.later(16_000)
    await world.answer()
    expect(slack.state.messages).toHaveLength(1)
  })

  test('to one person whose end is not known is not made again', async () => {
    slack.fail({ method: 'chat.postEphemeral', status: 0, isDone: true })
    await world.mention(QUESTION)
    await world.answer()
    await world.answer()
    expect(slack.state.ephemerals).toHaveLength(1)
    expect(await asks()).toMatchObject([{ state: 'done' }])
  })

  test('to one person that Slack limits is made later', async () => {
    slack.fail({ method: 'response_url', status: 429, headers: { 'retry-after': '1' } })
    world.channel({ id: 'C2', members: ['UANN', 'USTRANGER', 'ULORE'] })
    await world.command(QUESTION, { channel: 'C2' })
    await world.answer()
    expect(slack.state.ephemerals).toEqual([])
    await world.answer()
    expect(slack.state.ephemerals).toHaveLength(1)
  })

  test.each(['token_expired', 'token_revoked', 'missing_scope'])(
    'that Slack refuses with %s is a matter for an admin, in words',
    async (code) => {
      slack.fail({ method: 'chat.postMessage', code })
      await world.mention(QUESTION)
      await world.answer()
      expect(await asks()).toMatchObject([{ state: 'failed' }])
      const [app] = await world.stored<{ error: string }>(
        `select error from teamlore.slack_apps where id = '${world.id}'`,
      )
      expect(app?.error).toMatch(/Connect it again|Install it again/)
    },
  )

  test('comes not at all where it would come too late', async () => {
    await world.mention(QUESTION)
    world.later(26 * 60_000)
    await world.answer()
    expect(slack.state.messages).toEqual([])
    expect(await asks()).toMatchObject([{ state: 'failed' }])
  })
})

/** Killed at a step: nothing after it happens, as nothing does in a process that is no more. */
const killedAfter = (method: 'post' | 'postTo', isDone: boolean): SlackHost => {
  const never = async (work: () => Promise<void>) => {
    if (isDone) await work()
    return new Promise<void>(() => {})
  }
  const { host } = world
  return method === 'post'
    ? { ...host, post: (...given) => never(() => host.post(...given)) }
    : { ...host, postTo: (...given) => never(() => host.postTo(...given)) }
}

/** Works until it is killed, and then comes after the hold of the killed one has ended. */
const killAndCome = async (host: SlackHost) => {
  const [ask] = await world.waiting()
  if (ask === undefined) throw new Error('Nothing waits.')
  void world.answerOne(ask, host)
  const { asked } = slack.state
  let before = -1
  while (before !== asked.length) {
    before = asked.length
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  await expect(world.answerOne(ask)).rejects.toThrow('Somebody else')
  world.later(3 * 60_000)
  await world.answer()
}

describe('a worker that is killed', () => {
  test.each([
    ['before the post to all', 'post', false],
    ['after the post to all', 'post', true],
    ['between the two posts', 'postTo', false],
    ['after the second post', 'postTo', true],
  ] as const)('%s leaves no post twice', async (_, method, isDone) => {
    await world.mention(QUESTION)
    await killAndCome(killedAfter(method, isDone))
    expect(slack.state.messages).toHaveLength(1)
    expect(await asks()).toMatchObject([{ state: 'done' }])
    // What one person alone sees cannot be looked for, and comes once or not at all.
    expect(slack.state.ephemerals).toHaveLength(method === 'postTo' && !isDone ? 0 : 1)
  })
})
