import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  askAddress,
  connect,
  LOOPBACK,
  type OAuthWorld,
  openOAuthWorld,
  type Person,
} from '../../testing/oauth-world.ts'
import type { WorldTeam } from '../../testing/world.ts'

let home: OAuthWorld
let us: WorldTeam
let ann: Person
beforeAll(async () => {
  home = await openOAuthWorld()
  us = await home.world.addTeam('Ann')
  ann = await home.openBrowser(us.keys.owner)
})
afterAll(() => home[Symbol.asyncDispose]())

const waiting = async (person: Person, more: Record<string, string | null> = {}) => {
  const { client_id } = await home.register()
  return person.open(askAddress(home, client_id, more).address)
}
const call = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {} },
})

describe('the page on which somebody lets a client in', () => {
  test('says who asks, where the answer goes, for what and for which team', async () => {
    const id = await waiting(ann)
    const shown = await (await ann.ask('GET', `/v1/consent/${id}`)).json()
    expect(shown).toMatchObject({
      client: { name: 'A client', known_by: null, redirect_to: '127.0.0.1', is_local: true },
      scopes: ['read', 'write', 'lorebook'],
      possible: ['read', 'write', 'lorebook'],
      team: { id: us.teamId },
    })
  })

  test('is for the browser in which the client began, and for nobody else', async () => {
    const id = await waiting(ann)
    const other = await home.openBrowser(us.keys.owner)
    const lured = await other.ask('POST', `/v1/consent/${id}`, { allow: true, team: us.teamId })
    expect(lured.status).toBe(404)
    const byKey = await home.world.app.inject({
      method: 'POST',
      url: `/v1/consent/${id}`,
      headers: bearer(us.keys.owner),
      payload: { allow: true, team: us.teamId },
    })
    expect([byKey.statusCode, byKey.json().error.code]).toEqual([409, 'sign_in.browser_only'])
  })

  test('takes no answer from the page of another site, and none for another team than it named', async () => {
    const id = await waiting(ann)
    const forged = await ann.go(`${home.url}/v1/consent/${id}`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.test' },
      body: JSON.stringify({ allow: true, team: us.teamId }),
    })
    expect(forged.status).toBe(403)
    const moved = await ann.ask('POST', `/v1/consent/${id}`, { allow: true, team: 'team_other' })
    expect(moved.status).toBe(409)
  })

  test('sends a no back to the client', async () => {
    const to = await ann.answer(await waiting(ann), { allow: false })
    expect(to.href).toMatch(/^http:\/\/127\.0\.0\.1:1\/callback\?/)
    expect(to.searchParams.get('error')).toBe('access_denied')
    expect(to.searchParams.get('state')).toBe('of the client')
  })

  test('is shown each time, to whoever asks that it be not too', async () => {
    const { client_id } = await home.register()
    await connect(home, ann, { clientId: client_id })
    await expect(ann.open(askAddress(home, client_id).address)).resolves.toMatch(/^[\w-]{20,}$/)
    const silent = await ann.go(askAddress(home, client_id, { prompt: 'none' }).address)
    const to = new URL(silent.headers.get('location') ?? '')
    expect([to.origin, to.searchParams.get('error')]).toEqual([
      'http://127.0.0.1:1',
      'login_required',
    ])
  })
})

describe('a token', () => {
  test('does what was ticked, and says on 403 what else to ask for', async () => {
    const { access_token, scope } = await connect(home, ann, { answer: { scopes: ['lorebook'] } })
    expect(scope).toBe('read lorebook')
    const list = await home.knock(access_token, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const text = await list.text()
    expect(text).toContain('lore_search')
    expect(text).not.toContain('lore_remember')
    const refused = await home.knock(access_token, call('lore_remember'))
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="Teamlore", error="insufficient_scope", resource_metadata="${home.url}/.well-known/oauth-protected-resource/mcp", scope="read write lorebook"`,
    )
  })

  test('never does more than its person may, whatever it asked for', async () => {
    const viewer = await home.openBrowser(us.keys.viewer)
    const { access_token, scope } = await connect(home, viewer)
    expect(scope).toBe('read lorebook')
    const list = await home.knock(access_token, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect(await list.text()).not.toContain('lore_remember')
  })

  test('is for this address alone, however its person wrote it', async () => {
    const { client_id } = await home.register()
    const errorOf = async (resource: string) => {
      const { address } = askAddress(home, client_id, { resource })
      const to = new URL((await ann.go(address)).headers.get('location') ?? '')
      return to.searchParams.get('error')
    }
    for (const other of [
      'https://elsewhere.test/mcp',
      `https://elsewhere.test/mcp?${home.mcp}`,
      home.url,
      `${home.mcp}//`,
      `${home.mcp}/x`,
      `${home.mcp}#x`,
      home.mcp.replace('://', '://ann@'),
      'no address',
    ])
      expect([other, await errorOf(other)]).toEqual([other, 'invalid_target'])
    for (const resource of [`${home.mcp}/`, `${home.mcp}?toolsets=core,home`]) {
      expect([resource, await errorOf(resource)]).toEqual([resource, null])
      const { access_token } = await connect(home, ann, { ask: { resource } })
      expect((await home.knock(access_token)).status).toBe(200)
    }
  })
})

describe('a client that registers', () => {
  const registered = (metadata: object) =>
    home.register({ redirect_uris: [LOOPBACK], ...metadata }).catch(String)
  const at = async (redirect_uris: string[], redirect_uri: string, more: object = {}) => {
    const { client_id } = await home.register({ redirect_uris, ...more })
    const answer = await ann.go(askAddress(home, client_id, { redirect_uri }).address)
    return answer.status
  }

  test('listens on any port of a loopback address, and else exactly where it said', async () => {
    expect(await at(['http://127.0.0.1/callback'], 'http://127.0.0.1:41999/callback')).toBe(303)
    expect(await at(['http://localhost:3118/callback'], 'http://localhost:9/callback')).toBe(303)
    expect(await at(['http://localhost/callback'], 'http://localhost:9/other')).toBe(400)
    expect(await at(['https://a.test/back'], 'https://a.test/back')).toBe(303)
    expect(await at(['https://a.test/back'], 'https://a.test/back?x=1')).toBe(400)
    expect(await at(['https://a.test/back'], 'https://a.test:444/back')).toBe(400)
    expect(await at(['cursor://a.b/callback'], 'cursor://a.b/callback')).toBe(303)
  })

  test('is taken as the tools send it: a mixed list that calls itself a site, no type, unknown fields', async () => {
    const mixed = [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ]
    expect(
      await registered({ redirect_uris: mixed, application_type: 'web', scope: 'mcp:everything' }),
    ).toMatchObject({ redirect_uris: mixed, application_type: 'native' })
    expect(await registered({ grant_types: ['urn:x'], software_id: 7 })).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    })
  })

  test('is refused an address that leaks the code or runs a script', async () => {
    for (const uri of ['http://a.test/back', 'javascript:alert(1)', 'no address'])
      expect([uri, await registered({ redirect_uris: [uri] })]).toEqual([
        uri,
        expect.stringContaining('400'),
      ])
  })

  test('may have a secret, which is then asked for and kept as a hash', async () => {
    const { client_id, client_secret = '' } = await home.register({
      token_endpoint_auth_method: 'client_secret_post',
    })
    const body = { grant_type: 'refresh_token', refresh_token: 'x', client_id }
    expect((await home.token({ ...body, client_secret: 'guess' })).status).toBe(401)
    expect((await home.token({ ...body, client_secret })).status).toBe(400)
    const kept = await home.world.api.useCases.oauthState.findClient(client_id)
    expect(kept?.['client_secret']).toMatch(/^[0-9a-f]{64}$/)
  })
})

test('what clients read first is there, at the root and at the path, and names this address', async () => {
  const read = async (path: string) =>
    (await (await fetch(`${home.url}/.well-known/${path}`)).json()) as Record<string, unknown>
  const resource = await read('oauth-protected-resource')
  expect(await read('oauth-protected-resource/mcp')).toEqual(resource)
  expect(resource).toMatchObject({ resource: home.mcp, authorization_servers: [home.url] })
  expect(await read('oauth-authorization-server')).toMatchObject({
    issuer: home.url,
    code_challenge_methods_supported: ['S256'],
    registration_endpoint: `${home.url}/oauth/register`,
  })
  const refused = await fetch(home.mcp, { method: 'POST' })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toContain(
    `resource_metadata="${home.url}/.well-known/oauth-protected-resource/mcp", scope="read write lorebook"`,
  )
})
