import { readAsOwner } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  GRANT,
  type ManagedWorld,
  MCP,
  openManagedWorld,
  type Sent,
} from '../../testing/providers/managed-world.ts'
import { PUBLIC_URL } from '../../testing/sign-in-world.ts'

let home: ManagedWorld
beforeAll(async () => {
  home = await openManagedWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

describe('a client that the provider of the company vouches for', () => {
  test('gets a token for its person, which opens /mcp, and nothing to renew it by', async () => {
    const answer = await home.vouched()
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read write',
    })
    expect((await home.knock(answer.json().access_token)).statusCode).toBe(200)
    const closed = await home.world.app.inject({
      url: '/v1/me',
      headers: bearer(answer.json().access_token),
    })
    expect(closed.statusCode).toBe(401)
  })

  test('may do what it asks for, the provider says and the admin allows, and no more', async () => {
    const scopeOf = async (said: object, sent: Sent = {}, by = home.client) =>
      (await home.vouched({ ...said }, sent, by)).json().scope
    expect(await scopeOf({ scope: 'read write lorebook other' })).toBe('read write lorebook')
    expect(await scopeOf({ scope: undefined })).toBe('read write lorebook')
    expect(await scopeOf({ scope: 'read write' }, { scope: 'read lorebook' })).toBe('read')
    const reading = await home.add({ scopes: ['read'] })
    expect(await scopeOf({ scope: 'read write' }, {}, reading)).toBe('read')
    expect(await home.refusalOf({ scope: 'write' })).toContain('invalid_scope')
  })

  test('may no more than its person, and not for one whose address does not sign in here any more', async () => {
    await home.signedIn('boss')
    const change = (sql: string) => readAsOwner(home.world.engine, `${sql} returning 1`)
    const ofBoss = `where user_id = (select user_id from teamlore.identities where subject = 'boss')`
    await change(`update teamlore.memberships set role = 'viewer' ${ofBoss}`)
    expect((await home.vouched({ sub: 'boss' })).json().scope).toBe('read')
    await change(`update teamlore.identities set email = 'boss@elsewhere.test' ${ofBoss}`)
    expect(await home.refusalOf({ sub: 'boss' })).toContain('do not sign in here')
  })

  test('is listed for its person once, with who vouched, is written down, and is ended by them', async () => {
    const editor = await home.add({ name: 'Listed' })
    const first = (await home.vouched({}, {}, editor)).json().access_token
    await home.vouched({}, {}, editor)
    const listed = (await home.ask('GET', '/v1/clients')).json().items
    const ours = listed.filter(({ name }: { name: string }) => name === 'Listed')
    expect(ours).toMatchObject([
      { vouched_by: 'Acme', redirect_to: 'localhost', scopes: ['read', 'write'] },
    ])
    const audited = (await home.ask('GET', '/v1/audit?action=client.connected')).json().items
    expect(audited[0].details).toEqual({ name: 'Listed', provider: 'Acme', scopes: 'read write' })
    const ana = await home.signedIn('ana')
    expect((await ana.call('DELETE', `/v1/clients/${ours[0].id}`)).statusCode).toBe(204)
    expect((await home.knock(first)).statusCode).toBe(401)
  })

  test('is out when its person leaves the team, and gets nothing for them any more', async () => {
    const boss = await home.signedIn('boss')
    const { user } = (await boss.call('GET', '/v1/me')).json()
    const held = (await home.vouched({ sub: 'boss' })).json().access_token
    expect((await home.knock(held)).statusCode).toBe(200)
    const owner = await home.ownersBrowser()
    expect((await owner.call('DELETE', `/v1/team/members/${user.id}`)).statusCode).toBe(204)
    expect((await home.knock(held)).statusCode).toBe(401)
    expect(await home.refusalOf({ sub: 'boss' })).toContain('not a member of the team')
  })

  test('is made by admins alone, for a provider that can vouch, and ends with all it holds', async () => {
    for (const [method, url] of [
      ['GET', '/v1/managed-clients'],
      ['POST', '/v1/managed-clients'],
      ['DELETE', `/v1/managed-clients/${newId.managedClient()}`],
    ] as const)
      expect(
        (await home.ask(method, url, { name: 'x', provider: 'oidc' }, 'member')).statusCode,
      ).toBe(403)
    const unknown = await home.ask('POST', '/v1/managed-clients', { name: 'x', provider: 'github' })
    expect(unknown.json().error.code).toBe('managed_client.provider_cannot_vouch')
    const going = await home.add({ name: 'Going' })
    const listed = await home.ask('GET', '/v1/managed-clients')
    expect(listed.json()).toMatchObject({
      audience: PUBLIC_URL,
      resource: MCP,
      items: expect.arrayContaining([expect.objectContaining({ id: going.id, name: 'Going' })]),
    })
    expect(listed.body).not.toContain(going.client_secret)
    const held = (await home.vouched({}, {}, going)).json().access_token
    expect((await home.ask('DELETE', `/v1/managed-clients/${going.id}`)).statusCode).toBe(204)
    expect((await home.knock(held)).statusCode).toBe(401)
    expect((await home.vouched({}, {}, going)).statusCode).toBe(401)
    expect((await home.ask('DELETE', `/v1/managed-clients/${going.id}`)).statusCode).toBe(404)
  })

  test('ends with the provider of the team that vouched for it', async () => {
    const owner = await home.ownersBrowser()
    const made = await owner.call('POST', '/v1/sign-in-providers', {
      kind: 'oidc',
      name: 'Ours',
      client_id: 'teamlore',
      client_secret: 'the-secret',
      issuer: home.oidc.issuer,
    })
    const { id: provider } = made.json()
    const ours = await home.add({ name: 'Of ours', provider })
    await owner.call('DELETE', `/v1/sign-in-providers/${provider}`)
    expect((await home.ask('GET', '/v1/managed-clients')).body).not.toContain(ours.id)
    expect((await home.vouched({}, {}, ours)).statusCode).toBe(401)
  })
})

test('the metadata says so', async () => {
  const { app } = home.world
  const said = (await app.inject({ url: '/.well-known/oauth-authorization-server' })).json()
  expect(said.grant_types_supported).toContain(GRANT)
  expect(said.authorization_grant_profiles_supported).toEqual([
    'urn:ietf:params:oauth:grant-profile:id-jag',
  ])
})
