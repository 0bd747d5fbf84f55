import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  connect,
  type OAuthWorld,
  openOAuthWorld,
  type Person,
  type Tokens,
} from '../../testing/oauth-world.ts'
import type { WorldTeam } from '../../testing/world.ts'

let home: OAuthWorld
let us: WorldTeam
let ann: Person
beforeAll(async () => {
  home = await openOAuthWorld()
  us = await home.world.addTeam('Ann')
})
// The clock goes on by months, so that each test begins with somebody who has just come in.
beforeEach(async () => {
  ann = await home.openBrowser(us.keys.owner)
})
afterAll(() => home[Symbol.asyncDispose]())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const refresh = async ({ client_id, refresh_token }: Tokens & { client_id: string }) => {
  const answer = await home.token({ grant_type: 'refresh_token', client_id, refresh_token })
  const body = (await answer.json()) as Tokens & { error?: string }
  return { status: answer.status, ...body, client_id }
}

const opens = async ({ access_token }: Tokens): Promise<number> =>
  (await home.knock(access_token)).status

const clientsOf = async (role: 'owner' | 'member') =>
  (await us.ask('/v1/clients', role)).json().items as { id: string; name: string }[]

describe('a refresh token', () => {
  test('is replaced when it is used, and its first use counts again for a minute', async () => {
    const held = await connect(home, ann)
    const several = await Promise.all([refresh(held), refresh(held), refresh(held)])
    expect(several.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(several.map(({ refresh_token }) => refresh_token)).size).toBe(3)
    home.wait(59_000)
    expect((await refresh(held)).status).toBe(200)
  })

  test('shown after that minute ends all that came of it, and is written down', async () => {
    const held = await connect(home, ann)
    const next = await refresh(held)
    expect(await opens(next)).toBe(200)
    home.wait(61_000)
    expect(await refresh(held)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await opens(next)).toBe(401)
    expect((await refresh(next)).status).toBe(400)
    const { items } = (await us.ask('/v1/audit?action=client.reused_token_ended', 'owner')).json()
    expect(items[0]).toMatchObject({ subject: { name: 'A client' } })
  })

  test('keeps its client as long as it is used, and no longer than that', async () => {
    const used = await connect(home, ann)
    const idle = await connect(home, ann)
    home.wait(60 * DAY)
    const next = await refresh(used)
    expect(next.status).toBe(200)
    home.wait(60 * DAY)
    expect((await refresh(idle)).status).toBe(400)
    const last = await refresh(next)
    expect([last.status, await opens(last)]).toEqual([200, 200])
  })
})

test('an access token ends after an hour', async () => {
  const held = await connect(home, ann)
  home.wait(59 * MINUTE)
  expect(await opens(held)).toBe(200)
  home.wait(2 * MINUTE)
  expect(await opens(held)).toBe(401)
})

test('a code that nobody was given opens nothing', async () => {
  const held = await connect(home, ann)
  const guessed = await home.token({
    grant_type: 'authorization_code',
    client_id: held.client_id,
    code: 'a guess',
    redirect_uri: 'http://127.0.0.1:1/callback',
    code_verifier: 'x'.repeat(43),
  })
  expect(guessed.status).toBe(400)
})

describe('a client', () => {
  test('is ended by its person at once, with all its tokens', async () => {
    const held = await connect(home, ann)
    const [newest] = await clientsOf('owner')
    const ended = await ann.ask('DELETE', `/v1/clients/${newest?.id}`)
    expect(ended.status).toBe(204)
    expect([await opens(held), (await refresh(held)).status]).toEqual([401, 400])
  })

  test('ends itself, and nobody else', async () => {
    const held = await connect(home, ann)
    const other = await connect(home, ann)
    await home.revoke({ client_id: other.client_id, token: held.refresh_token })
    expect(await opens(held)).toBe(200)
    await home.revoke({ client_id: held.client_id, token: held.refresh_token })
    expect([await opens(held), await opens(other)]).toEqual([401, 200])
  })

  test('that nobody let in is forgotten after a day, and one with a grant never', async () => {
    const unused = await home.register()
    const held = await connect(home, ann)
    home.wait(80 * DAY)
    await home.register()
    const known = await readAsOwner(
      home.world.engine,
      `select id from teamlore.oauth_clients where id in ('${unused.client_id}', '${held.client_id}')`,
    )
    expect(known).toEqual([{ id: held.client_id }])
    expect((await refresh(held)).status).toBe(200)
  })
})

describe('what a client holds', () => {
  test('opens /mcp and nothing of /v1', async () => {
    const held = await connect(home, ann)
    expect(await opens(held)).toBe(200)
    const me = await home.world.app.inject({ url: '/v1/me', headers: bearer(held.access_token) })
    expect(me.statusCode).toBe(401)
  })

  test('ends with the membership of its person', async () => {
    const eve = await home.world.addTeam('Eve')
    const member = await home.openBrowser(eve.keys.member)
    const held = await connect(home, member)
    expect(await opens(held)).toBe(200)
    await readAsOwner(
      home.world.engine,
      `delete from teamlore.memberships where team_id = '${eve.teamId}'`,
    )
    expect([await opens(held), (await refresh(held)).status]).toEqual([401, 400])
  })

  test('only reads once its person is a viewer', async () => {
    const eve = await home.world.addTeam('Fay')
    const held = await connect(home, await home.openBrowser(eve.keys.member))
    const tools = async () =>
      (await home.knock(held.access_token, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).text()
    expect(await tools()).toContain('lore_remember')
    await readAsOwner(
      home.world.engine,
      `update teamlore.memberships set role = 'viewer' where team_id = '${eve.teamId}'`,
    )
    const left = await tools()
    expect(left).toContain('lore_search')
    expect(left).not.toContain('lore_remember')
  })

  test('is of one team: another sees no client of it, and ends none', async () => {
    await connect(home, ann)
    const [ours] = await clientsOf('owner')
    const them = await home.world.addTeam('Mia')
    expect((await them.ask('/v1/clients', 'owner')).json().items).toEqual([])
    const mia = await home.openBrowser(them.keys.owner)
    expect((await mia.ask('DELETE', `/v1/clients/${ours?.id}`)).status).toBe(404)
    expect((await clientsOf('owner')).map(({ id }) => id)).toContain(ours?.id)
  })

  test('is nowhere in the database as it is', async () => {
    const held = await connect(home, ann)
    const [row] = await readAsOwner(
      home.world.engine,
      `select string_agg(t::text, ' ') as everything from teamlore.oauth_tokens t`,
    )
    const everything = String(row?.['everything'])
    expect(everything).toContain(held.client_id)
    expect(everything).not.toContain(held.access_token)
    expect(everything).not.toContain(held.refresh_token)
  })
})
