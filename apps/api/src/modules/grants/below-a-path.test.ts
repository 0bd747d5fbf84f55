import { SESSION_COOKIE } from '@teamlore/shared'
import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  askAddress,
  connectSdk,
  type OAuthWorld,
  openOAuthWorld,
  type Person,
} from '../../testing/oauth-world.ts'
import type { WorldTeam } from '../../testing/world.ts'

const SERVER_METADATA = '/.well-known/oauth-authorization-server'
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

describe.each([
  ['passes the path on', false],
  ['takes the path away', true],
])('below a path of a host, by a proxy that %s', (_how, isStripping) => {
  let home: OAuthWorld
  let us: WorldTeam
  let ann: Person
  beforeAll(async () => {
    home = await openOAuthWorld({ below: { path: '/tools/teamlore', isStripping } })
    us = await home.world.addTeam('Ann')
    ann = await home.openBrowser(us.keys.owner)
  })
  afterAll(() => home[Symbol.asyncDispose]())

  test('the official client connects by its own OAuth flow, and a key opens the same door', async () => {
    const { client, asked, to, kept } = await connectSdk(home, ann)
    expect(asked.href).toContain(`${home.url}/oauth/authorize?`)
    expect(asked.searchParams.get('resource')).toBe(`${home.url}/mcp`)
    expect(to.searchParams.get('iss')).toBe(home.url)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('lore_search')
    await client.close()
    expect((await home.knock(kept.tokens.access_token)).status).toBe(200)
    expect((await home.knock(us.keys.member)).status).toBe(200)
  })

  test('a client without a browser begins, and is shown the page below the path', async () => {
    const { client_id } = await home.register({ grant_types: [DEVICE_GRANT], redirect_uris: [] })
    const body = new URLSearchParams({ client_id })
    const begun = await fetch(`${home.url}/v1/device/code`, { method: 'POST', body })
    expect(await begun.json()).toMatchObject({ verification_uri: `${home.url}/device` })
  })

  test('the cookies of a browser go to nothing else on the host', async () => {
    const link = await fetch(`${home.url}/v1/sign-in-links`, {
      method: 'POST',
      headers: bearer(us.keys.owner),
    })
    const { url } = (await link.json()) as { url: string }
    expect(url).toContain(`${home.url}/sign-in?token=`)
    const answer = await fetch(`${home.url}/v1/sign-in`, {
      method: 'POST',
      headers: { origin: new URL(home.url).origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token: new URL(url).searchParams.get('token') }),
    })
    const session = answer.headers.getSetCookie().find((line) => line.startsWith(SESSION_COOKIE))
    expect(session).toContain('Path=/tools/teamlore;')

    const { client_id } = await home.register()
    const asked = await fetch(askAddress(home, client_id).address, { redirect: 'manual' })
    const paths = asked.headers.getSetCookie().map((line) => /path=([^;]*)/i.exec(line)?.[1])
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) expect(path).toMatch(/^\/tools\/teamlore(\/|$)/)
  })

  test('a refused client reads where to begin at an address that the proxy passes on', async () => {
    const refused = await home.knock('no token')
    const [, at = ''] = /resource_metadata="([^"]+)"/.exec(
      refused.headers.get('www-authenticate') ?? '',
    ) ?? ['', '']
    expect(at).toBe(`${home.url}${RESOURCE_METADATA}/mcp`)
    expect(await (await fetch(at)).json()).toMatchObject({
      resource: `${home.url}/mcp`,
      authorization_servers: [home.url],
    })
  })

  test.each([
    `${SERVER_METADATA}`,
    '/.well-known/openid-configuration',
    `/mcp${SERVER_METADATA}`,
    '/mcp/.well-known/openid-configuration',
  ])('the server says what it is at %s behind its path', async (at) => {
    const answer = await fetch(`${home.url}${at}`)
    expect(answer.status).toBe(200)
    const document = (await answer.json()) as { jwks_uri: string }
    expect(document).toMatchObject({
      issuer: home.url,
      token_endpoint: `${home.url}/oauth/token`,
      registration_endpoint: `${home.url}/oauth/register`,
      device_authorization_endpoint: `${home.url}/v1/device/code`,
    })
    expect(await (await fetch(document.jwks_uri)).json()).toEqual({ keys: [] })
  })

  test.each([
    [`${SERVER_METADATA}/tools/teamlore`, 'issuer'],
    ['/.well-known/openid-configuration/tools/teamlore', 'issuer'],
    [`${SERVER_METADATA}/tools/teamlore/mcp`, 'issuer'],
    [`${RESOURCE_METADATA}/tools/teamlore`, 'resource'],
    [`${RESOURCE_METADATA}/tools/teamlore/mcp`, 'resource'],
  ])('and at %s of the host, where a proxy passes that on', async (url, field) => {
    const answer = await home.world.app.inject({ url })
    expect(answer.json()[field]).toBe(field === 'issuer' ? home.url : `${home.url}/mcp`)
    expect(home.refused.every((asked) => asked.includes('/.well-known/'))).toBe(true)
  })

  test('the documents of the API are found', async () => {
    const page = await fetch(`${home.url}/docs/`)
    const text = await page.text()
    expect(text).toContain('/tools/teamlore/openapi.json')
    const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? []
    expect((await fetch(new URL(script, page.url))).status).toBe(200)
    const bare = await fetch(`${home.url}/docs`)
    expect([bare.status, bare.url]).toEqual([200, `${home.url}/docs/`])
    const answer = await fetch(`${home.url}/openapi.json`)
    expect(((await answer.json()) as { servers: unknown }).servers).toEqual([{ url: home.url }])
  })

  test('the agent that is handed out knows the whole address', async () => {
    const answer = await fetch(`${home.url}/v1/agent`, { headers: bearer(us.keys.member) })
    if (answer.status === 200)
      expect(((await answer.json()) as { url: string }).url).toBe(`${home.url}/agent.tgz`)
  })
})
