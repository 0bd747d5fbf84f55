import { readAsOwner } from '@teamlore/db/testing'
import { createSmtpSender } from '@teamlore/hosts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { openMailbox } from '../../testing/mailbox.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

let mailbox: Awaited<ReturnType<typeof openMailbox>>
let world: World
let us: WorldTeam

beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld(
    {},
    { sendMail: createSmtpSender({ url: mailbox.url, from: 'lore@lore.test' }) },
  )
  us = await world.addTeam('Ann')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await mailbox.close()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, key: string, payload?: object) =>
  world.app.inject({ method, url, headers: bearer(key), ...(payload ? { payload } : {}) })
const open = (url: string, payload: object) => world.app.inject({ method: 'POST', url, payload })
const asBrowser = (cookie: string, method: Method, url: string, payload?: object) =>
  world.app.inject({
    method,
    url,
    cookies: { teamlore_session: cookie },
    headers: { origin: 'http://lore.test' },
    ...(payload ? { payload } : {}),
  })
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''
const invite = async (body: object = {}) => {
  const invited = (await call('POST', '/v1/team/invitations', us.keys.admin, body)).json()
  return { ...invited, token: invited.url === null ? '' : tokenOf(invited.url) }
}
const codeOf = (response: { json: () => { error?: { code: string } } }) =>
  response.json().error?.code

describe('an invitation', () => {
  test('shows whoever has the link what it is to, lets one person in, and then nobody', async () => {
    const { token, id } = await invite({ role: 'member' })
    const shown = (await open('/v1/invitations/show', { token })).json()
    expect(shown).toMatchObject({
      team: 'Test team',
      role: 'member',
      invited_by: 'Ann',
      email: null,
    })
    const tries = await Promise.all(
      ['Bo', 'Cy', 'Di'].map((name) => open('/v1/invitations/accept', { token, name })),
    )
    expect(tries.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 401, 401])
    const cookie = tries.find(({ statusCode }) => statusCode === 204)?.cookies[0]?.value ?? ''
    const me = (await asBrowser(cookie, 'GET', '/v1/me')).json()
    expect(me).toMatchObject({ role: 'member', team: { id: us.teamId }, user: { email: null } })
    const [listed] = (await call('GET', '/v1/team/invitations', us.keys.admin)).json().items
    expect(listed).toMatchObject({ id, state: 'accepted', accepted_by: { id: me.user.id } })
  })

  test('by mail is read by its addressee alone, whose address it proves', async () => {
    const { url, note, sent_at } = await invite({ email: 'Flo@Example.com' })
    expect([url, note]).toEqual([null, null])
    expect(sent_at).not.toBeNull()
    const mail = mailbox.mails.at(-1) ?? ''
    expect(mail).toMatch(/^To: flo@example\.com$/m)
    const token = /join\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
    const accepted = await open('/v1/invitations/accept', { token, name: 'Flo' })
    const me = await asBrowser(accepted.cookies[0]?.value ?? '', 'GET', '/v1/me')
    expect(me.json().user).toMatchObject({ name: 'Flo', email: 'flo@example.com' })
    const again = await call('POST', '/v1/team/invitations', us.keys.admin, {
      email: 'flo@example.com',
    })
    expect([again.statusCode, codeOf(again)]).toEqual([409, 'invitation.already_member'])
  })

  test('that the mail server does not take is yours to hand on, and proves no address', async () => {
    const { token, note } = await invite({ email: 'refused@example.com' })
    expect(note).toContain('SMTP_URL')
    const accepted = await open('/v1/invitations/accept', { token, name: 'Ria' })
    const me = await asBrowser(accepted.cookies[0]?.value ?? '', 'GET', '/v1/me')
    expect(me.json().user).toMatchObject({ name: 'Ria', email: null })
  })

  test('never makes anybody a person of another team whose address they know', async () => {
    const them = await world.addTeam('Eve')
    const asked = await call('POST', '/v1/team/invitations', them.keys.admin, {
      email: 'flo@example.com',
    })
    expect(asked.json().url).toBeNull()
    const token = /join\?token=([\w-]+)/.exec(mailbox.mails.at(-1) ?? '')?.[1] ?? ''
    const taken = await open('/v1/invitations/accept', { token, name: 'Eve' })
    expect([taken.statusCode, codeOf(taken)]).toEqual([409, 'invitation.sign_in_first'])
  })

  test('is joined by who is signed in, who then is in both teams; a key joins nothing', async () => {
    const them = await world.addTeam('Gil')
    const { token } = await invite()
    const first = await open('/v1/invitations/accept', { token, name: 'Ivo' })
    const cookie = first.cookies[0]?.value ?? ''
    const theirs = (
      await call('POST', '/v1/team/invitations', them.keys.admin, { role: 'viewer' })
    ).json()
    const joining = { token: tokenOf(theirs.url) }
    const byKey = await call('POST', '/v1/invitations/join', us.keys.admin, joining)
    expect(codeOf(byKey)).toBe('invitation.browser_needed')
    const joined = await asBrowser(cookie, 'POST', '/v1/invitations/join', joining)
    expect(joined.json()).toMatchObject({ id: them.teamId, role: 'viewer' })
    const me = (await asBrowser(cookie, 'GET', '/v1/me')).json()
    expect(me.team.id).toBe(them.teamId)
    expect(me.teams).toHaveLength(2)
  })

  test('ends when it is declined, withdrawn, renewed or a week old', async () => {
    const declined = await invite()
    expect((await open('/v1/invitations/decline', { token: declined.token })).statusCode).toBe(204)
    const revoked = await invite()
    await call('DELETE', `/v1/team/invitations/${revoked.id}`, us.keys.admin)
    const renewed = await invite()
    const next = await call('POST', `/v1/team/invitations/${renewed.id}/resend`, us.keys.admin)
    const old = await invite()
    await readAsOwner(
      world.engine,
      `update teamlore.invitations set expires_at = now() where id = '${old.id}'`,
    )
    for (const { token } of [declined, revoked, renewed, old])
      expect(codeOf(await open('/v1/invitations/show', { token }))).toBe('invitation.invalid')
    const fresh = { token: tokenOf(next.json().url) }
    expect((await open('/v1/invitations/show', fresh)).statusCode).toBe(200)
    const states = (await call('GET', '/v1/team/invitations', us.keys.admin)).json().items
    expect(states.slice(0, 4).map(({ state }: { state: string }) => state)).toEqual([
      'expired',
      'open',
      'revoked',
      'declined',
    ])
  })

  test('to be an owner is made by owners alone', async () => {
    const asked = await call('POST', '/v1/team/invitations', us.keys.admin, { role: 'owner' })
    expect([asked.statusCode, codeOf(asked)]).toEqual([403, 'member.role_above_you'])
  })
})

describe('a member', () => {
  const keyOf = async (userId: string, role: string) =>
    (await call('POST', '/v1/keys', us.keys.admin, { name: 'k', user: userId, role })).json()
      .key as string

  test('who is removed has no credential any more from the very next request on', async () => {
    const { token } = await invite({ role: 'member' })
    const accepted = await open('/v1/invitations/accept', { token, name: 'Jo' })
    const cookie = accepted.cookies[0]?.value ?? ''
    const id = (await asBrowser(cookie, 'GET', '/v1/me')).json().user.id
    const key = await keyOf(id, 'member')
    const machine = {
      fingerprint: 'c'.repeat(32),
      name: 'jo',
      platform: 'linux',
      agent_version: '1',
    }
    const machineKey = (await call('POST', '/v1/machines', key, machine)).json().key
    const link = (await call('POST', '/v1/sign-in-links', us.keys.admin, { user: id })).json()
    expect((await call('DELETE', `/v1/team/members/${id}`, us.keys.admin)).statusCode).toBe(204)
    expect((await call('GET', '/v1/me', key)).statusCode).toBe(401)
    expect((await call('GET', '/v1/me', machineKey)).statusCode).toBe(401)
    expect((await asBrowser(cookie, 'GET', '/v1/me')).statusCode).toBe(401)
    expect((await open('/v1/sign-in', { token: tokenOf(link.url) })).statusCode).toBe(401)
    const left = await readAsOwner(
      world.engine,
      `select 1 from teamlore.api_keys where user_id = '${id}' and revoked_at is null
       union all select 1 from teamlore.browser_sessions where user_id = '${id}'
       union all select 1 from teamlore.sign_in_links where user_id = '${id}'`,
    )
    expect(left).toEqual([])
  })

  test('above an admin is neither changed nor removed by them, nor is a role above theirs given', async () => {
    const { owner } = us
    for (const [method, payload] of [['PUT', { role: 'viewer' }], ['DELETE']] as const) {
      const tried = await call(method, `/v1/team/members/${owner.userId}`, us.keys.admin, payload)
      expect([tried.statusCode, codeOf(tried)]).toEqual([403, 'member.above_you'])
    }
    const bo = await us.addMember('viewer', 'Bo')
    const risen = await call('PUT', `/v1/team/members/${bo.userId}`, us.keys.admin, {
      role: 'owner',
    })
    expect(codeOf(risen)).toBe('member.role_above_you')
  })

  test('whose role is lowered loses it with the next request, by every key', async () => {
    const kim = await us.addMember('admin', 'Kim')
    const key = await keyOf(kim.userId, 'admin')
    await call('PUT', `/v1/team/members/${kim.userId}`, us.keys.admin, { role: 'viewer' })
    expect((await call('GET', '/v1/me', key)).json().role).toBe('viewer')
  })

  test('is answered as no member at all where they are of another team', async () => {
    const them = await world.addTeam('Eve')
    const foreign = await call('DELETE', `/v1/team/members/${them.owner.userId}`, us.keys.admin)
    const nobody = await call(
      'DELETE',
      `/v1/team/members/${us.owner.userId.slice(0, -4)}zzzz`,
      us.keys.admin,
    )
    expect([foreign.statusCode, foreign.body]).toEqual([nobody.statusCode, nobody.body])
  })
})

describe('the last owner', () => {
  const owned = async () => {
    const team = await world.addTeam('Lou')
    const { createApiKey } = world.api.useCases
    const { grantTeamScope } = await import('@teamlore/core')
    const ownerKey = async (who: {
      teamId: typeof team.teamId
      userId: typeof team.owner.userId
    }) => {
      const scope = grantTeamScope(
        { ...who, role: 'owner', actor: { kind: 'user', via: 'api_key' } },
        'owner',
      )
      return (await createApiKey(scope, { name: 'o', role: 'owner' })).key
    }
    return { team, ownerKey, key: await ownerKey(team.owner) }
  }

  test('can neither leave, nor be removed, nor step down', async () => {
    const { team, key } = await owned()
    const id = team.owner.userId
    expect(codeOf(await call('POST', '/v1/team/leave', key))).toBe('team.last_owner')
    expect(codeOf(await call('DELETE', `/v1/team/members/${id}`, key))).toBe('team.last_owner')
    const down = await call('PUT', `/v1/team/members/${id}`, key, { role: 'admin' })
    expect(codeOf(down)).toBe('team.last_owner')
  })

  test('is one of two who leave at the same moment', async () => {
    const { team, key, ownerKey } = await owned()
    const second = await ownerKey(await team.addMember('owner', 'Mo'))
    const answers = await Promise.all([key, second].map((k) => call('POST', '/v1/team/leave', k)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  })

  test('hands the team over, and stays as an admin', async () => {
    const { team, key } = await owned()
    const mo = await team.addMember('member', 'Mo')
    expect((await call('POST', '/v1/team/transfer', key, { user: mo.userId })).statusCode).toBe(204)
    const members = (await call('GET', '/v1/team/members', key)).json().items
    expect(members.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ['Mo', 'owner'],
      ['Lou', 'admin'],
    ])
  })
})

test('a service account has keys, never a browser, and is never an owner', async () => {
  const made = (
    await call('POST', '/v1/team/service-accounts', us.keys.admin, { name: 'CI' })
  ).json()
  const key = (await call('POST', '/v1/keys', us.keys.admin, { name: 'ci', user: made.id })).json()
    .key
  expect((await call('GET', '/v1/me', key)).json()).toMatchObject({
    user: { name: 'CI', kind: 'service' },
    role: 'member',
  })
  const link = await call('POST', '/v1/sign-in-links', us.keys.admin, { user: made.id })
  expect([link.statusCode, codeOf(link)]).toEqual([409, 'member.is_service'])
})

test('a team is founded from a browser, and shares nothing with the one before', async () => {
  const { grantTeamScope } = await import('@teamlore/core')
  const scope = grantTeamScope({ ...us.owner, actor: { kind: 'user', via: 'browser' } }, 'owner')
  const { url } = await world.api.useCases.createSignInLink(scope, {})
  const signedIn = await open('/v1/sign-in', { token: tokenOf(url) })
  const cookie = signedIn.cookies[0]?.value ?? ''
  const founded = (await asBrowser(cookie, 'POST', '/v1/teams', { name: 'Second' })).json()
  await asBrowser(cookie, 'POST', '/v1/me/team', { team: founded.id })
  const members = (await asBrowser(cookie, 'GET', '/v1/team/members')).json().items
  expect(members).toHaveLength(1)
  const byKey = await call('POST', '/v1/teams', us.keys.admin, { name: 'Third' })
  expect(byKey.statusCode).toBe(403)
})
