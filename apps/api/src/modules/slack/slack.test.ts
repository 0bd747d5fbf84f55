import { readAsOwner } from '@teamlore/db/testing'
import { type SlackStandIn, startSlack } from '@teamlore/hosts/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConnectingWorld,
  codeOf,
  openConnectingWorld,
} from '../../testing/connecting/connecting-world.ts'

let slack: SlackStandIn
let opened: ConnectingWorld
let world: ConnectingWorld['world']
let others: ConnectingWorld['others']
let call: ConnectingWorld['call']
beforeAll(async () => {
  slack = await startSlack()
  opened = await openConnectingWorld()
  ;({ world, others, call } = opened)
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
  await slack[Symbol.asyncDispose]()
})

const start = (payload: object = { web_url: slack.webUrl }) => call('POST', '/v1/slack', payload)

const keysOf = () => {
  const { clientId, clientSecret, signingSecret } = slack.state.app
  return { client_id: clientId, client_secret: clientSecret, signing_secret: signingSecret }
}

const begin = async () => {
  const { id } = (await start()).json<{ id: string }>()
  const kept = await call('PUT', `/v1/slack/${id}/keys`, keysOf())
  const url = new URL(kept.json<{ install_url: string }>().install_url)
  return { id, url, state: url.searchParams.get('state') ?? '' }
}

const connect = async (): Promise<string> => {
  const { id, state } = await begin()
  const made = await call('POST', '/v1/slack/finish', { code: slack.giveCode(), state })
  expect([made.statusCode, made.json().state]).toEqual([200, 'connected'])
  return id
}

const hook = (
  id: string,
  body: string,
  type: string,
  options?: { secret?: string; at?: number },
) => {
  const { headers } = slack.signed(body, type, options)
  return world.app.inject({ method: 'POST', url: `/v1/hooks/slack/${id}`, headers, payload: body })
}

const asksOf = (id: string) =>
  readAsOwner<{ kind: string; state: string }>(
    world.engine,
    `select kind, state from teamlore.slack_asks where slack_id = '${id}' order by id`,
  )

describe('connecting a Slack', () => {
  test('asks for an app of the team’s own, which sends everything here', async () => {
    const { id, manifest, create_url } = (await start({})).json()
    expect(create_url).toContain('https://api.slack.com/apps?new_app=1')
    const { settings, features, oauth_config } = JSON.parse(manifest)
    const hookUrl = `https://lore.test/v1/hooks/slack/${id}`
    expect(settings.event_subscriptions.request_url).toBe(hookUrl)
    expect(features.slash_commands[0]).toMatchObject({ command: '/lore', url: hookUrl })
    expect(oauth_config.scopes.bot).not.toContain('channels:join')
    expect(oauth_config.redirect_urls).toEqual(['https://lore.test/settings/integrations/slack'])
  })

  test('sends the browser to Slack, and takes its answer once, from who began', async () => {
    const { url, state } = await begin()
    expect(url.pathname).toBe('/oauth/v2/authorize')
    expect(url.searchParams.get('scope')).toContain('users:read.email')
    const finish = { code: slack.giveCode(), state }
    expect(codeOf(await call('POST', '/v1/slack/finish', finish, others.keys.admin))).toEqual([
      409,
      'integration.answer_unknown',
    ])
    expect((await call('POST', '/v1/slack/finish', finish)).statusCode).toBe(200)
    expect(codeOf(await call('POST', '/v1/slack/finish', finish))).toEqual([
      409,
      'integration.answer_unknown',
    ])
  })

  test('takes a token of an app that was installed by hand', async () => {
    const { id } = (await start()).json<{ id: string }>()
    slack.state.tokens.add('xoxb-by-hand')
    const { signing_secret } = keysOf()
    const keys = { signing_secret, bot_token: 'xoxb-by-hand' }
    expect((await call('PUT', `/v1/slack/${id}/keys`, keys)).json()).toEqual({ install_url: null })
    const { items } = (await call('GET', '/v1/slack')).json()
    expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({
      state: 'connected',
      workspace: { name: 'Acme' },
    })
    const wrong = { signing_secret, bot_token: 'xoxb-of-nobody' }
    expect(codeOf(await call('PUT', `/v1/slack/${id}/keys`, wrong))).toEqual([
      503,
      'integration.host_failed',
    ])
  })

  test.each([
    ['a wrong address', { web_url: 'slack' }],
    ['something unknown', { token: 'x' }],
  ])('refuses %s', async (_, payload) => {
    expect((await start(payload)).statusCode).toBe(400)
  })

  test('refuses addresses of the network within', async () => {
    expect(codeOf(await start({ web_url: 'http://10.1.2.3' }))).toEqual([
      422,
      'integration.private_address',
    ])
  })

  test('refuses keys that are not enough', async () => {
    const { id } = (await start()).json<{ id: string }>()
    const answer = await call('PUT', `/v1/slack/${id}/keys`, { signing_secret: 'long enough' })
    expect(answer.statusCode).toBe(400)
  })

  test('shows keys and tokens to nobody, and stores none of them as they are', async () => {
    const id = await connect()
    const [token = ''] = [...slack.state.tokens].slice(-1)
    const shown = (await call('GET', '/v1/slack')).body
    const stored = JSON.stringify(
      await readAsOwner(world.engine, `select * from teamlore.slack_apps where id = '${id}'`),
    )
    const logged = JSON.stringify(
      await readAsOwner(world.engine, 'select * from teamlore.audit_events'),
    )
    const { clientSecret, signingSecret } = slack.state.app
    for (const text of [shown, stored, logged])
      for (const secret of [token, clientSecret, signingSecret]) expect(text).not.toContain(secret)
  })
})

describe('what Slack sends', () => {
  const command = (fields: Record<string, string> = {}) =>
    new URLSearchParams({
      team_id: 'TACME',
      trigger_id: '1.2.a',
      user_id: 'UANN',
      channel_id: 'C1',
      text: 'why?',
      response_url: `${slack.webUrl}/answers/x`,
      ...fields,
    }).toString()
  const FORM = 'application/x-www-form-urlencoded'

  test('is answered at once, with nothing, and once for each id', async () => {
    const id = await connect()
    const asked = () =>
      readAsOwner(world.engine, `select 1 from teamlore.outbox where type = 'slack.asked'`)
    const before = (await asked()).length
    for (let time = 0; time < 3; time++) {
      const answer = await hook(id, command(), FORM)
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
    }
    expect(await asksOf(id)).toEqual([{ kind: 'command', state: 'waiting' }])
    expect((await asked()).length - before).toBe(1)
  })

  test('proves the address to Slack', async () => {
    const id = await connect()
    const body = JSON.stringify({ type: 'url_verification', challenge: 'c-1' })
    const answer = await hook(id, body, 'application/json')
    expect([answer.statusCode, answer.json()]).toEqual([200, { challenge: 'c-1' }])
  })

  test.each([
    ['with another secret', { secret: 'another' }],
    ['six minutes ago', { at: Date.now() - 360_000 }],
    ['in six minutes', { at: Date.now() + 360_000 }],
  ])('is refused where it was signed %s', async (_, options) => {
    const id = await connect()
    expect(codeOf(await hook(id, command(), FORM, options))).toEqual([401, 'hook.refused'])
    expect(await asksOf(id)).toEqual([])
  })

  test('is refused as of no connection where its keys cannot be read, and an admin sees why', async () => {
    const [id, other] = [await connect(), await connect()]
    await readAsOwner(
      world.engine,
      `update teamlore.slack_apps set sealed = (select sealed from teamlore.slack_apps where id = '${other}') where id = '${id}' returning 1`,
    )
    const unknown = await hook('slk_00000000000000000000000000', command(), FORM)
    const refused = await hook(id, command(), FORM)
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      401,
      unknown.json().error.message,
    ])
    const [stored] = await readAsOwner<{ error: string | null }>(
      world.engine,
      `select error from teamlore.slack_apps where id = '${id}'`,
    )
    expect(stored?.error).toMatch(/TEAMLORE_SECRET/)
  })

  test('is refused without a signature, of no connection, too large and in another form', async () => {
    const id = await connect()
    const url = `/v1/hooks/slack/${id}`
    const plain = {
      method: 'POST',
      url,
      payload: command(),
      headers: { 'content-type': FORM },
    } as const
    expect(codeOf(await world.app.inject(plain))).toEqual([401, 'hook.refused'])
    expect(codeOf(await hook(`slk_${'0'.repeat(26)}`, command(), FORM))).toEqual([
      401,
      'hook.refused',
    ])
    expect(codeOf(await hook('x', command(), FORM))).toEqual([401, 'hook.refused'])
    expect((await hook(id, 'x'.repeat(1_100_000), FORM)).statusCode).toBe(413)
    expect((await hook(id, '<x/>', 'application/xml')).statusCode).toBe(415)
    for (const body of ['', '{', '[]', '{"type":"event_callback"}'])
      expect(codeOf(await hook(id, body, 'application/json'))).toEqual([422, 'hook.unreadable'])
    expect(await asksOf(id)).toEqual([])
  })
})

describe('a connection', () => {
  test('is tested in words, is set, and says what became of what came', async () => {
    const id = await connect()
    expect((await call('POST', `/v1/slack/${id}/test`)).json()).toMatchObject({ ok: true })
    const set = { digest_channel: 'C012AB3CD', project: null }
    expect((await call('PUT', `/v1/slack/${id}`, set)).json()).toMatchObject(set)
    expect(
      (await call('PUT', `/v1/slack/${id}`, { ...set, digest_channel: '#x' })).statusCode,
    ).toBe(400)
    expect(
      codeOf(await call('PUT', `/v1/slack/${id}`, { ...set, project: 'prj_none' }))[0],
    ).toBeGreaterThanOrEqual(400)
    await hook(
      id,
      JSON.stringify({
        type: 'event_callback',
        team_id: 'TACME',
        event_id: 'Ev1',
        event: { type: 'app_uninstalled' },
      }),
      'application/json',
    )
    const { items } = (await call('GET', `/v1/slack/${id}/deliveries`)).json()
    expect(items).toMatchObject([{ delivery: 'Ev1', kind: 'other', state: 'ignored' }])
    const [shown] = (await call('GET', '/v1/slack'))
      .json()
      .items.filter((one: { id: string }) => one.id === id)
    expect(shown.error).toContain('removed from the workspace')
  })

  test('belongs to one team', async () => {
    const id = await connect()
    for (const [method, url, payload] of [
      ['PUT', `/v1/slack/${id}`, { digest_channel: null, project: null }],
      ['PUT', `/v1/slack/${id}/keys`, keysOf()],
      ['POST', `/v1/slack/${id}/test`],
      ['GET', `/v1/slack/${id}/deliveries`],
      ['DELETE', `/v1/slack/${id}`],
    ] as const)
      expect(codeOf(await call(method, url, payload, others.keys.admin))).toEqual([
        404,
        'slack.not_found',
      ])
    expect((await call('GET', '/v1/slack', undefined, others.keys.admin)).body).not.toContain(id)
  })

  test('that is removed leaves nothing here and nothing at Slack', async () => {
    const id = await connect()
    await hook(
      id,
      JSON.stringify({
        type: 'event_callback',
        team_id: 'TACME',
        event_id: 'Ev2',
        event: { type: 'app_uninstalled' },
      }),
      'application/json',
    )
    expect((await call('DELETE', `/v1/slack/${id}`)).statusCode).toBe(204)
    expect(slack.state.app.isInstalled).toBe(false)
    for (const table of ['slack_apps where id', 'slack_asks where slack_id'])
      expect(await readAsOwner(world.engine, `select 1 from teamlore.${table} = '${id}'`)).toEqual(
        [],
      )
    const audited = await readAsOwner<{ action: string }>(
      world.engine,
      `select action from teamlore.audit_events where subject = '${id}' order by id`,
    )
    expect(audited.map(({ action }) => action)).toEqual(['slack.connected', 'slack.removed'])
  })

  test('is removed here where Slack is gone', async () => {
    const id = await connect()
    slack.fail({ method: 'apps.uninstall', status: 0 })
    expect((await call('DELETE', `/v1/slack/${id}`)).statusCode).toBe(204)
    expect(
      await readAsOwner(world.engine, `select 1 from teamlore.slack_apps where id = '${id}'`),
    ).toEqual([])
  })
})
