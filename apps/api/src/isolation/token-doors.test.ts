import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { connect, freePort, oauthAt, type Tokens } from '../testing/oauth-world.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

type Door = { method: string; url: string; needs: string | undefined }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let world: World
let us: WorldTeam
let home: ReturnType<typeof oauthAt>
let held: Tokens & { client_id: string }
const doors: Door[] = []

/** Where a token belongs, and where it is made. */
const OWN = /^\/mcp|^\/oauth\//

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  world = await openWorld({ publicUrl: url })
  world.app.addHook('onRoute', ({ method, url: path, config }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS' && !OWN.test(path))
        doors.push({ method: one, url: path, needs: config?.needs })
  })
  await world.app.listen({ port, host: '127.0.0.1' })
  home = oauthAt(world, url)
  us = await world.addTeam('Ann')
  // Of an owner, for all there is.
  held = await connect(home, await home.openBrowser(us.keys.owner))
})
afterAll(() => world[Symbol.asyncDispose]())

const ask = ({ method, url }: Door, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: method as Method,
    url: url.replace(/:id\b/g, 'ses_01abcdef').replace(/:\w+/g, 'heron').replace('*', 'heron'),
    headers,
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  })

test('every route but /mcp refuses the token of an owner, or answers it like nobody', async () => {
  const closed = doors.filter(({ needs }) => needs !== undefined && needs !== 'nobody')
  const open = doors.filter((door) => !closed.includes(door))
  expect(closed.length).toBeGreaterThan(200)
  const answered: string[] = []
  for (const door of closed) {
    const { statusCode, body } = await ask(door, bearer(held.access_token))
    if (statusCode !== 401 || body.includes(us.teamId))
      answered.push(`${statusCode} ${door.method} ${door.url}`)
  }
  expect(answered).toEqual([])
  for (const door of open) {
    const [byToken, byNobody] = [await ask(door, bearer(held.access_token)), await ask(door)]
    expect([door.method, door.url, byToken.statusCode]).toEqual([
      ...[door.method, door.url, byNobody.statusCode],
    ])
  }
  process.stdout.write(
    `isolation battery, an OAuth token outside of /mcp: ${closed.length} routes refused it, ${open.length} did not look at it\n`,
  )
})

test('a token counts in the header of /mcp alone: not in a cookie, an address or as a password', async () => {
  const { access_token } = held
  const basic = Buffer.from(`${held.client_id}:${access_token}`).toString('base64')
  for (const [url, headers] of [
    ['/v1/me', { cookie: `teamlore_session=${access_token}` }],
    ['/mcp', { cookie: `teamlore_session=${access_token}` }],
    [`/mcp?access_token=${access_token}`, {}],
    [`/mcp?key=${access_token}`, {}],
    ['/mcp', { authorization: `Basic ${basic}` }],
    ['/mcp', { 'x-api-key': access_token }],
    [`/v1/events?access_token=${access_token}`, {}],
  ] as [string, Record<string, string>][]) {
    const answer = await world.app.inject({ url, headers })
    expect([url, Object.keys(headers), answer.statusCode]).toEqual([url, Object.keys(headers), 401])
  }
})

test('nothing else that a client holds opens /mcp', async () => {
  const { client_id, refresh_token } = held
  for (const one of [refresh_token, client_id, `tlk_${held.access_token}`])
    expect((await home.knock(one)).status).toBe(401)
  expect((await home.knock(held.access_token)).status).toBe(200)
})

test('a token for another address opens nothing here', async () => {
  const person = await home.openBrowser(us.keys.member)
  const { access_token, client_id } = await connect(home, person)
  expect((await home.knock(access_token)).status).toBe(200)
  for (const aud of [`${home.mcp}/`, 'https://elsewhere.test/mcp', home.url])
    await readAsOwner(
      world.engine,
      `update teamlore.oauth_tokens set payload = jsonb_set(payload, '{aud}', '"${aud}"')
        where kind = 'AccessToken' and payload ->> 'clientId' = '${client_id}' returning 1`,
    ).then(async (changed) => {
      expect(changed.length).toBe(1)
      expect([aud, (await home.knock(access_token)).status]).toEqual([aud, 401])
    })
})
