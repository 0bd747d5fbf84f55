import { readAsOwner } from '@teamlore/db/testing'
import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import {
  allowInsecureRequests,
  type Configuration,
  discovery,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  refreshTokenGrant,
} from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { type OAuthWorld, openOAuthWorld, type Person } from '../../testing/oauth-world.ts'
import type { WorldTeam } from '../../testing/world.ts'

const DEVICE_CLIENT = {
  client_name: 'A client over SSH',
  redirect_uris: [],
  grant_types: [DEVICE_GRANT, 'refresh_token'],
}
type Answered = { error?: string; access_token?: string; scope?: string }
type Begun = { device_code: string; user_code: string; interval: number }

let home: OAuthWorld
let us: WorldTeam
let ann: Person
let clientId: string
beforeAll(async () => {
  home = await openOAuthWorld()
  us = await home.world.addTeam('Ann')
  ann = await home.openBrowser(us.keys.owner)
  clientId = (await home.register(DEVICE_CLIENT)).client_id
})
afterAll(() => home[Symbol.asyncDispose]())

const form = (path: string, body: Record<string, string>, headers = {}) =>
  fetch(`${home.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(body) })
const ask = (more: Record<string, string> = {}) =>
  form('/v1/device/code', { client_id: clientId, resource: home.mcp, ...more })
const begin = async (more: Record<string, string> = {}) => (await (await ask(more)).json()) as Begun
const poll = async (device_code: string, more: Record<string, string> = {}, at?: string) => {
  const body = { grant_type: DEVICE_GRANT, client_id: clientId, device_code, ...more }
  const answer = await form(at ?? '/oauth/token', body)
  const { error, ...tokens } = (await answer.json()) as Answered
  return { ...tokens, status: answer.status, error }
}
const answer = (person: Person, { user_code }: Begun, more: object = {}) =>
  person.ask('POST', '/v1/device/answer', { user_code, allow: true, team: us.teamId, ...more })

describe('a client without a browser', () => {
  test('comes in by the device flow of a standard client, and renews by itself', async () => {
    const server: Configuration = await discovery(new URL(home.url), clientId, undefined, None(), {
      algorithm: 'oauth2',
      execute: [allowInsecureRequests],
    })
    expect(server.serverMetadata()).toMatchObject({
      device_authorization_endpoint: `${home.url}/v1/device/code`,
      grant_types_supported: expect.arrayContaining([DEVICE_GRANT]),
    })
    const begun = await initiateDeviceAuthorization(server, {
      scope: 'read write',
      resource: home.mcp,
    })
    expect(begun).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${home.url}/device`,
      verification_uri_complete: `${home.url}/device?user_code=${begun.user_code}`,
      expires_in: 600,
      interval: 5,
    })
    const shown = await ann.ask('POST', '/v1/device/find', { user_code: begun.user_code })
    expect(await shown.json()).toMatchObject({
      user_code: begun.user_code,
      machine: null,
      client: {
        name: 'A client over SSH',
        known_by: null,
        scopes: ['read', 'write'],
        possible: ['read', 'write'],
      },
      address: '127.0.0.1',
      team: { id: us.teamId },
    })
    const allowed = await answer(ann, begun as Begun, { scopes: ['write'] })
    expect(allowed.status).toBe(204)
    const tokens = await pollDeviceAuthorizationGrant(server, { ...begun, interval: 0.01 })
    expect(tokens).toMatchObject({ scope: 'read write', token_type: 'bearer' })
    expect((await home.knock(tokens.access_token)).status).toBe(200)
    const again = await refreshTokenGrant(server, tokens.refresh_token ?? '')
    expect(again.refresh_token).not.toBe(tokens.refresh_token)
    expect((await home.knock(again.access_token)).status).toBe(200)
    const listed = await (await ann.ask('GET', '/v1/clients')).json()
    expect(listed).toMatchObject({
      items: [{ name: 'A client over SSH', redirect_to: '127.0.0.1', scopes: ['read', 'write'] }],
    })
    const audit = await (await ann.ask('GET', '/v1/audit')).text()
    expect(audit).toContain('client.connected')
  })

  test('hears by the words of the RFC to wait, to wait longer, and that it was denied', async () => {
    const begun = await begin()
    expect(await poll(begun.device_code)).toMatchObject({
      status: 400,
      error: 'authorization_pending',
    })
    expect((await poll(begun.device_code)).error).toBe('slow_down')
    home.wait(5_000)
    expect((await poll(begun.device_code)).error).toBe('authorization_pending')
    expect((await answer(ann, begun, { allow: false })).status).toBe(204)
    expect((await poll(begun.device_code)).error).toBe('access_denied')
    expect((await answer(ann, begun)).status).toBe(404)
  })

  test('hears that its code is over, which nobody can confirm any more', async () => {
    const begun = await begin()
    home.wait(10 * 60_000 + 1)
    expect((await answer(ann, begun)).status).toBe(404)
    expect((await poll(begun.device_code)).error).toBe('expired_token')
    expect((await poll('never given'.repeat(4))).error).toBe('expired_token')
  })

  test('gets tokens once, at either address; shown again, its code ends them', async () => {
    const begun = await begin()
    await answer(ann, begun)
    const tokens = await poll(begun.device_code, {}, '/v1/device/token')
    const token = String(tokens.access_token)
    expect((await home.knock(token)).status).toBe(200)
    expect((await poll(begun.device_code)).error).toBe('invalid_grant')
    expect((await home.knock(token)).status).toBe(401)
  })

  test('of two answers at once and two polls at once, one counts', async () => {
    const begun = await begin()
    const answers = await Promise.all([answer(ann, begun), answer(ann, begun)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    const polls = await Promise.all([poll(begun.device_code), poll(begun.device_code)])
    expect(polls.filter((polled) => 'access_token' in polled).length).toBeLessThanOrEqual(1)
  })

  test('gets what its person may, in the team that was shown, from a browser alone', async () => {
    const begun = await begin()
    const viewer = await home.openBrowser(us.keys.viewer)
    const other = await home.world.addTeam('Others')
    const stranger = await home.openBrowser(other.keys.owner)
    expect((await answer(stranger, begun)).status).toBe(409)
    expect((await answer(ann, begun, { team: undefined })).status).toBe(409)
    const byKey = await home.world.app.inject({
      method: 'POST',
      url: '/v1/device/answer',
      headers: bearer(us.keys.owner),
      payload: { user_code: begun.user_code, allow: true, team: us.teamId },
    })
    expect([byKey.statusCode, byKey.json().error.code]).toEqual([409, 'sign_in.browser_only'])
    expect((await poll(begun.device_code)).error).toBe('authorization_pending')
    expect((await answer(viewer, begun)).status).toBe(204)
    expect(await poll(begun.device_code)).toMatchObject({ scope: 'read lorebook' })
  })

  test('is another client than the one that began: it gets nothing', async () => {
    const begun = await begin()
    const { client_id } = await home.register(DEVICE_CLIENT)
    await answer(ann, begun)
    expect((await poll(begun.device_code, { client_id })).error).toBe('invalid_grant')
    expect((await poll(begun.device_code)).error).toBeUndefined()
  })

  test('is let in by viewers, who see and let in no machine', async () => {
    const machine = { fingerprint: 'd'.repeat(32), name: 'm', platform: 'l', agent_version: '1' }
    const begun = await home.world.app.inject({
      method: 'POST',
      url: '/v1/device/code',
      payload: { machine },
    })
    const { user_code } = begun.json() as Begun
    const viewer = await home.openBrowser(us.keys.viewer)
    const asked = [
      await viewer.ask('POST', '/v1/device/find', { user_code }),
      await viewer.ask('POST', '/v1/device/answer', { user_code, allow: true }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([403, 403])
  })

  test('must be for this address', async () => {
    const elsewhere = await ask({ resource: 'https://elsewhere.test/mcp' })
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
      400,
      { error: 'invalid_target' },
    ])
  })

  test('cannot be begun by a page of another site, nor say from where it asks', async () => {
    const from = (headers: object) => form('/v1/device/code', { client_id: clientId }, headers)
    expect((await from({ origin: 'https://elsewhere.test' })).status).toBe(403)
    const begun = await from({ 'x-forwarded-for': '203.0.113.9' })
    const { user_code } = (await begun.json()) as Begun
    const shown = await ann.ask('POST', '/v1/device/find', { user_code })
    expect(await shown.json()).toMatchObject({ address: '127.0.0.1' })
  })

  test('has no page of the library to be confirmed on', async () => {
    const { user_code } = await begin()
    for (const path of ['/device', '/oauth/device', `/device?user_code=${user_code}`])
      expect((await ann.go(`${home.url}${path}`)).status).toBe(404)
    const posted = await ann.go(`${home.url}/device`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `user_code=${user_code}&confirm=yes`,
    })
    expect(posted.status).toBeGreaterThanOrEqual(404)
  })

  test('leaves neither of its codes in the tables', async () => {
    const begun = await begin()
    const kept = JSON.stringify(
      await readAsOwner(home.world.engine, 'select * from teamlore.oauth_tokens'),
    )
    expect(kept).toContain('DeviceUserCode')
    for (const secret of [begun.device_code, begun.user_code, begun.user_code.replace('-', '')])
      expect(kept).not.toContain(secret)
  })
})
