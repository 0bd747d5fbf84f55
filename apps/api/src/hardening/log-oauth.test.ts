import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canary, secretsInLog } from '../testing/isolation/secrets-in-log.ts'
import { askAddress, LOOPBACK, type OAuthWorld, openOAuthWorld } from '../testing/oauth-world.ts'
import { openManagedWorld } from '../testing/providers/managed-world.ts'
import type { WorldTeam } from '../testing/world.ts'

const { newLog, keep, begin, count, found } = secretsInLog()
let home: OAuthWorld
let us: WorldTeam

beforeAll(async () => {
  home = await openOAuthWorld({ log: newLog() })
  us = await home.world.addTeam('Ann')
})
afterAll(() => home[Symbol.asyncDispose]())

type Answered = Record<string, unknown>

/** What is given for a code, a refresh token or a device code, kept under the name of the step. */
const tradeIn = async (step: string, body: Record<string, string>, headers = {}) => {
  const answer = await fetch(`${home.url}/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(body),
  })
  const said = (await answer.json()) as Answered
  expect([step, answer.status, said['error']]).toEqual([step, 200, undefined])
  keep(`access token of ${step}`, said['access_token'])
  keep(`refresh token of ${step}`, said['refresh_token'])
  return { access: String(said['access_token']), refresh: String(said['refresh_token']) }
}
const isRefused = async (body: Record<string, string>, headers = {}) => {
  const answer = await fetch(`${home.url}/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(body),
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
}

/** Works with a token, also where it may not, and where it does not belong. */
const uses = async (token: string): Promise<void> => {
  const call = (name: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { query: 'engines' } },
  })
  expect((await home.knock(token)).status).toBe(200)
  expect((await home.knock(token, call('lore_search'))).status).toBe(200)
  expect((await home.knock(token, call('lore_remember'))).status).toBe(403)
  await fetch(`${home.mcp}?access_token=${token}`)
  await fetch(`${home.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  await fetch(`${home.url}/v1/nothing/${token}`)
}

/** The whole of it with a secret, shown in the body or by Basic, with each mistake on the way. */
const connects = async (method: 'client_secret_post' | 'client_secret_basic'): Promise<void> => {
  const person = await home.openBrowser(us.keys.owner)
  const registered = await home.register({ token_endpoint_auth_method: method })
  const { client_id } = registered
  const client_secret = keep('client secret', registered.client_secret)
  const basic = (secret: string) => {
    const pair = Buffer.from(`${client_id}:${secret}`).toString('base64')
    keep(`password of Basic, ${secret === client_secret ? 'right' : 'wrong'}`, pair)
    return { authorization: `Basic ${pair}` }
  }
  const isPost = method === 'client_secret_post'
  const shown = isPost ? { client_id, client_secret } : {}
  const headers = isPost ? {} : basic(client_secret)
  const state = keep('state', canary('state'))
  const { address, verifier } = askAddress(home, client_id, { state, scope: 'read' })
  keep('verifier', verifier)
  const id = await person.open(address)
  const to = await person.answer(id)
  const code = keep('authorization code', to.searchParams.get('code'))
  const grant = {
    grant_type: 'authorization_code',
    redirect_uri: LOOPBACK,
    code,
    code_verifier: verifier,
  }
  const wrong = keep('wrong secret', canary('secret'))
  await isRefused(
    { ...grant, ...(isPost && { client_id, client_secret: wrong }) },
    isPost ? {} : basic(wrong),
  )
  const first = await tradeIn('a code', { ...grant, ...shown }, headers)
  await uses(first.access)
  const renew = { grant_type: 'refresh_token', ...shown }
  const next = await tradeIn('a renewal', { ...renew, refresh_token: first.refresh }, headers)
  await uses(next.access)
  // Shown again too late it ends everything, which is written down.
  home.wait(61_000)
  await isRefused({ ...renew, refresh_token: first.refresh }, headers)
  expect((await home.knock(next.access)).status).toBe(401)
  await home.revoke({ client_id, token: next.refresh, ...(isPost && { client_secret }) })
  await isRefused({ ...grant, ...shown }, headers)
}

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'

const connectsByCode = async (): Promise<void> => {
  const person = await home.openBrowser(us.keys.owner)
  const { client_id } = await home.register({
    redirect_uris: [],
    grant_types: [DEVICE, 'refresh_token'],
  })
  const begun = await fetch(`${home.url}/v1/device/code`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, resource: home.mcp, scope: 'read' }),
  })
  const said = (await begun.json()) as Record<string, string>
  const device_code = keep('device code', said['device_code'])
  const user_code = keep('user code', said['user_code'])
  keep('user code as it is typed', user_code.replace('-', '').toLowerCase())
  const poll = { grant_type: DEVICE, client_id, device_code }
  await isRefused(poll)
  await person.ask('POST', '/v1/device/find', { user_code })
  await person.ask('POST', '/v1/device/find', { user_code: keep('wrong code', 'BCDF-GHJK') })
  // Written into an address, as the link of a client has it.
  await fetch(`${home.url}/device?user_code=${user_code}`)
  const answer = { user_code, allow: true, team: us.teamId }
  expect((await person.ask('POST', '/v1/device/answer', answer)).status).toBe(204)
  home.wait(6_000)
  const { access } = await tradeIn('a device', poll)
  await uses(access)
  await isRefused(poll)
}

/** What was refused before anybody was asked, with all that could be secret in it. */
const goesWrong = async (): Promise<void> => {
  const person = await home.openBrowser(us.keys.owner)
  const { client_id } = await home.register()
  const state = keep('state of a refused request', canary('state'))
  for (const more of [
    { redirect_uri: 'https://elsewhere.test/back' },
    { resource: 'https://elsewhere.test/mcp' },
    { code_challenge_method: 'plain' },
    { client_id: 'nobody' },
  ])
    await person.go(askAddress(home, client_id, { state, ...more }).address)
  const code = keep('code of nobody', canary('code'))
  const refresh_token = keep('refresh token of nobody', canary('refresh'))
  const device_code = keep('device code of nobody', canary('device'))
  await isRefused({ grant_type: 'authorization_code', client_id, code, redirect_uri: LOOPBACK })
  await isRefused({ grant_type: 'refresh_token', client_id, refresh_token })
  await isRefused({ grant_type: DEVICE, client_id, device_code })
  await isRefused({ grant_type: keep('grant type', canary('grant')), client_id })
  const password = keep('password in a form', canary('password'))
  await isRefused({ grant_type: 'password', client_id, username: 'ann', password })
  // Neither a form nor JSON that can be read.
  const broken = keep('secret in a broken body', canary('broken'))
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/v1/device/code'])
    await fetch(`${home.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"client_secret": "${broken}`,
    })
}

describe('the log of a server, at its most talkative, over a whole OAuth flow', () => {
  test.each<[string, () => Promise<void>]>([
    ['a client that shows its secret in the body', () => connects('client_secret_post')],
    ['a client that shows its secret by Basic', () => connects('client_secret_basic')],
    ['a client without a browser', connectsByCode],
    ['clients that are refused', goesWrong],
  ])('holds none of the secrets of %s', async (_what, act) => {
    begin()
    await act()
    expect(count().lines).toBeGreaterThan(10)
    expect(count().secrets).toBeGreaterThanOrEqual(6)
    expect(found()).toEqual([])
  })

  test('holds none of the secrets of a client that an identity provider vouches for', async () => {
    begin()
    const managed = await openManagedWorld(newLog())
    try {
      keep('secret of a managed client', managed.client.client_secret)
      const assertion = keep('assertion', await managed.oidc.vouch(managed.claims()))
      const given = await managed.token(assertion)
      expect(given.statusCode).toBe(200)
      const token = keep('token for an assertion', given.json().access_token)
      expect((await managed.knock(token)).statusCode).toBe(200)
      // It counts once, and what is wrong with another is said.
      expect((await managed.token(assertion)).statusCode).toBe(400)
      const elsewhere = managed.claims({ aud: 'https://elsewhere.test' })
      const other = keep('assertion for another', await managed.oidc.vouch(elsewhere))
      expect((await managed.token(other)).statusCode).toBe(400)
    } finally {
      await managed[Symbol.asyncDispose]()
    }
    expect(count().lines).toBeGreaterThan(3)
    expect(found()).toEqual([])
  })
})
