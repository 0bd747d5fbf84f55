import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAsOwner } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEnv } from '../../env.ts'
import { codeOf, openSignInWorld, type SignInWorld } from '../../testing/sign-in-world.ts'

/** Describes itself as a provider whose further addresses are of the private network. */
const asked: string[] = []
const luring = createServer((request, response) => {
  asked.push(request.url ?? '')
  const { port } = luring.address() as AddressInfo
  const inside = `http://127.0.0.1:${port}`
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      issuer: `http://localhost:${port}`,
      authorization_endpoint: `${inside}/authorize`,
      token_endpoint: `${inside}/token`,
      jwks_uri: `${inside}/keys`,
    }),
  )
})

let home: SignInWorld
beforeAll(async () => {
  await new Promise<void>((resolve) => luring.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(luring.address() as AddressInfo).port}`
  home = await openSignInWorld([{ id: LURING, issuer }], '')
})
afterAll(async () => {
  await home[Symbol.asyncDispose]()
  luring.closeAllConnections()
  luring.close()
})

const LURING = newId.provider()
const PROVIDER = {
  kind: 'oidc',
  name: 'Ours',
  client_id: 'teamlore',
  client_secret: 'the-secret-of-the-test',
}

describe('a provider of a team in a private network', () => {
  test.each([
    'http://127.0.0.1:9',
    'https://localhost',
    'https://10.0.0.5/realms/a',
    'https://169.254.169.254',
    'https://2130706433',
    'https://0xa000005',
    'https://[::1]',
    'https://[::ffff:10.0.0.5]',
    'https://[fd00::5]',
  ])('is not stored: %s', async (issuer) => {
    const browser = await home.ownersBrowser()
    const made = await browser.call('POST', '/v1/sign-in-providers', { ...PROVIDER, issuer })
    expect(codeOf(made)).toEqual([422, 'sign_in_provider.private_address'])
    expect(made.json().error.message).toContain('ALLOWED_PRIVATE_HOSTS')
  })

  test('is not moved there, whatever its kind', async () => {
    const browser = await home.ownersBrowser()
    const issuer = 'https://id.example.com'
    const made = await browser.call('POST', '/v1/sign-in-providers', { ...PROVIDER, issuer })
    for (const kind of ['oidc', 'gitlab', 'github', 'google']) {
      const moved = await browser.call('PUT', `/v1/sign-in-providers/${made.json().id}`, {
        ...PROVIDER,
        kind,
        issuer: 'https://192.168.1.1',
      })
      expect(codeOf(moved)[1], kind).toBe('sign_in_provider.private_address')
    }
  })

  test('that is stored already is asked nothing, and says so when it is tested', async () => {
    const browser = await home.ownersBrowser()
    const issuer = 'https://id.example.com'
    const made = await browser.call('POST', '/v1/sign-in-providers', { ...PROVIDER, issuer })
    const { id } = made.json()
    await readAsOwner(
      home.world.engine,
      `update teamlore.sign_in_providers set issuer = '${home.oidc.issuer}' where id = '${id}' returning id`,
    )
    const tested = await browser.call('POST', `/v1/sign-in-providers/${id}/test`)
    expect(tested.json()).toMatchObject({
      ok: false,
      findings: [{ ok: false, text: expect.stringContaining('ALLOWED_PRIVATE_HOSTS=localhost') }],
    })
    const started = await home.newBrowser().call('POST', `/v1/sign-in/providers/${id}/start`, {})
    expect(codeOf(started)).toEqual([503, 'sign_in.provider_failed'])
  })
})

test('a provider of the environment is asked where it names', async () => {
  const browser = home.newBrowser()
  expect(codeOf(await home.signInAs(browser, 'ana'))).toEqual([200, '/sessions'])
})

test('a provider leads nowhere else by what it says of itself', async () => {
  const browser = await home.ownersBrowser()
  const tested = await browser.call('POST', `/v1/sign-in-providers/${LURING}/test`)
  const refused = { ok: false, text: expect.stringContaining('ALLOWED_PRIVATE_HOSTS=127.0.0.1') }
  expect(tested.json().findings.slice(-2)).toEqual([refused, refused])
  expect(asked).toEqual(['/.well-known/openid-configuration'])
})

test('the setting is read as hosts and ranges, and refused where it is neither', () => {
  const env = { DATABASE_URL: 'postgres://localhost/x' }
  const { allowedHosts } = parseEnv({
    ...env,
    ALLOWED_PRIVATE_HOSTS: 'Keycloak.internal, 10.20.0.0/16',
  }).signIn
  expect([...allowedHosts.names]).toEqual(['keycloak.internal'])
  expect(allowedHosts.ranges).toHaveLength(1)
  expect(() => parseEnv({ ...env, ALLOWED_PRIVATE_HOSTS: 'https://a.test' })).toThrow(
    /ALLOWED_PRIVATE_HOSTS/,
  )
})
