import { HostError } from '@teamlore/shared/code-hosts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SlackStandIn, startSlack } from '../testing/slack-server.ts'
import { createSlack } from './create-slack.ts'

const host = createSlack({ allowedHosts: { names: new Set(['127.0.0.1']), ranges: [] } })
const message = {
  text: 'Hello',
  blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Hello' } }],
}

let slack: SlackStandIn
beforeEach(async () => {
  slack = await startSlack()
})
afterEach(() => slack[Symbol.asyncDispose]())

const install = async () => {
  const { apiUrl, state } = slack
  const { clientId, clientSecret } = state.app
  const { token } = await host.takeInstall({
    apiUrl,
    clientId,
    clientSecret,
    code: slack.giveCode(),
    pagesUrl: 'https://lore.test',
  })
  state.channels.push({ id: 'C1', members: ['UANN', 'ULORE'] })
  return { apiUrl, token, workspaceId: state.app.workspace.id }
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason) => reason)
  if (!(error instanceof HostError)) throw new Error(`No failure of the host: ${error}`)
  return error
}

describe('a signature', () => {
  const body = 'command=%2Flore'
  const check = (
    headers: Record<string, string>,
    { now = new Date(), sent = body, secret = slack.state.app.signingSecret } = {},
  ) =>
    host.isSigned(secret, {
      body: sent,
      timestamp: headers['x-slack-request-timestamp'],
      signature: headers['x-slack-signature'],
      now,
    })

  test('holds for these very bytes, this secret and these minutes alone', () => {
    const { headers } = slack.signed(body, 'text/plain')
    expect(check(headers)).toBe(true)
    expect(check(headers, { sent: `${body} ` })).toBe(false)
    expect(check(headers, { secret: 'another secret' })).toBe(false)
    expect(check(headers, { now: new Date(Date.now() + 301_000) })).toBe(false)
    expect(check(headers, { now: new Date(Date.now() - 302_000) })).toBe(false)
    expect(check({ ...headers, 'x-slack-signature': 'v0=' })).toBe(false)
    expect(check({ 'x-slack-signature': headers['x-slack-signature'] ?? '' })).toBe(false)
    // The time is signed, too.
    const later = String(Number(headers['x-slack-request-timestamp']) + 1)
    expect(check({ ...headers, 'x-slack-request-timestamp': later })).toBe(false)
  })
})

describe('asking Slack', () => {
  test('a code is traded once, and the token works', async () => {
    const place = await install()
    expect(await host.identify(place)).toMatchObject({ workspaceId: 'TACME', botId: 'ULORE' })
    const { clientId, clientSecret } = slack.state.app
    const again = { ...place, clientId, clientSecret, code: 'used', pagesUrl: 'https://lore.test' }
    expect((await failureOf(host.takeInstall(again))).failure).toBe('refused')
  })

  test('a message is found again by its mark', async () => {
    const place = await install()
    const to = { channel: 'C1', thread: '1.2', mark: { event: 'answer', id: 'dlv_1' } }
    const since = new Date()
    expect(await host.isPosted(place, { ...to, since })).toBe(false)
    await host.post(place, to, message)
    expect(await host.isPosted(place, { ...to, since })).toBe(true)
    expect(await host.isPosted(place, { ...to, mark: { event: 'answer', id: 'x' }, since })).toBe(
      false,
    )
  })

  test('says whether trying again helps, when, and whether anything was done', async () => {
    const place = await install()
    const to = { channel: 'C1', thread: null, mark: { event: 'answer', id: '1' } }
    slack.fail({ method: 'chat.postMessage', status: 429, headers: { 'retry-after': '30' } })
    const limited = await failureOf(host.post(place, to, message))
    expect([limited.failure, limited.isUndone]).toEqual(['limited', true])
    expect((limited.retryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(28_000)
    slack.fail({ method: 'chat.postMessage', status: 503 })
    expect((await failureOf(host.post(place, to, message))).isUndone).toBe(false)
    slack.fail({ method: 'chat.postMessage', status: 0, isDone: true })
    expect((await failureOf(host.post(place, to, message))).isUndone).toBe(false)
    expect(slack.state.messages).toHaveLength(1)
    slack.fail({ method: 'chat.postMessage', code: 'token_expired' })
    expect((await failureOf(host.post(place, to, message))).failure).toBe('unauthorized')
    const gone = await startSlack()
    await gone[Symbol.asyncDispose]()
    const away = { ...place, apiUrl: gone.apiUrl }
    expect((await failureOf(host.post(away, to, message))).isUndone).toBe(true)
  })

  test('an address that the workspace has not confirmed says nothing, and guests are outsiders', async () => {
    const place = await install()
    slack.state.people.push(
      { id: 'UANN', email: 'ann@acme.test' },
      { id: 'UFAKE', email: 'ann@acme.test', isConfirmed: false },
      { id: 'UGUEST', email: 'gus@acme.test', isGuest: true },
      { id: 'UFAR', email: 'far@else.test', isStranger: true },
    )
    expect(await host.person(place, 'UANN')).toMatchObject({
      email: 'ann@acme.test',
      isOutsider: false,
    })
    expect((await host.person(place, 'UFAKE')).email).toBeUndefined()
    expect((await host.person(place, 'UGUEST')).isOutsider).toBe(true)
    expect((await host.person(place, 'UFAR')).isOutsider).toBe(true)
  })

  test('who is of another workspace is an outsider, unless their organisation has them in this one, too', async () => {
    const place = await install()
    slack.state.people.push(
      { id: 'UFAR', email: 'far@acme.test', workspaceId: 'TOTHER', isStranger: false },
      { id: 'UGRID', email: 'g@acme.test', workspaceId: 'TOTHER', workspaces: ['TX', 'TACME'] },
      { id: 'UGRID2', email: 'h@acme.test', workspaceId: 'TOTHER', workspaces: ['TX'] },
    )
    expect((await host.person(place, 'UFAR')).isOutsider).toBe(true)
    expect((await host.person(place, 'UGRID')).isOutsider).toBe(false)
    expect((await host.person(place, 'UGRID2')).isOutsider).toBe(true)
  })

  test('a channel is private where Slack says so', async () => {
    const place = await install()
    slack.state.channels.push({ id: 'C3', isPrivate: false, members: [] })
    expect(await host.channel(place, 'C1')).toMatchObject({ isPrivate: true })
    expect(await host.channel(place, 'C3')).toMatchObject({ isPrivate: false })
  })

  test('members are read page by page, up to a bound', async () => {
    const place = await install()
    slack.state.channels.push({ id: 'C2', members: Array.from({ length: 250 }, (_, i) => `U${i}`) })
    expect(await host.members(place, 'C2', 300)).toHaveLength(250)
    expect(await host.members(place, 'C2', 200)).toBeUndefined()
  })

  test('answers go to no address that is none of Slack', async () => {
    const place = await install()
    const error = await failureOf(host.respond(place, 'http://127.0.0.1:1/answers/x', message))
    expect(error.failure).toBe('refused')
    const real = { ...place, apiUrl: 'https://slack.com/api' }
    expect(
      (await failureOf(host.respond(real, 'https://hooks.slack.com.evil.test/x', message))).failure,
    ).toBe('refused')
  })

  test('the test of a connection says in words what is wrong', async () => {
    const place = await install()
    const wanted = { hookUrl: 'https://lore.test/v1/hooks/slack/slk_1' }
    expect((await host.test(place, wanted)).every(({ ok }) => ok)).toBe(true)
    slack.state.app.scopes = slack.state.app.scopes.filter((scope) => scope !== 'users:read.email')
    expect((await host.test(place, wanted)).find(({ ok }) => !ok)?.text).toContain(
      'users:read.email',
    )
    slack.state.tokens.clear()
    expect(await host.test(place, wanted)).toMatchObject([{ ok: false }])
  })
})
