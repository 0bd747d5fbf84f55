import { makeRemember } from '@teamlore/core'
import {
  makeFinishSlack,
  makeKeepSlackKeys,
  makeReceiveSlack,
  makeSetSlack,
  makeStartSlack,
} from '@teamlore/core/slack'
import { createUnitOfWork } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import { createSlack } from '@teamlore/hosts'
import { type SlackStandIn, startSlack } from '@teamlore/hosts/testing'
import { createPublisher } from '@teamlore/queue'
import type { SlackId } from '@teamlore/shared/ids'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSchedules, runSchedule } from './schedules.ts'
import { createHostTeam, HOSTS } from './testing/host-team.ts'
import { runningWorkers } from './testing/running-workers.ts'
import { eventually } from './testing/worker-world.ts'

const running = runningWorkers()
const hosts = HOSTS

let slack: SlackStandIn
beforeEach(async () => {
  slack = await startSlack()
})
afterEach(() => slack[Symbol.asyncDispose]())

/** A team with a memory, connected to a Slack whose channel C1 has one of its members. */
const connected = async () => {
  const { engine } = running
  const { teamId, admin, ...given } = await createHostTeam(engine)
  const deps = { ...given, slack: createSlack(hosts) }
  await makeRemember(deps)(
    admin,
    rememberRequestSchema.parse({ statement: 'Exports are retried five times.' }),
  )
  const { state } = slack
  const { clientId, clientSecret, signingSecret } = state.app
  const started = await makeStartSlack(deps)(admin, { web_url: slack.webUrl, by_socket: false })
  const id = started.id as SlackId
  const { install_url } = await makeKeepSlackKeys(deps)(admin, {
    id,
    keys: { client_id: clientId, client_secret: clientSecret, signing_secret: signingSecret },
  })
  const answer = new URL(install_url ?? '').searchParams.get('state') ?? ''
  await makeFinishSlack(deps)(admin, { code: slack.giveCode(), state: answer })
  const email = `ann.${teamId}@acme.test`
  await readAsOwner(
    engine,
    `update teamlore.users set email = '${email}' where id = '${admin.userId}' returning 1`,
  )
  state.people.push({ id: 'UANN', email })
  state.channels.push({ id: 'C1', members: ['UANN', 'ULORE'] })
  const mention = (event: string) => {
    const body = JSON.stringify({
      type: 'event_callback',
      team_id: 'TACME',
      event_id: event,
      event: { type: 'app_mention', user: 'UANN', channel: 'C1', text: 'exports?', ts: '1.1' },
    })
    const { headers } = slack.signed(body, 'application/json')
    return makeReceiveSlack(deps)({
      slack: id,
      timestamp: headers['x-slack-request-timestamp'],
      signature: headers['x-slack-signature'],
      contentType: 'application/json',
      body,
    })
  }
  const setDigest = async () => {
    await makeSetSlack(deps)(admin, { id, set: { digest_channel: 'C1', project: null } })
    await readAsOwner(
      engine,
      `update teamlore.slack_apps set digest_since = now() - interval '30 days' where id = '${id}' returning 1`,
    )
  }
  const openBySocket = async () => {
    const [bot_token = ''] = state.tokens
    state.appTokens.add('xapp-1-of-the-stand-in')
    const keys = { bot_token, app_token: 'xapp-1-of-the-stand-in' }
    await makeKeepSlackKeys(deps)(admin, { id, keys })
  }
  return { id, mention, setDigest, openBySocket, teamId: teamId }
}

const asksOf = (id: string) =>
  readAsOwner<{ kind: string; state: string }>(
    running.engine,
    `select kind, state from teamlore.slack_asks where slack_id = '${id}' order by id`,
  )

test('a mention is answered once, by way of the outbox and the queue, however often it comes', async () => {
  const { id, mention } = await connected()
  await running.work({ hosts })
  await running.work({ hosts })
  await Promise.all([mention('Ev1'), mention('Ev1'), mention('Ev1')])
  await eventually(async () =>
    expect(await asksOf(id)).toEqual([{ kind: 'mention', state: 'done' }]),
  )
  expect(slack.state.messages).toHaveLength(1)
  expect(JSON.stringify(slack.state.messages)).toContain('Exports are retried five times')
})

test('a digest that is written down is sent once, by however many workers', async () => {
  const { id, setDigest, teamId } = await connected()
  await setDigest()
  // The week of the digest ended on Monday; what was made now is of the next one.
  await readAsOwner(
    running.engine,
    `update teamlore.memory_versions set recorded_at = recorded_at - interval '7 days' where team_id = '${teamId}' returning 1`,
  )
  await readAsOwner(
    running.engine,
    `insert into teamlore.slack_asks (id, team_id, slack_id, delivery, kind, state, received_at)
      values ('dlv_${'0'.repeat(25)}1', '${teamId}', '${id}', 'digest.x', 'digest', 'waiting', now() - interval '10 minutes') returning 1`,
  )
  await running.work({ hosts })
  const schedule = createSchedules().find(({ name }) => name === 'answer what waits in Slack')
  const { queue } = running
  const deps = { unitOfWork: createUnitOfWork(running.engine), publisher: createPublisher(queue) }
  for (let time = 0; time < 3; time++) await runSchedule(deps, schedule ?? { jobs: async () => [] })
  await eventually(async () =>
    expect(await asksOf(id)).toEqual([{ kind: 'digest', state: 'done' }]),
  )
  await runSchedule(deps, schedule ?? { jobs: async () => [] })
  expect(slack.state.messages).toHaveLength(1)
  expect(JSON.stringify(slack.state.messages)).toContain('1 new decision')
})

test('by a socket an event is answered once, and another worker takes the socket of one that ends', async () => {
  const { id, openBySocket } = await connected()
  await openBySocket()
  const first = await running.work({ hosts })
  await eventually(async () => expect(slack.sockets.count()).toBe(1))
  await running.work({ hosts })
  const ask = (event_id: string) =>
    slack.sockets.send('events_api', {
      type: 'event_callback',
      team_id: 'TACME',
      event_id,
      event: { type: 'app_mention', user: 'UANN', channel: 'C1', text: 'exports?', ts: '1.1' },
    })
  for (const event of ['Ev1', 'Ev1', 'Ev2']) ask(event)
  await eventually(async () => expect(slack.state.messages).toHaveLength(2))
  expect(slack.sockets.count()).toBe(1)
  await first.close()
  await eventually(async () => expect(slack.sockets.count()).toBe(1))
  ask('Ev3')
  // What is posted is written down a moment later.
  await eventually(async () =>
    expect((await asksOf(id)).map(({ state }) => state)).toEqual(['done', 'done', 'done']),
  )
  expect(slack.state.messages).toHaveLength(3)
})
