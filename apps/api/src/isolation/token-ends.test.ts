import type { TeamRole } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS, type Held, heldOf } from '../testing/isolation/held-tokens.ts'
import { sendTo } from '../testing/isolation/send.ts'
import {
  type OAuthWorld,
  openOAuthWorld,
  type Person,
  type Tokens,
} from '../testing/oauth-world.ts'
import { oktaUser, USER } from '../testing/scim-world.ts'
import type { WorldTeam } from '../testing/world.ts'

let home: OAuthWorld
let us: WorldTeam
let send: ReturnType<typeof sendTo>
let directory: string
let asked = 0
let opened = 0

beforeAll(async () => {
  home = await openOAuthWorld()
  us = await home.world.addTeam('Olga')
  send = sendTo(home.world.app)
  const service = { name: 'Directory', role: 'admin' }
  const { id } = await made('/v1/team/service-accounts', service)
  directory = (await made('/v1/keys', { name: 'SCIM', user: id, role: 'admin' })).key
})
afterAll(async () => {
  process.stdout.write(
    `isolation battery, OAuth tokens that ended: ${asked} asks, ${opened} answered\n`,
  )
  await home[Symbol.asyncDispose]()
})

type Made = { id: string; key: string }
const made = async (url: string, body: object): Promise<Made> =>
  (await send(us.keys.owner, 'POST', url, body)) as Made

type Somebody = { id: string; key: string; person: Person; held: Held }

const somebody = async (role: TeamRole = 'member', by?: string): Promise<Somebody> => {
  const { userId } = await us.addMember(role, 'Mia')
  const key = await us.ownKeyOf({ teamId: us.teamId, userId, role })
  const body = { name: 'given', user: userId }
  const given = by && ((await send(by, 'POST', '/v1/keys', body)) as Made).key
  const person = await home.openBrowser(given ?? key)
  return { id: userId, key, person, held: await heldOf(home, person, us.teamId) }
}

const statusesOf = async ({ access_token }: Tokens): Promise<number[]> => {
  const statuses: number[] = []
  for (const message of CALLS) statuses.push((await home.knock(access_token, message)).status)
  asked += CALLS.length
  opened += statuses.filter((status) => status < 400).length
  return statuses
}

/** Everything that a client could still try. */
const expectEnded = async ({ person, held }: Somebody, what = 'after') => {
  expect([what, await statusesOf(held)]).toEqual([what, CALLS.map(() => 401)])
  const { client_id, refresh_token } = held
  for (const body of [
    { grant_type: 'refresh_token', client_id, refresh_token },
    held.waiting,
    held.device,
  ]) {
    const answer = await home.token(body)
    asked += 1
    opened += Number(answer.status < 400)
    expect([what, body['grant_type'], answer.status, await answer.json()]).toMatchObject([
      ...[what, body['grant_type'], 400],
      // A short code goes with its grant, and is then over like one that was never given.
      { error: expect.stringMatching(/^(?:invalid_grant|expired_token)$/) },
    ])
  }
  return person
}

const expectOpen = async ({ held }: Somebody) =>
  expect((await home.knock(held.access_token)).status).toBe(200)

const clientsOf = async ({ key }: Somebody): Promise<string[]> => {
  const { items } = (await send(key, 'GET', '/v1/clients')) as { items: Made[] }
  return items.map(({ id }) => id)
}

describe('of a person of the team', () => {
  test.each<[string, (one: Somebody) => Promise<unknown>]>([
    ['an admin removed', ({ id }) => send(us.keys.admin, 'DELETE', `/v1/team/members/${id}`)],
    ['left', ({ person }) => person.ask('POST', '/v1/team/leave')],
    [
      'is being erased',
      ({ id }) => send(us.keys.owner, 'POST', `/v1/team/members/${id}/erase`, { confirm: 'Mia' }),
    ],
  ])('whom %s, every token, code and page is over', async (_how, end) => {
    const one = await somebody()
    await expectOpen(one)
    await end(one)
    const person = await expectEnded(one)
    const page = await person.ask('GET', `/v1/consent/${one.held.page}`)
    expect(page.status).toBe(401)
  })

  test('is not open again when they come back', async () => {
    const one = await somebody()
    await send(us.keys.admin, 'DELETE', `/v1/team/members/${one.id}`)
    const invited = await made('/v1/team/invitations', { role: 'member' })
    expect(invited.id).toBeTruthy()
    const { token } = Object.fromEntries(
      new URL((invited as unknown as { url: string }).url).searchParams,
    )
    await home.world.app.inject({
      method: 'POST',
      url: '/v1/invitations/accept',
      headers: { origin: home.url },
      payload: { token, name: 'Mia' },
    })
    await expectEnded(one)
  })

  test('whom the directory deactivated is over, and stays so when it lets them in again', async () => {
    const scim = (method: 'POST' | 'PUT', path: string, body: object) =>
      home.world.app.inject({
        method,
        url: `/scim/v2${path}`,
        headers: {
          authorization: `Bearer ${directory}`,
          'content-type': 'application/scim+json',
        },
        payload: JSON.stringify({ schemas: [USER], ...body }),
      })
    const user = oktaUser('mia@corp.test')
    const created = await scim('POST', '/Users', user)
    expect(created.statusCode, created.body).toBe(201)
    const id = created.json().id as string
    const key = await us.ownKeyOf({ teamId: us.teamId, userId: id as never, role: 'member' })
    const person = await home.openBrowser(key)
    const one = { id, key, person, held: await heldOf(home, person, us.teamId) }
    await expectOpen(one)
    const set = async (active: boolean) => {
      const answer = await scim('PUT', `/Users/${id}`, { ...user, active })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    await set(false)
    await expectEnded(one)
    await set(true)
    await expectEnded(one, 'active again')
  })
})

describe('of a client that was ended', () => {
  test.each<[string, (one: Somebody) => Promise<unknown>]>([
    [
      'by its person',
      async (one) => {
        for (const id of await clientsOf(one))
          expect((await one.person.ask('DELETE', `/v1/clients/${id}`)).status).toBe(204)
      },
    ],
    [
      'by an admin',
      async (one) => {
        for (const id of await clientsOf(one))
          await send(us.keys.admin, 'DELETE', `/v1/clients/${id}`)
      },
    ],
  ])('%s, every token and code is over', async (_how, end) => {
    const one = await somebody()
    await expectOpen(one)
    await end(one)
    await expectEnded(one)
  })

  test.each(['refresh_token', 'access_token'] as const)(
    'by itself with its %s, its tokens are over',
    async (which) => {
      const { held } = await somebody()
      await home.revoke({ client_id: held.client_id, token: held[which] })
      expect(await statusesOf(held)).toEqual(CALLS.map(() => 401))
    },
  )

  test('as its code came twice, its tokens are over', async () => {
    const { held } = await somebody()
    const first = (await (await home.token(held.waiting)).json()) as Tokens
    expect((await home.knock(first.access_token)).status).toBe(200)
    expect((await home.token(held.waiting)).status).toBe(400)
    expect(await statusesOf(first)).toEqual(CALLS.map(() => 401))
  })
})

describe('by a browser that somebody else let in', () => {
  const given = async () => {
    const admin = await us.addMember('admin', 'Evil')
    const own = await us.ownKeyOf(admin)
    return { admin: admin.userId, one: await somebody('member', own) }
  }
  const role = (id: string, name: string) =>
    send(us.keys.owner, 'PUT', `/v1/team/members/${id}`, { role: name })

  test('is over when that admin leaves', async () => {
    const { admin, one } = await given()
    await expectOpen(one)
    await send(us.keys.owner, 'DELETE', `/v1/team/members/${admin}`)
    await expectEnded(one)
  })

  test('is over when that admin is one no more, and does not come back with the role', async () => {
    const { admin, one } = await given()
    await role(admin, 'member')
    await expectEnded(one)
    await role(admin, 'admin')
    await expectEnded(one, 'an admin again')
  })
})

test('after its hour an access token is over, and after its 90 days a refresh token', async () => {
  const { held } = await somebody()
  const HOUR = 3_600_000
  home.wait(HOUR + 1_000)
  expect(await statusesOf(held)).toEqual(CALLS.map(() => 401))
  const renew = (refresh_token: string) =>
    home.token({ grant_type: 'refresh_token', client_id: held.client_id, refresh_token })
  const next = (await (await renew(held.refresh_token)).json()) as Tokens
  expect((await home.knock(next.access_token)).status).toBe(200)
  home.wait(90 * 24 * HOUR + 1_000)
  expect((await renew(next.refresh_token)).status).toBe(400)
  expect(await statusesOf(next)).toEqual(CALLS.map(() => 401))
})
