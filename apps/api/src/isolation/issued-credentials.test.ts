import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

/** What an admin makes for somebody else: keys, links, and what is made by those in turn. */
let world: World
let us: WorldTeam
let ann: { id: string }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, key: string, payload?: object) =>
  world.app.inject({ method, url, headers: bearer(key), ...(payload ? { payload } : {}) })
const asBrowser = (cookie: string, method: Method, url: string, payload?: object) =>
  world.app.inject({
    method,
    url,
    cookies: { teamlore_session: cookie },
    headers: { origin: 'http://lore.test' },
    ...(payload ? { payload } : {}),
  })

beforeAll(async () => {
  world = await openWorld({
    rateLimits: {
      perMinute: 1e6,
      perRoutePerMinute: 1e6,
      signInPerMinute: 1e6,
      failedPerMinute: 60,
    },
  })
  us = await world.addTeam('Olga')
  ann = { id: (await us.addMember('member', 'Ann')).userId }
})
afterAll(() => world[Symbol.asyncDispose]())

const keyFor = async (maker: string, user: string, role?: string): Promise<string> =>
  (await call('POST', '/v1/keys', maker, { name: 'given', user, ...(role ? { role } : {}) })).json()
    .key
const linkFor = async (maker: string, body: object): Promise<string> =>
  new URL((await call('POST', '/v1/sign-in-links', maker, body)).json().url).searchParams.get(
    'token',
  ) ?? ''
const signIn = async (token: string): Promise<string> =>
  (await world.app.inject({ method: 'POST', url: '/v1/sign-in', payload: { token } })).cookies[0]
    ?.value ?? ''
const machineOf = async (key: string): Promise<string> =>
  (
    await call('POST', '/v1/machines', key, {
      fingerprint: 'f'.repeat(32),
      name: 'box',
      platform: 'linux',
      agent_version: '1.0.0',
    })
  ).json().key
const opens = async (key: string): Promise<boolean> =>
  (await call('GET', '/v1/me', key)).statusCode === 200

/** An admin, and all that they made for Ann, one way after another. */
const evil = async () => {
  const member = await us.addMember('admin', 'Evil')
  const own = await us.ownKeyOf(member)
  const key = await keyFor(own, ann.id)
  const cookie = await signIn(await linkFor(own, { user: ann.id }))
  const byBrowser = (await asBrowser(cookie, 'POST', '/v1/keys', { name: 'next' })).json()
  const unused = await linkFor(own, { user: ann.id })
  const keys = [key, byBrowser.key, await machineOf(key)]
  return { id: member.userId, own, cookie, keys, unused, byBrowser }
}

describe('what an admin made for a member', () => {
  test('names its maker, however many steps it took', async () => {
    const { byBrowser } = await evil()
    expect(byBrowser.made_by).toMatchObject({ name: 'Evil' })
  })

  test.each([
    ['is removed', (id: string) => call('DELETE', `/v1/team/members/${id}`, us.keys.admin)],
    [
      'is an admin no more',
      (id: string) => call('PUT', `/v1/team/members/${id}`, us.keys.admin, { role: 'member' }),
    ],
  ])('ends with the request by which that admin %s', async (_what, end) => {
    const { id, cookie, keys, unused } = await evil()
    for (const key of keys) expect(await opens(key)).toBe(true)
    expect((await asBrowser(cookie, 'GET', '/v1/me')).statusCode).toBe(200)
    expect((await end(id)).statusCode).toBeLessThan(300)
    for (const key of keys) expect(await opens(key)).toBe(false)
    expect((await asBrowser(cookie, 'GET', '/v1/me')).statusCode).toBe(401)
    expect(await signIn(unused)).toBe('')
  })

  test('does not come back with the right to make it, and the audit events count it', async () => {
    const { id, cookie, keys, unused } = await evil()
    const role = (name: string) =>
      call('PUT', `/v1/team/members/${id}`, us.keys.admin, { role: name })
    await role('member')
    await role('admin')
    for (const key of keys) expect(await opens(key)).toBe(false)
    expect((await asBrowser(cookie, 'GET', '/v1/me')).statusCode).toBe(401)
    expect(await signIn(unused)).toBe('')
    const { items } = (await call('GET', '/v1/audit', us.keys.admin)).json()
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'member.role_changed',
        details: { from: 'admin', to: 'member', given_keys_ended: keys.length },
      }),
    )
  })

  test('makes nothing for others, and does not hand the team over', async () => {
    const admin = await us.addMember('admin', 'Ada')
    const key = await keyFor(us.keys.admin, admin.userId, 'admin')
    for (const url of ['/v1/keys', '/v1/sign-in-links']) {
      const body = url === '/v1/keys' ? { name: 'next', user: ann.id } : { user: ann.id }
      const refused = await call('POST', url, key, body)
      expect([refused.statusCode, refused.json().error?.code]).toEqual([
        ...[403, 'member.not_for_others'],
      ])
    }
    const owners = await keyFor(
      us.keys.owner,
      (await us.addMember('owner', 'Otto')).userId,
      'owner',
    )
    const transfer = await call('POST', '/v1/team/transfer', owners, { user: ann.id })
    expect(transfer.json().error.code).toBe('member.not_for_others')
  })

  test('goes on for an account of a service, which has nobody else', async () => {
    const { id, own } = await evil()
    const service = (
      await call('POST', '/v1/team/service-accounts', own, { name: 'CI', role: 'member' })
    ).json()
    const key = await keyFor(own, service.id)
    await call('DELETE', `/v1/team/members/${id}`, us.keys.admin)
    expect(await opens(key)).toBe(true)
  })

  test('neither renames the member nor leaves the team for them', async () => {
    const key = await keyFor(us.keys.admin, ann.id)
    const renamed = await call('PUT', '/v1/me', key, { name: 'Nobody' })
    expect([renamed.statusCode, renamed.json().error?.code]).toEqual([
      409,
      'member.not_by_this_key',
    ])
    const left = await call('POST', '/v1/team/leave', key)
    expect([left.statusCode, left.json().error?.code]).toEqual([409, 'member.not_by_this_key'])
    expect((await call('GET', '/v1/me', key)).json().user.name).toBe('Ann')
  })
})

describe('a key of one team', () => {
  test('is shown no browser in which its person is as themselves, and ends none', async () => {
    const invited = await call('POST', '/v1/team/invitations', us.keys.admin, { role: 'member' })
    const token = new URL(invited.json().url).searchParams.get('token') ?? ''
    const accepted = await world.app.inject({
      method: 'POST',
      url: '/v1/invitations/accept',
      headers: { origin: 'http://lore.test' },
      payload: { token, name: 'Dora' },
    })
    const cookie = accepted.cookies[0]?.value ?? ''
    const me = (await asBrowser(cookie, 'GET', '/v1/me')).json()
    const [own] = (await asBrowser(cookie, 'GET', '/v1/browsers')).json().items
    const key = await keyFor(us.keys.admin, me.user.id)
    expect((await call('GET', '/v1/browsers', key)).json().items).toEqual([])
    expect((await call('DELETE', `/v1/browsers/${own.id}`, key)).statusCode).toBe(404)
    expect((await call('DELETE', '/v1/browsers', key)).statusCode).toBeLessThan(300)
    expect((await asBrowser(cookie, 'GET', '/v1/me')).statusCode).toBe(200)
  })

  test('that may do less than its person makes a link that does as little', async () => {
    const weak = (
      await call('POST', '/v1/keys', us.keys.admin, { name: 'own', role: 'viewer' })
    ).json()
    const cookie = await signIn(await linkFor(weak.key, {}))
    expect((await asBrowser(cookie, 'GET', '/v1/me')).json().role).toBe('viewer')
  })
})
