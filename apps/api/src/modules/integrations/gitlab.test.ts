import { createHmac } from 'node:crypto'
import { readAsOwner } from '@teamlore/db/testing'
import { type GitLabStandIn, type StandInRepository, startGitLab } from '@teamlore/hosts/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConnectingWorld,
  codeOf,
  openConnectingWorld,
} from '../../testing/connecting/connecting-world.ts'

let gitlab: GitLabStandIn
let opened: ConnectingWorld
let world: ConnectingWorld['world']
let us: ConnectingWorld['us']
let others: ConnectingWorld['others']
let call: ConnectingWorld['call']
let harbour: StandInRepository
beforeAll(async () => {
  gitlab = await startGitLab()
  opened = await openConnectingWorld()
  ;({ world, us, others, call } = opened)
})
beforeEach(() => {
  gitlab.state.repositories = []
  gitlab.state.role = 40
  gitlab.state.signs = true
  gitlab.state.token.isEnded = false
  gitlab.state.token.text = TOKEN
  gitlab.state.token.scopes = ['api']
  gitlab.state.account.id = 4_712
  harbour = gitlab.add({ name: 'acme/tools/harbour' })
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
  await gitlab[Symbol.asyncDispose]()
})

const TOKEN = 'glpat-of-the-stand-in'

const connect = (fields: object = {}, key = us.keys.admin) =>
  call(
    'POST',
    '/v1/integrations/connect',
    { kind: 'gitlab', web_url: gitlab.webUrl, token: TOKEN, ...fields },
    key,
  )

/** By a webhook that somebody makes by hand. */
const connected = async (): Promise<string> => {
  const { integration, hook_secret } = (await connect({ makes_hooks: false })).json()
  gitlab.state.hookSecret = hook_secret
  return integration.id
}

describe('connecting a GitLab', () => {
  test('takes a token that it knows, keeps it encrypted, and shows it to nobody', async () => {
    const made = await connect()
    expect(made.statusCode).toBe(201)
    const { integration, hook_secret } = made.json()
    expect(hook_secret).toBeNull()
    expect(integration).toMatchObject({
      kind: 'gitlab',
      state: 'connected',
      makes_hooks: true,
      hook_url: `https://lore.test/v1/hooks/gitlab/${integration.id}`,
      app: { account: 'teamlore', install_url: null },
    })
    const [row] = await readAsOwner<{ row: string }>(
      world.engine,
      `select to_jsonb(i)::text as row from teamlore.integrations i where id = '${integration.id}'`,
    )
    const listed = await call('GET', '/v1/integrations')
    const log = await call('GET', '/v1/audit?action=integration.connected')
    for (const text of [row?.row, made.body, listed.body, log.body])
      expect(text).not.toContain(TOKEN)
    expect(log.json().items[0]).toMatchObject({ details: { kind: 'gitlab' } })
  })

  test('is refused where the token ended, or may make no webhooks though it is to', async () => {
    gitlab.state.token.isEnded = true
    const ended = await connect()
    expect(codeOf(ended)).toEqual([503, 'integration.host_failed'])
    expect(ended.json().error.message).toContain('does not take the token')
    gitlab.state.token.isEnded = false
    gitlab.state.role = 30
    expect(codeOf(await connect())).toEqual([422, 'integration.may_not_make_hooks'])
    const byHand = await connect({ makes_hooks: false })
    expect(byHand.statusCode).toBe(201)
    expect(byHand.json().hook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })

  test.each(['http://127.0.0.2', 'http://10.0.0.1', 'http://169.254.169.254'])(
    'reaches no private network: %s',
    async (web_url) => {
      expect(codeOf(await connect({ web_url }))).toEqual([422, 'integration.private_address'])
    },
  )

  test('says what is wrong, in words', async () => {
    const id = await connected()
    const texts = async () =>
      (await call('POST', `/v1/integrations/${id}/test`))
        .json()
        .findings.map(({ ok, text }: { ok: boolean; text: string }) => `${ok} ${text}`)
        .join('\n')
    expect(await texts()).toContain('false acme/tools/harbour has no webhook')
    harbour.hooks.push({
      id: 1,
      body: { url: `https://lore.test/v1/hooks/gitlab/${id}` },
      alertStatus: 'disabled',
    })
    expect(await texts()).toContain('false GitLab has switched off the webhook')
    const [hook] = harbour.hooks
    if (hook) hook.alertStatus = 'executable'
    expect(await texts()).not.toContain('false')
    gitlab.state.token.expiresAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    gitlab.state.token.scopes = ['read_api']
    expect(await texts()).toMatch(/false The token lacks the scope api/)
    expect(await texts()).toMatch(/false The token ends on/)
    gitlab.state.token.expiresAt = null
    gitlab.state.repositories = []
    expect(await texts()).toContain('false Its account is a developer in no project')
    gitlab.state.token.isEnded = true
    expect(await texts()).toMatch(/^false GitLab does not take the token/)
  })
})

describe('another token', () => {
  test('of the same account takes the place of one that ended; that of another does not', async () => {
    const id = await connected()
    const give = (token: string, key = us.keys.admin) =>
      call('PUT', `/v1/integrations/${id}/token`, { token }, key)
    gitlab.state.token.text = 'glpat-rotated'
    expect((await give('glpat-rotated', others.keys.owner)).statusCode).toBe(404)
    const given = await give('glpat-rotated')
    expect([given.statusCode, given.json().id]).toEqual([200, id])
    expect((await call('POST', `/v1/integrations/${id}/test`)).json().findings[0].ok).toBe(true)
    gitlab.state.account.id = 99
    expect(codeOf(await give('glpat-rotated'))).toEqual([409, 'integration.token_of_another'])
    expect(codeOf(await give('glpat-unknown'))).toEqual([503, 'integration.host_failed'])
  })
})

describe('what a GitLab sends', () => {
  const post = (
    id: string,
    { headers, body }: { headers: Record<string, string>; body: string },
    kind = 'gitlab',
  ) => world.app.inject({ method: 'POST', url: `/v1/hooks/${kind}/${id}`, headers, payload: body })

  test('is taken where it is signed, once for each key, and waits in the outbox', async () => {
    const id = await connected()
    const hook = gitlab.pushed(harbour, { action: 'opened' })
    expect((await post(id, hook)).json()).toEqual({ state: 'taken' })
    expect((await post(id, hook)).json()).toEqual({ state: 'known' })
    const { items } = (await call('GET', `/v1/integrations/${id}/deliveries`)).json()
    expect(items).toMatchObject([
      {
        event: 'merge_request',
        action: 'open',
        repository: 'acme/tools/harbour',
        number: 3,
        state: 'waiting',
      },
    ])
  })

  test('of an older server is taken by the secret that it sends along', async () => {
    const id = await connected()
    gitlab.state.signs = false
    const hook = gitlab.pushed(harbour)
    expect(hook.headers['x-gitlab-token']).toBe(gitlab.state.hookSecret)
    const { 'idempotency-key': _key, ...headers } = hook.headers
    expect((await post(id, { headers, body: hook.body })).json()).toEqual({ state: 'taken' })
    expect((await post(id, { headers, body: hook.body })).json()).toEqual({ state: 'known' })
    const other = { ...hook.headers, 'x-gitlab-token': `${gitlab.state.hookSecret}x` }
    expect(codeOf(await post(id, { headers: other, body: hook.body }))).toEqual([
      401,
      'hook.refused',
    ])
  })

  test('is refused where it is not signed, is old, or is of another host', async () => {
    const id = await connected()
    const hook = gitlab.pushed(harbour)
    const refused = async (changed: Partial<Record<string, string>>, body = hook.body) => {
      const all = Object.fromEntries(
        Object.entries({ ...hook.headers, ...changed }).filter(([, value]) => value !== undefined),
      ) as Record<string, string>
      return codeOf(await post(id, { headers: all, body }))
    }
    const no = [401, 'hook.refused']
    expect(await refused({ 'webhook-signature': undefined })).toEqual(no)
    expect(await refused({ 'webhook-signature': 'v1,AAAA' })).toEqual(no)
    expect(await refused({ 'webhook-timestamp': '1700000000' })).toEqual(no)
    expect(await refused({ 'webhook-id': 'another' })).toEqual(no)
    expect(await refused({}, `${hook.body} `)).toEqual(no)
    // What does not hold is not made good by the secret itself.
    expect(
      await refused({ 'webhook-signature': 'v1,AAAA', 'x-gitlab-token': gitlab.state.hookSecret }),
    ).toEqual(no)
    expect(codeOf(await post(id, hook, 'github'))).toEqual(no)
    // Nor what another kind of host would sign by the same secret.
    const made = createHmac('sha256', gitlab.state.hookSecret).update(hook.body).digest('hex')
    const asGitHub = {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': 'another-kind',
      'x-hub-signature-256': `sha256=${made}`,
    }
    expect(codeOf(await post(id, { headers: asGitHub, body: hook.body }, 'github'))).toEqual(no)
    expect(codeOf(await post('int_01k9x2f0000000000000000000', hook))).toEqual(no)
    // What is signed as it has to be is refused all the same once it is old, or of a time to come.
    for (const minutes of [-6, 6])
      expect(
        await refused(gitlab.signed(hook.body, 'old', { at: Date.now() + minutes * 60_000 })),
      ).toEqual(no)
    const { id: theirs } = (await connect({ makes_hooks: false }, others.keys.owner)).json()
      .integration
    expect(codeOf(await post(theirs, hook))).toEqual(no)
  })

  test('that is none of ours is left aside, and that cannot be read is said so', async () => {
    const id = await connected()
    const project = {
      id: harbour.id,
      path_with_namespace: harbour.name,
      web_url: harbour.url,
      visibility_level: 0,
    }
    const sent = (event: string, payload: object) => post(id, gitlab.hook(event, payload))
    expect((await sent('Push Hook', { project })).json()).toEqual({ state: 'ignored' })
    expect((await sent('Note Hook', { project, object_attributes: {} })).json()).toEqual({
      state: 'ignored',
    })
    const approved = { iid: 3, action: 'approved' }
    expect(
      (await sent('Merge Request Hook', { project, object_attributes: approved })).json(),
    ).toEqual({ state: 'ignored' })
    expect(codeOf(await sent('Push Hook', { project: { id: -1 } }))).toEqual([
      422,
      'hook.unreadable',
    ])
    expect(codeOf(await post(id, gitlab.hook('Push Hook', {}, { delivery: ' ' })))).toEqual([
      422,
      'hook.unreadable',
    ])
  })
})

test('removing it takes away its webhooks, its token at the host, and all of it here', async () => {
  const id = await connected()
  const url = `https://lore.test/v1/hooks/gitlab/${id}`
  harbour.hooks.push({ id: 1, body: { url }, alertStatus: 'executable' })
  harbour.hooks.push({ id: 2, body: { url: 'https://ci.test' }, alertStatus: 'executable' })
  expect((await call('DELETE', `/v1/integrations/${id}`)).statusCode).toBe(204)
  expect(harbour.hooks.map((hook) => hook.id)).toEqual([2])
  expect(gitlab.state.token.isEnded).toBe(true)
  const left = await readAsOwner(
    world.engine,
    `select id from teamlore.integrations where id = '${id}'
      union all select integration_id from teamlore.hook_deliveries where integration_id = '${id}'
      union all select integration_id from teamlore.integration_repositories where integration_id = '${id}'`,
  )
  expect(left).toEqual([])
})
