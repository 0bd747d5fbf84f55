import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { ingestOf, transcript } from '../../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

/** Two teams of real people behind the real doors. */
let world: World
let us: WorldTeam
let ann: string
let vera: { id: string; key: string }

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  key: string,
  payload?: object,
) => world.app.inject({ method, url, headers: bearer(key), ...(payload ? { payload } : {}) })

beforeAll(async () => {
  world = await openWorld({
    rateLimits: {
      perMinute: 1e6,
      perRoutePerMinute: 1e6,
      signInPerMinute: 1e6,
      failedPerMinute: 60,
    },
  })
  us = await world.addTeam('Ann')
  ann = us.keys.admin
  const member = await us.addMember('viewer', 'Vera')
  const made = await call('POST', '/v1/keys', us.keys.admin, { name: 'vera', user: member.userId })
  vera = { id: member.userId, key: made.json().key }
})
afterAll(() => world[Symbol.asyncDispose]())

describe('a key', () => {
  test('made for a viewer is theirs: it greets them, and reads nothing that is private to its maker', async () => {
    const me = await call('GET', '/v1/me', vera.key)
    expect(me.json()).toMatchObject({ user: { id: vera.id, name: 'Vera' }, role: 'viewer' })
    const secret = transcript({ native_id: 'secret', title: 'The heron is sold' })
    const sent = await world.app.inject({
      method: 'POST',
      url: '/v1/ingest',
      headers: bearer(us.keys.member),
      payload: ingestOf([{ ...secret, project: null }]),
    })
    const [{ session_id }] = sent.json().sessions
    await readAsOwner(
      world.engine,
      `update teamlore.sessions set private_to = user_id where id = '${session_id}'`,
    )
    expect((await call('GET', `/v1/sessions/${session_id}`, ann)).statusCode).toBe(200)
    expect((await call('GET', `/v1/sessions/${session_id}`, vera.key)).statusCode).toBe(404)
    expect((await call('GET', '/v1/sessions', vera.key)).body).not.toContain('heron is sold')
  })

  test('is made for nobody who is no member, whatever the body says', async () => {
    const stranger = await call('POST', '/v1/keys', ann, { name: 'x', user: 'eve@example.com' })
    expect([stranger.statusCode, stranger.json().error.code]).toEqual([404, 'member.not_found'])
    const named = await call('POST', '/v1/keys', ann, { name: 'x', person: 'vera' })
    expect([named.statusCode, named.json().error.code]).toEqual([400, 'request.invalid'])
  })

  test('is never above the person it is for, nor made for others by a member', async () => {
    const above = await call('POST', '/v1/keys', ann, { name: 'x', user: vera.id, role: 'admin' })
    expect(above.json().error.code).toBe('api_key.role_too_high')
    const forAnn = await call('POST', '/v1/keys', vera.key, { name: 'x', user: us.owner.userId })
    expect([forAnn.statusCode, forAnn.json().error.code]).toEqual([403, 'access.forbidden'])
    const own = await call('POST', '/v1/keys', vera.key, { name: 'own' })
    // Made with what an admin gave, so it is that admin's doing too.
    expect(own.json()).toMatchObject({
      role: 'viewer',
      user: { id: vera.id },
      made_by: { name: 'Ann' },
    })
  })

  test('of somebody else is not in the list of who is no admin, and cannot be revoked by them', async () => {
    const listed = (await call('GET', '/v1/keys', vera.key)).json().items
    expect(new Set(listed.map(({ user }: { user: { id: string } }) => user.id))).toEqual(
      new Set([vera.id]),
    )
    const [foreign] = (await call('GET', '/v1/keys', ann))
      .json()
      .items.filter(({ user }: { user: { id: string } }) => user.id !== vera.id)
    expect((await call('DELETE', `/v1/keys/${foreign.id}`, vera.key)).statusCode).toBe(404)
  })
})

describe('a sign-in link', () => {
  const signIn = async (url: string) => {
    const token = new URL(url).searchParams.get('token') ?? ''
    const answer = await world.app.inject({
      method: 'POST',
      url: '/v1/sign-in',
      payload: { token },
    })
    return { status: answer.statusCode, cookie: answer.cookies[0]?.value ?? '' }
  }
  const asBrowser = (cookie: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    world.app.inject({
      method,
      url,
      cookies: { teamlore_session: cookie },
      headers: { origin: 'http://lore.test' },
      ...(payload ? { payload } : {}),
    })

  test('for somebody else signs them in and nobody else', async () => {
    const made = await call('POST', '/v1/sign-in-links', ann, { user: vera.id })
    expect(made.json().user).toEqual({ id: vera.id, name: 'Vera' })
    const { cookie } = await signIn(made.json().url)
    expect((await asBrowser(cookie, 'GET', '/v1/me')).json()).toMatchObject({
      user: { id: vera.id },
      role: 'viewer',
      via: 'browser',
    })
  })

  test('of an owner cannot be made by an admin, nor for others by a viewer', async () => {
    const admin = await us.addMember('admin', 'Ada')
    const key = await us.ownKeyOf(admin)
    const owners = await call('POST', '/v1/sign-in-links', key, { user: us.owner.userId })
    expect([owners.statusCode, owners.json().error.code]).toEqual([403, 'member.above_you'])
    const others = await call('POST', '/v1/sign-in-links', vera.key, { user: admin.userId })
    expect(others.statusCode).toBe(403)
  })

  test('ends when its person rises above who gave it', async () => {
    const bo = await us.addMember('member', 'Bo')
    const { url } = (await call('POST', '/v1/sign-in-links', ann, { user: bo.userId })).json()
    await readAsOwner(
      world.engine,
      `update teamlore.memberships set role = 'owner' where user_id = '${bo.userId}'`,
    )
    expect((await signIn(url)).status).toBe(401)
  })

  test('made by a key or by somebody else keeps the browser in its team, and so do links made there', async () => {
    const other = await world.addTeam('Eve')
    await readAsOwner(
      world.engine,
      `insert into teamlore.memberships (team_id, user_id, role)
      values ('${other.teamId}', '${vera.id}', 'member')`,
    )
    const { url } = (await call('POST', '/v1/sign-in-links', ann, { user: vera.id })).json()
    const { cookie } = await signIn(url)
    const me = (await asBrowser(cookie, 'GET', '/v1/me')).json()
    expect(me.teams.map(({ id }: { id: string }) => id)).toEqual([us.teamId])
    const moved = await asBrowser(cookie, 'POST', '/v1/me/team', { team: other.teamId })
    expect([moved.statusCode, moved.json().error.code]).toEqual([409, 'team.fixed'])
    const again = await asBrowser(cookie, 'POST', '/v1/sign-in-links', {})
    const second = await signIn(again.json().url)
    const still = await asBrowser(second.cookie, 'POST', '/v1/me/team', { team: other.teamId })
    expect(still.statusCode).toBe(409)
  })

  test('lets a whole person go from team to team, and nowhere else', async () => {
    const here = { teamId: us.teamId, userId: us.owner.userId, role: 'owner' } as const
    const { grantTeamScope } = await import('@teamlore/core')
    const scope = grantTeamScope({ ...here, actor: { kind: 'user', via: 'browser' } }, 'viewer')
    const { url } = await world.api.useCases.createSignInLink(scope, {})
    const { cookie } = await signIn(url)
    const third = await world.addTeam('Cleo')
    const strange = await asBrowser(cookie, 'POST', '/v1/me/team', { team: third.teamId })
    expect([strange.statusCode, strange.json().error.code]).toEqual([404, 'team.not_found'])
    await readAsOwner(
      world.engine,
      `insert into teamlore.memberships (team_id, user_id, role)
      values ('${third.teamId}', '${us.owner.userId}', 'viewer')`,
    )
    expect((await asBrowser(cookie, 'GET', '/v1/me')).json().teams).toHaveLength(2)
    expect(
      (await asBrowser(cookie, 'POST', '/v1/me/team', { team: third.teamId })).statusCode,
    ).toBe(204)
    const me = (await asBrowser(cookie, 'GET', '/v1/me')).json()
    expect(me).toMatchObject({ team: { id: third.teamId }, role: 'viewer' })
    expect((await asBrowser(cookie, 'GET', '/v1/sessions')).json().items).toEqual([])
  })
})

// Last: the minute it uses up is that of all who ask from this address.
describe('an address that sends wrong keys', () => {
  test('pays for them, while keys that are right work at once, used lately or not', async () => {
    const fresh = (await call('POST', '/v1/keys', ann, { name: 'unused' })).json().key
    const wrong = await Promise.all(
      Array.from({ length: 65 }, (_, i) => call('GET', '/v1/me', `tlk_wrong${i}`)),
    )
    // The link that was used up above was one of the sixty.
    expect(wrong.filter(({ statusCode }) => statusCode === 401)).toHaveLength(59)
    expect((await call('GET', '/v1/me', 'tlk_wrong_again')).statusCode).toBe(429)
    expect((await call('GET', '/v1/me', fresh)).statusCode).toBe(200)
    expect((await call('GET', '/v1/me', vera.key)).statusCode).toBe(200)
  })
})
