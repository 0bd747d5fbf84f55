import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLanguageModel } from '@teamlore/models'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { GAUGE_SESSIONS, QUESTION } from '../testing/gauge-sessions.ts'
import { canary, secretsInLog } from '../testing/isolation/secrets-in-log.ts'
import { openSignInWorld, type SignInWorld } from '../testing/sign-in-world.ts'
import { openWorld } from '../testing/world.ts'

const { newLog, keep, begin, count, found } = secretsInLog()
let at: SignInWorld

beforeAll(async () => {
  at = await openSignInWorld([], 'localhost', newLog())
})
afterAll(() => at[Symbol.asyncDispose]())

const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  at.world.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...(typeof payload === 'string' && { 'content-type': FORM }) },
    payload,
  })
const FORM = 'application/x-www-form-urlencoded'

const usesKeys = async (): Promise<void> => {
  const { owner, admin } = at.us.keys
  keep('key of the owner', owner)
  keep('key of an admin', admin)
  const made = await post('/v1/keys', { name: 'A new one', role: 'member' }, bearer(owner))
  const key = keep('key that was made', made.json().key)
  expect((await at.world.app.inject({ url: '/v1/me', headers: bearer(key) })).statusCode).toBe(200)
  const wrong = bearer(keep('wrong key', canary('tlk_wrong')))
  expect((await at.world.app.inject({ url: '/v1/me', headers: wrong })).statusCode).toBe(401)
  const asked = keep('key in an address', canary('tlk_address'))
  await at.world.app.inject(`/v1/me?key=${asked}`)
  await at.world.app.inject(`/v1/nothing/${keep('key in a path', canary('tlk_path'))}`)
}

const signsIn = async (): Promise<void> => {
  const link = await post('/v1/sign-in-links', {}, bearer(at.us.keys.owner))
  const token = keep('token of a link', new URL(link.json().url).searchParams.get('token'))
  const signedIn = await post('/v1/sign-in', { token })
  expect(signedIn.statusCode).toBe(204)
  for (const { value } of signedIn.cookies) keep('cookie of a link', value)
  await post('/v1/sign-in', { token: keep('wrong token', canary('token')) })

  const browser = at.newBrowser()
  keep('client secret of the environment', at.oidc.clientSecret)
  const started = await browser.call('POST', '/v1/sign-in/providers/oidc/start', {})
  keep('cookie of an attempt', Object.values(browser.jar)[0])
  const back = new URL(await at.oidc.signIn(started.json().url, 'ana'))
  keep('code of a provider', back.searchParams.get('code'))
  keep('state of a provider', back.searchParams.get('state'))
  const query = back.search.slice(1)
  const finish = () => browser.call('POST', '/v1/sign-in/providers/oidc/finish', { query })
  expect((await finish()).statusCode).toBe(200)
  keep('cookie of a provider', browser.jar['teamlore_session'])
  // It works once.
  expect((await finish()).statusCode).toBe(401)
}

const storesProviders = async (): Promise<void> => {
  const browser = await at.ownersBrowser()
  const provider = {
    kind: 'oidc',
    name: 'Acme',
    issuer: at.oidc.issuer,
    client_id: 'teamlore',
    client_secret: keep('client secret that was stored', canary('client-secret')),
    allowed_domains: ['example.com'],
  }
  const made = await browser.call('POST', '/v1/sign-in-providers', provider)
  expect(made.statusCode, made.body).toBe(201)
  // The provider refuses the secret, and what it answers is reported.
  await browser.call('POST', `/v1/sign-in-providers/${made.json().id}/test`)
}

const connectsMachines = async (): Promise<void> => {
  const machine = { fingerprint: 'a'.repeat(32), name: 'l', platform: 'linux', agent_version: '1' }
  const asked = (await post('/v1/device/code', { machine })).json()
  const device_code = keep('device code', asked.device_code)
  const user_code = keep('user code', asked.user_code)
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const poll = () => post('/v1/device/token', { grant_type, device_code, client_id: 'lore' })
  await poll()
  const browser = await at.ownersBrowser()
  const allowed = await browser.call('POST', '/v1/device/answer', { user_code, allow: true })
  expect(allowed.statusCode, allowed.body).toBe(204)
  const given = await poll()
  expect(given.statusCode, given.body).toBe(200)
  keep('key of a machine', given.json().access_token)
}

const connectsByCode = async (form: (fields: Record<string, string>) => string): Promise<void> => {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const { client_id } = (await post('/oauth/register', { grant_types: [grant_type] })).json()
  const begun = await post('/v1/device/code', form({ client_id }), type)
  expect(begun.statusCode, begun.body).toBe(200)
  const device_code = keep('device code of a client', begun.json().device_code)
  const user_code = keep('user code of a client', begun.json().user_code)
  const browser = await at.ownersBrowser()
  const shown = await browser.call('POST', '/v1/device/find', { user_code })
  const team = shown.json().team.id
  const allowed = await browser.call('POST', '/v1/device/answer', { user_code, allow: true, team })
  expect(allowed.statusCode, allowed.body).toBe(204)
  const given = await post('/v1/device/token', form({ grant_type, client_id, device_code }), type)
  expect(given.statusCode, given.body).toBe(200)
  keep('token of a client that came by a code', given.json().access_token)
}

const connectsClients = async (): Promise<void> => {
  const registered = await post('/oauth/register', {
    redirect_uris: ['https://client.example.com/back'],
    token_endpoint_auth_method: 'client_secret_post',
  })
  const { client_id, client_secret } = registered.json()
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const code = keep('wrong code of a grant', canary('code'))
  const code_verifier = keep('verifier', canary('verifier').padEnd(60, 'x'))
  const secret = keep('secret of a client', client_secret)
  const grant = { grant_type: 'authorization_code', code, code_verifier }
  await post('/oauth/token', form({ ...grant, client_id, client_secret: secret }))
  const refresh_token = keep('wrong refresh token', canary('refresh'))
  await post('/oauth/token', form({ grant_type: 'refresh_token', refresh_token, client_id }))
  await post('/oauth/revoke', form({ token: keep('revoked token', canary('revoked')), client_id }))
  await connectsByCode(form)
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  await post('/mcp', call, bearer(keep('wrong access token', canary('access'))))
  const names = { name: 'search', arguments: { query: keep('question', canary('question')) } }
  const asked = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: names }
  await post('/mcp', asked, { ...bearer(at.us.keys.viewer), accept: 'application/json' })
}

/** A provider that says the key back, in a header and in its words. */
const asksModels = async (): Promise<void> => {
  const apiKey = keep('key of a model', canary('sk-model'))
  const answer = { error: { message: `The key ${apiKey} is not known.`, type: 'auth' } }
  const provider = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json', 'x-key': apiKey })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  const languageModel = createLanguageModel({
    provider: 'openai',
    model: 'fake',
    url,
    apiKey,
    timeoutMs: 5_000,
  })
  await using world = await openWorld({}, { languageModel, log: newLog() })
  const team = await world.addTeam()
  await team.fill(GAUGE_SESSIONS)
  const asked = await team.ask(`/v1/search?q=${encodeURIComponent(QUESTION)}&judge=true`)
  expect(asked.statusCode).toBe(200)
  expect(asked.json().judged.state).not.toBe('done')
  await new Promise((resolve) => provider.close(resolve))
}

describe('the log of a server, at its most talkative', () => {
  test.each([
    ['keys', usesKeys],
    ['sign-ins', signsIn],
    ['stored providers', storesProviders],
    ['machines that are let in', connectsMachines],
    ['clients that connect', connectsClients],
    ['models that are asked', asksModels],
  ])('holds none of the secrets of %s', async (_what, act) => {
    begin()
    await act()
    expect(count().lines).toBeGreaterThan(1)
    expect(count().secrets).toBeGreaterThan(0)
    expect(found()).toEqual([])
  })
})
