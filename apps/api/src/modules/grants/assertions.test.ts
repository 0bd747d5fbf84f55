import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  GRANT,
  type ManagedWorld,
  openManagedWorld,
} from '../../testing/providers/managed-world.ts'
import { PUBLIC_URL } from '../../testing/sign-in-world.ts'

let home: ManagedWorld
beforeAll(async () => {
  home = await openManagedWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

describe('an assertion', () => {
  test('counts once, even at the same moment', async () => {
    const assertion = await home.oidc.vouch(home.claims())
    const answers = await Promise.all([
      home.token(assertion),
      home.token(assertion),
      home.token(assertion),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    expect((await home.token(assertion)).json().error_description).toContain('used before')
  })

  test.each([
    ['of another issuer', { iss: 'https://elsewhere.test' }, 'another issuer'],
    ['for another server', { aud: 'https://elsewhere.test' }, 'for another server'],
    ['for several servers', { aud: [PUBLIC_URL, 'https://elsewhere.test'] }, 'nobody else'],
    ['for another resource', { resource: 'https://elsewhere.test/mcp' }, 'invalid_target'],
    ['for another client', { client_id: 'mcl_another' }, 'another client'],
    ['of somebody unknown', { sub: 'nobody' }, 'has not signed in here'],
    ['that has expired', { exp: 1_600_000_000 }, 'has expired'],
    ['older than an hour', { iat: 1_600_000_000 }, 'older than an hour'],
    ['of the future', { iat: 4_000_000_000, exp: 4_000_000_300 }, 'of the future'],
    ['without an end', { exp: undefined }, '`exp`'],
    ['without a beginning', { iat: undefined }, '`iat`'],
    ['without an id', { jti: undefined }, '`jti`'],
    ['without a client', { client_id: undefined }, '`client_id`'],
    ['without a person', { sub: undefined }, '`sub`'],
    ['with an id that is none', { jti: 7 }, '`jti`'],
    ['of a tenant', { tenant: 'acme' }, '`tenant`'],
    ['bound to a key', { cnf: { jkt: 'x' } }, '`cnf`'],
    ['bound in details', { authorization_details: [] }, '`authorization_details`'],
  ])('%s gives nothing', async (_what, wrong, said) => {
    expect(await home.refusalOf(wrong)).toContain(said)
  })

  test('that is signed by somebody else, by nobody, or is of another kind gives nothing', async () => {
    const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url')
    const typ = 'oauth-id-jag+jwt'
    const good = await home.oidc.vouch(home.claims())
    const [head, , signature] = good.split('.')
    for (const assertion of [
      await home.oidc.vouch(home.claims(), { key }),
      await home.oidc.vouch(home.claims(), { typ: 'JWT' }),
      `${part({ alg: 'none', typ })}.${part(home.claims())}.`,
      `${part({ alg: 'none', typ })}.${part(home.claims())}.${signature}`,
      `${head}.${part(home.claims())}.${signature}`,
      good.slice(0, -8),
      'no assertion',
      'x'.repeat(30_000),
    ]) {
      const answer = await home.token(assertion)
      expect(answer.json().error, assertion.slice(0, 60)).toBe('invalid_grant')
    }
  })

  test('of a provider at which its person has not signed in gives nothing, though the keys are the same', async () => {
    const other = await home.add({ provider: 'google' })
    const answer = await home.vouched({}, {}, other)
    expect(answer.json().error_description).toContain('has not signed in here')
  })

  test('gives nothing in a team that its person is not in', async () => {
    const them = await home.world.addTeam('Them')
    const made = await home.world.app.inject({
      method: 'POST',
      url: '/v1/managed-clients',
      headers: bearer(them.keys.admin),
      payload: { name: 'Theirs', provider: 'oidc' },
    })
    const theirs = made.json()
    expect((await home.vouched({}, {}, theirs)).json().error_description).toContain('not a member')
    const seen = await home.world.app.inject({
      url: '/v1/managed-clients',
      headers: bearer(them.keys.admin),
    })
    expect(seen.json().items.map(({ name }: { name: string }) => name)).toEqual(['Theirs'])
    const taken = await home.world.app.inject({
      method: 'DELETE',
      url: `/v1/managed-clients/${home.client.id}`,
      headers: bearer(them.keys.admin),
    })
    expect(taken.statusCode).toBe(404)
  })

  test('is taken from its client alone, with its secret, and from none that registered itself', async () => {
    const assertion = await home.oidc.vouch(home.claims())
    const wrong = await home.token(assertion, {}, { ...home.client, client_secret: 'wrong' })
    expect(wrong.json().error).toBe('invalid_client')
    const another = await home.add({ name: 'Another' })
    expect((await home.token(assertion, {}, another)).json().error_description).toContain(
      'another client',
    )
    const registered = await home.world.app.inject({
      method: 'POST',
      url: '/oauth/register',
      payload: {
        redirect_uris: ['https://a.test/callback'],
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code', GRANT],
      },
    })
    const { client_id: id, client_secret } = registered.json()
    expect((await home.token(assertion, {}, { id, client_secret })).statusCode).toBe(400)
    expect((await home.token(assertion)).statusCode).toBe(200)
  })

  test('counts for an hour at the most, whatever it says, and its token for an hour', async () => {
    const long = home.claims({ exp: Math.floor(Date.now() / 1000) + 90 * 24 * 3600 })
    const held = (await home.token(await home.oidc.vouch(long))).json().access_token
    const unused = await home.oidc.vouch({ ...long, jti: randomUUID() })
    home.later(61 * 60)
    expect((await home.token(unused)).json().error_description).toContain('older than an hour')
    expect((await home.knock(held)).statusCode).toBe(401)
  })
})
