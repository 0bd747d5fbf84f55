import { createOwnTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeKeepSlackKeys } from './connect.ts'
import { type HoldSockets, makeHoldSockets } from './hold-sockets.ts'
import { makeListSlack, makeRemoveSlack, makeTestSlack } from './manage.ts'
import { createSlackWorld, type SlackWorld, startSlack } from './testing/slack-world.ts'

const APP_TOKEN = 'xapp-1-of-the-stand-in'
const QUESTION = 'Why are exports retried?'

let database: TestDatabase
let slack: SlackStandIn
let world: SlackWorld
let holders: HoldSockets[]
let errors: unknown[]
beforeAll(async () => {
  database = await createOwnTestDatabase()
})
beforeEach(async () => {
  slack = await startSlack()
  world = await createSlackWorld(database, slack)
  holders = []
  errors = []
  await world.remember('Exports are retried, zebra says so.')
  slack.state.appTokens.add(APP_TOKEN)
  await bySocket()
})
afterEach(async () => {
  for (const one of holders) await one.close()
  await world.stored('update teamlore.slack_apps set by_socket = false returning 1')
  await slack[Symbol.asyncDispose]()
})
afterAll(() => database[Symbol.asyncDispose]())

const bySocket = (app_token = APP_TOKEN) => {
  const [bot_token = ''] = slack.state.tokens
  const keys = { bot_token, app_token, signing_secret: slack.state.app.signingSecret }
  return makeKeepSlackKeys(world.deps)(world.admin, { id: world.id, keys })
}

type Deps = Partial<Parameters<typeof makeHoldSockets>[0]>
const holder = (fields: Deps = {}): HoldSockets => {
  const onError = (_: string, error: unknown) => errors.push(error)
  const made = makeHoldSockets({ ...world.deps, onError, ...fields })
  holders.push(made)
  return made
}
const open = async (fields?: Deps): Promise<HoldSockets> => {
  const made = holder(fields)
  await made.beat()
  await isOpen()
  return made
}
const isOpen = (count = 1) =>
  vi.waitFor(async () => {
    expect(slack.sockets.count()).toBe(count)
    expect((await shown())?.socket_since === null).toBe(count === 0)
  }, 3_000)
const shown = async () =>
  (await makeListSlack(world.deps)(world.admin)).items.find(({ id }) => id === world.id)
const taken = (envelope: string, ms = 2_500) =>
  vi.waitFor(() => expect(slack.sockets.isTaken(envelope)).toBe(true), ms)
const mention = (event_id: string, team_id = 'TACME') => ({
  type: 'event_callback',
  team_id,
  event_id,
  event: {
    type: 'app_mention',
    user: 'UANN',
    channel: 'C1',
    text: `<@ULORE> ${QUESTION}`,
    ts: '1700000001.000100',
  },
})
const command = (trigger_id: string) => ({
  command: '/lore',
  team_id: 'TACME',
  trigger_id,
  user_id: 'UBOB',
  channel_id: 'C1',
  text: QUESTION,
  response_url: slack.answerAddress('UBOB', 'C1'),
})
const asks = () =>
  world.stored<{ kind: string; state: string }>(
    `select kind, state from teamlore.slack_asks where team_id = '${world.admin.teamId}' order by id`,
  )

describe('what Slack sends by a socket', () => {
  test('is taken once it is written down, and answered as what it sends to an address', async () => {
    await open()
    const remember = {
      type: 'message_action',
      callback_id: 'remember',
      trigger_id: '3.1.a',
      response_url: slack.answerAddress('UANN', 'C1'),
      team: { id: 'TACME' },
      user: { id: 'UANN' },
      channel: { id: 'C1' },
      message: { ts: '1700000003.000100', user: 'UANN', text: 'Keep this.' },
    }
    await taken(slack.sockets.send('events_api', mention('Ev1')))
    await taken(slack.sockets.send('slash_commands', command('2.1.a')))
    await taken(slack.sockets.send('interactive', remember))
    await world.answer()
    expect(await asks()).toEqual([
      { kind: 'mention', state: 'done' },
      { kind: 'command', state: 'done' },
      { kind: 'remember', state: 'done' },
    ])
    expect(slack.state.messages).toHaveLength(2)
    expect(world.public()).toContain('zebra')
    expect(world.privateTo('UANN')).toContain('memories')
  })

  test('is one, however often and by whichever way it comes', async () => {
    await open()
    for (let time = 0; time < 3; time++)
      await taken(slack.sockets.send('events_api', mention('Ev1')))
    await world.hear(mention('Ev1').event, { event: 'Ev1' })
    expect(await asks()).toEqual([{ kind: 'mention', state: 'waiting' }])
  })

  test('is sent again where it could not be written down, and answered once', async () => {
    let fails = 0
    const { unitOfWork } = world.deps
    const failing = {
      asSystem: unitOfWork.asSystem,
      inTeam: ((...given: Parameters<typeof unitOfWork.inTeam>) => {
        if (fails === 0) return unitOfWork.inTeam(...given)
        fails--
        return Promise.reject(new Error('the database is away'))
      }) as typeof unitOfWork.inTeam,
    }
    await open({ unitOfWork: failing })
    fails = 1
    const envelope = slack.sockets.send('events_api', mention('Ev1'))
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    expect(slack.sockets.isTaken(envelope)).toBe(false)
    await taken(envelope, 4_000)
    await world.answer()
    expect(slack.state.messages).toHaveLength(1)
  })

  test('is taken and left aside where it is of another workspace or cannot be read', async () => {
    await open()
    await taken(slack.sockets.send('events_api', mention('Ev1', 'TOTHER')))
    for (const payload of [{}, null, 'x', { type: 'event_callback' }, mention('no name!')])
      await taken(slack.sockets.send('events_api', payload))
    await taken(slack.sockets.send('something_new', mention('Ev2')))
    expect(await asks()).toEqual([{ kind: 'other', state: 'ignored' }])
  })
})

describe('a socket', () => {
  test('has one holder among all workers, and another at once where that one ends', async () => {
    const first = await open()
    const second = holder()
    await second.beat()
    await first.beat()
    expect(slack.sockets.count()).toBe(1)
    await first.close()
    await isOpen(0)
    await second.beat()
    await isOpen()
  })

  test('of a worker that died is taken by another when its time is over', async () => {
    const dead = await open({ leaseSeconds: 1 })
    const next = holder()
    await next.beat()
    expect(slack.sockets.count()).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await next.beat()
    await isOpen(2)
    // It was not dead: it hears that another has it, and ends its own.
    await dead.beat()
    await isOpen(1)
    await taken(slack.sockets.send('events_api', mention('Ev1')))
    expect(await asks()).toHaveLength(1)
  })

  test('is replaced before Slack ends it, and nothing is lost meanwhile', async () => {
    await open()
    slack.sockets.disconnect('warning', 400)
    const envelopes = ['Ev1', 'Ev2', 'Ev3'].map((id) =>
      slack.sockets.send('events_api', mention(id)),
    )
    for (const envelope of envelopes) await taken(envelope, 4_000)
    await isOpen()
    await new Promise((resolve) => setTimeout(resolve, 500))
    // None beside the new one, however long the old one takes to go.
    await isOpen()
    expect(await asks()).toHaveLength(3)
  })

  test('that breaks at once is opened again after a moment, and later ones at once', async () => {
    const held = await open()
    slack.sockets.cut()
    await isOpen(0)
    await held.beat()
    expect(slack.sockets.count()).toBe(0)
    world.later(1_000)
    await held.beat()
    await isOpen()
    world.later(11_000)
    slack.sockets.cut()
    await isOpen()
  })

  test('that hears nothing for minutes is replaced', async () => {
    const held = await open()
    const before = slack.state.asked.length
    world.later(5 * 60_000)
    await held.beat()
    await vi.waitFor(() =>
      expect(slack.state.asked.slice(before).map(({ method }) => method)).toEqual([
        'apps.connections.open',
      ]),
    )
    await isOpen()
  })

  test('is not opened again at once where socket mode was switched off, and an admin sees why', async () => {
    const held = await open()
    slack.sockets.disconnect('link_disabled')
    await vi.waitFor(async () => expect((await shown())?.error).toMatch(/switched off/))
    await held.beat()
    await isOpen(0)
    world.later(60_000)
    await held.beat()
    await isOpen()
    expect((await shown())?.error).toBeNull()
  })

  test('is not asked for before the time that Slack names', async () => {
    slack.fail({
      method: 'apps.connections.open',
      status: 429,
      headers: { 'retry-after': '30' },
    })
    const held = holder()
    await held.beat()
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    world.later(20_000)
    await held.beat()
    expect(slack.sockets.count()).toBe(0)
    world.later(30_000)
    await held.beat()
    await isOpen()
  })

  test('of another app is none', async () => {
    await world.stored(
      `update teamlore.slack_apps set app_id = 'A0OTHER' where id = '${world.id}' returning 1`,
    )
    await holder().beat()
    await vi.waitFor(async () => expect((await shown())?.error).toMatch(/of another app/))
    await isOpen(0)
  })

  test('is closed where the connection is removed, and opened anew with other keys', async () => {
    const held = await open()
    slack.state.appTokens.add('xapp-2-of-the-stand-in')
    await bySocket('xapp-2-of-the-stand-in')
    slack.state.appTokens.delete(APP_TOKEN)
    await held.beat()
    await isOpen()
    await makeRemoveSlack(world.deps)(world.admin, { id: world.id })
    await held.beat()
    await vi.waitFor(() => expect(slack.sockets.count()).toBe(0))
  })
})

describe('the app-level token', () => {
  test('is asked of Slack before it is kept, and stored as nothing that can be read', async () => {
    await expect(bySocket('xapp-of-nobody')).rejects.toMatchObject({
      code: 'integration.host_failed',
    })
    const [bot = ''] = slack.state.tokens
    slack.state.tokens.add(bot)
    await expect(bySocket(bot)).rejects.toThrow('not an app-level token')
    expect(JSON.stringify(await world.stored('select * from teamlore.slack_apps'))).not.toContain(
      'xapp',
    )
    expect(JSON.stringify(await shown())).not.toContain('xapp')
  })

  test('is tested in words', async () => {
    const ask = () => makeTestSlack(world.deps)(world.admin, { id: world.id })
    expect(JSON.stringify(await ask())).toContain('lets this server open a socket')
    slack.state.appTokens.clear()
    expect(await ask()).toMatchObject({ ok: false })
  })
})
