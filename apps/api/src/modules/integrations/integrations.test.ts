import { readAsOwner } from '@teamlore/db/testing'
import { type GitHubStandIn, startGitHub } from '@teamlore/hosts/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConnectingWorld,
  codeOf,
  openConnectingWorld,
} from '../../testing/connecting/connecting-world.ts'

let github: GitHubStandIn
let opened: ConnectingWorld
let world: ConnectingWorld['world']
let us: ConnectingWorld['us']
let others: ConnectingWorld['others']
let call: ConnectingWorld['call']
beforeAll(async () => {
  github = await startGitHub()
  opened = await openConnectingWorld()
  ;({ world, us, others, call } = opened)
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

const start = (payload: object = { web_url: github.webUrl }) =>
  call('POST', '/v1/integrations', payload)

const stateOf = (action: string): string => new URL(action).searchParams.get('state') ?? ''

const connect = async (): Promise<string> => {
  const { id, action, manifest } = (await start()).json()
  github.state.app.hookUrl = JSON.parse(manifest).hook_attributes.url
  const finish = { code: github.giveCode(), state: stateOf(action) }
  const made = await call('POST', '/v1/integrations/finish', finish)
  expect([made.statusCode, made.json().state]).toEqual([200, 'connected'])
  return id
}

describe('connecting a GitHub', () => {
  test('asks for an app with least permissions, which sends its events here', async () => {
    const { action, manifest } = (
      await start({ web_url: github.webUrl, organization: 'acme' })
    ).json()
    expect(action).toMatch(/\/organizations\/acme\/settings\/apps\/new\?state=int_/)
    const { hook_attributes, default_permissions, public: isPublic } = JSON.parse(manifest)
    expect(hook_attributes.url).toMatch(/^https:\/\/lore\.test\/v1\/hooks\/github\/int_/)
    expect(isPublic).toBe(false)
    expect(default_permissions).toEqual({
      metadata: 'read',
      contents: 'read',
      pull_requests: 'write',
      checks: 'write',
    })
  })

  test('keeps its keys encrypted, and shows them to nobody', async () => {
    const id = await connect()
    const [row] = await readAsOwner<{ row: string }>(
      world.engine,
      `select to_jsonb(i)::text as row from teamlore.integrations i where id = '${id}'`,
    )
    const listed = await call('GET', '/v1/integrations')
    for (const secret of [github.state.app.hookSecret, 'PRIVATE KEY', 'secret-of-the-client'])
      expect(`${row?.row}${listed.body}`).not.toContain(secret)
    const log = await call('GET', '/v1/audit?action=integration.connected')
    expect(log.json().items[0]).toMatchObject({
      subject: { id },
      details: { name: 'teamlore-test' },
    })
  })

  test('takes an answer once, and only by who began', async () => {
    const { id, action } = (await start()).json()
    const finish = { code: github.giveCode(), state: stateOf(action) }
    const url = '/v1/integrations/finish'
    expect(codeOf(await call('POST', url, finish, others.keys.admin))[1]).toBe(
      'integration.answer_unknown',
    )
    await readAsOwner(
      world.engine,
      `update teamlore.integrations set created_by = 'x' || created_by where id = '${id}' returning 1`,
    )
    expect(codeOf(await call('POST', url, finish))[1]).toBe('integration.answer_unknown')
    await readAsOwner(
      world.engine,
      `update teamlore.integrations set created_by = substr(created_by, 2) where id = '${id}' returning 1`,
    )
    expect((await call('POST', url, finish)).statusCode).toBe(200)
    expect(codeOf(await call('POST', url, finish))[1]).toBe('integration.answer_unknown')
  })

  test.each(['http://127.0.0.2', 'http://10.0.0.1', 'http://169.254.169.254'])(
    'reaches no private network: %s',
    async (web_url) => {
      expect(codeOf(await start({ web_url }))).toEqual([422, 'integration.private_address'])
    },
  )

  test('says what is wrong, in words', async () => {
    const id = await connect()
    const findings = async () =>
      (await call('POST', `/v1/integrations/${id}/test`)).json().findings as {
        ok: boolean
        text: string
      }[]
    expect((await findings()).filter(({ ok }) => !ok).map(({ text }) => text)).toEqual([
      'The app is installed nowhere. Choose its repositories.',
    ])
    github.add({ name: 'acme/harbour' })
    github.state.app.permissions = { ...github.state.app.permissions, checks: 'read' }
    github.state.hookDeliveries.push({ status_code: 502, delivered_at: '2026-01-01T00:00:00Z' })
    const texts = (await findings()).map(({ text }) => text).join('\n')
    expect(texts).toContain('lacks the permission checks: write')
    expect(texts).toContain('could not deliver 1: it got 502')
    github.state.app.permissions['checks'] = 'write'
    github.state.hookDeliveries.length = 0
    expect((await findings()).every(({ ok }) => ok)).toBe(true)
  })

  test('is undone without a rest: its access at the host, its keys and all that hangs on it', async () => {
    const id = await connect()
    github.add({ name: 'acme/other', installation: 8 })
    expect((await call('DELETE', `/v1/integrations/${id}`)).statusCode).toBe(204)
    expect(github.state.installations).toEqual([])
    const left = await readAsOwner(
      world.engine,
      `select id from teamlore.integrations where id = '${id}'
        union all select integration_id from teamlore.hook_deliveries where integration_id = '${id}'
        union all select integration_id from teamlore.integration_repositories where integration_id = '${id}'`,
    )
    expect(left).toEqual([])
  })
})

describe('what another team connected', () => {
  test.each([
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/repositories'],
    ['GET', '/deliveries'],
    ['GET', '/comments'],
    ['GET', '/dismissals'],
    ['PUT', '/required'],
    ['POST', '/backfill'],
  ] as const)('is not there: %s %s', async (method, path) => {
    const id = await connect()
    const bodies: Record<string, object> = {
      'PUT ': { shows_names: true },
      'PUT /required': { repository: '1', required: ['invariant'] },
      'POST /backfill': { merged: 1 },
    }
    const payload = bodies[`${method} ${path}`]
    const answer = await call(method, `/v1/integrations/${id}${path}`, payload, others.keys.owner)
    expect(answer.statusCode).toBe(404)
    expect(
      (await call('GET', '/v1/integrations', undefined, others.keys.owner)).json().items,
    ).toEqual([])
  })

  test('a member of the team does not see either', async () => {
    expect((await call('GET', '/v1/integrations', undefined, us.keys.member)).statusCode).toBe(403)
  })
})

describe('what a host sends', () => {
  const push = {
    action: 'opened',
    installation: { id: 7 },
    pull_request: { number: 3 },
    repository: {
      id: 5,
      full_name: 'acme/x',
      html_url: 'https://github.com/acme/x',
      private: true,
    },
  }
  const post = (id: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
    world.app.inject({ method: 'POST', url: `/v1/hooks/github/${id}`, headers, payload: body })

  test('is taken where it is signed, once, and waits in the outbox', async () => {
    const id = await connect()
    const hook = github.hook('pull_request', push)
    expect((await post(id, hook)).json()).toEqual({ state: 'taken' })
    expect((await post(id, hook)).json()).toEqual({ state: 'known' })
    const { items } = (await call('GET', `/v1/integrations/${id}/deliveries`)).json()
    expect(items).toMatchObject([
      {
        event: 'pull_request',
        action: 'opened',
        repository: 'acme/x',
        number: 3,
        state: 'waiting',
      },
    ])
    const events = await readAsOwner(
      world.engine,
      `select 1 from teamlore.outbox where type = 'pull_request.asked' and team_id = '${us.teamId}'`,
    )
    expect(events).toHaveLength(1)
    const replay = `/v1/integrations/deliveries/${items[0].id}/replay`
    expect((await call('POST', replay, undefined, others.keys.owner)).statusCode).toBe(404)
    expect((await call('POST', replay)).statusCode).toBe(204)
  })

  test('is refused where it is not, whoever it says it is from', async () => {
    const id = await connect()
    const { headers, body } = github.hook('pull_request', push)
    const refused = async (changed: Partial<Record<string, string>>, at = id, sent = body) => {
      const all = Object.fromEntries(
        Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined),
      ) as Record<string, string>
      return codeOf(await post(at, { headers: all, body: sent }))
    }
    const no = [401, 'hook.refused']
    expect(await refused({ 'x-hub-signature-256': undefined })).toEqual(no)
    expect(await refused({ 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` })).toEqual(no)
    expect(await refused({ 'x-hub-signature-256': 'sha1=abc' })).toEqual(no)
    expect(await refused({}, id, `${body} `)).toEqual(no)
    expect(await refused({}, 'int_01k9x2f0000000000000000000')).toEqual(no)
    expect(await refused({}, 'nonsense')).toEqual(no)
    const elsewhere = github.hook('pull_request', push, { secret: 'another secret' })
    expect(codeOf(await post(id, elsewhere))).toEqual(no)
  })

  test('that cannot be read is said so, and that is none of ours is left aside', async () => {
    const id = await connect()
    const send = (event: string, payload: object) => post(id, github.hook(event, payload))
    expect((await send('star', push)).json()).toEqual({ state: 'ignored' })
    expect((await send('ping', { zen: 'x' })).json()).toEqual({ state: 'ignored' })
    expect(codeOf(await send('pull_request', { ...push, pull_request: { number: -1 } }))).toEqual([
      422,
      'hook.unreadable',
    ])
    expect(codeOf(await send('bad event', push))).toEqual([422, 'hook.unreadable'])
    expect(codeOf(await post(id, github.hook('pull_request', push, { delivery: ' ' })))).toEqual([
      422,
      'hook.unreadable',
    ])
    const { headers } = github.hook('pull_request', push)
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post(id, { headers: form, body: 'a=1' })).statusCode).toBe(415)
  })
})
