import {
  makeFinishPasskeySignIn,
  makeStartPasskeySignIn,
  type PasskeyGateway,
  USUAL_BROWSER_LIFE,
} from '@teamlore/core'
import { readAsOwner } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GivenWorld, openGivenWorld, sessionIn, type Way } from '../testing/issued-world.ts'
import { connectMcp, textOf } from '../testing/mcp-client.ts'

/**
 * A credential that somebody else made opens nothing private, and no restricted project that its maker may not see. Which routes, tools
 * and events that holds for stands in the batteries; here stands which credentials, and how one becomes one's own.
 */
let at: GivenWorld
let address: string
beforeAll(async () => {
  at = await openGivenWorld()
  address = await at.world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => at[Symbol.asyncDispose]())

/** Every credential that somebody can make for somebody else, and what is made by it in turn. */
const WAYS: [string, () => Promise<Way>][] = [
  ['a key', () => at.keyFor()],
  ['a machine that was connected with such a key', async () => at.machineBy(await at.keyFor())],
  ['a browser that came in by a link', () => at.linkFor()],
  [
    'a key that was made in such a browser',
    async () => ({
      key: (await at.post('/v1/keys', await at.linkFor(), { name: 'next' })).key,
    }),
  ],
  ['a browser that came in by a link of such a key', async () => at.browserBy(await at.keyFor())],
  [
    'a browser that came in by a link of such a machine',
    async () => at.browserBy(await at.machineBy(await at.keyFor())),
  ],
  [
    'a machine that such a browser let in by a short code',
    async () => at.deviceBy(await at.linkFor()),
  ],
]

const opened = async (way: Way) => {
  const status = async (id: string) => (await at.call('GET', `/v1/sessions/${id}`, way)).statusCode
  const listed = (await at.call('GET', '/v1/sessions?limit=100', way)).json().items
  const found = (await at.call('GET', '/v1/search?q=upload&limit=50', way)).json()
  const said = JSON.stringify([listed, found])
  return {
    private: [await status(at.ids.private), said.includes(at.ids.private)],
    vault: [await status(at.ids.vault), said.includes(at.ids.vault)],
    team: [await status(at.ids.team), said.includes(at.ids.team)],
  }
}

const OPEN = [200, true]
const CLOSED = [404, false]

test('Ann reads what is private to her and what is in her restricted project', async () => {
  expect(await opened(at.ann)).toEqual({ private: OPEN, vault: OPEN, team: OPEN })
  expect((await at.call('GET', '/v1/me', at.ann)).json().given_by).toBe(null)
})

describe.each(WAYS)('%s that another made', (_what, make) => {
  let way: Way
  beforeAll(async () => {
    way = await make()
  })

  test('acts as Ann, and opens nothing private and no project that is closed to its maker', async () => {
    const me = (await at.call('GET', '/v1/me', way)).json()
    expect([me.user.name, me.given_by?.name]).toEqual(['Ann', 'Evil'])
    expect(await opened(way)).toEqual({ private: CLOSED, vault: CLOSED, team: OPEN })
  })

  test('opens as little by MCP', async () => {
    if (!('key' in way)) return
    const client = await connectMcp(`${address}/mcp`, { key: way.key })
    const list = await client.callTool({ name: 'lore_list_sessions', arguments: {} })
    const got = await client.callTool({
      name: 'lore_get_session',
      arguments: { session: at.ids.private },
    })
    await client.close()
    expect([textOf(list).includes(at.ids.team), textOf(list).includes(at.ids.private)]).toEqual([
      true,
      false,
    ])
    expect(textOf(got)).not.toContain('Work in den')
  })

  test('does not say that it is hers, nor shares what it may not read', async () => {
    const { items } = (await at.call('GET', '/v1/keys?limit=200', way)).json()
    const given = items.find(({ made_by }: { made_by: object | null }) => made_by !== null)
    const claimed = await at.call('POST', `/v1/keys/${given?.id ?? 'key_00000000'}/claim`, way)
    expect([claimed.statusCode, claimed.json().error.code]).toEqual([403, 'api_key.not_by_given'])
    expect((await at.call('POST', `/v1/sessions/${at.ids.private}/share`, way)).statusCode).toBe(
      404,
    )
  })

  test('keeps nothing private that somebody says, and says why', async () => {
    const said = await at.call('POST', '/v1/memories', way, {
      statement: 'The tide table is mine.',
      visibility: 'private',
    })
    expect([said.statusCode, said.json().error.code]).toEqual([403, 'access.private_closed'])
  })
})

test('a passkey that was added in a given browser opens as little', async () => {
  const [maker, passkey] = [
    (await at.call('GET', '/v1/me', at.evil)).json().user.id,
    newId.passkey(),
  ]
  await readAsOwner(
    at.world.engine,
    `insert into teamlore.passkeys (id, credential_id, user_id, bound_team_id, most, given_by, name, public_key,
        counter, transports, created_at)
      values ('${passkey}', 'given', '${at.ann.userId}', '${at.us.teamId}', 'member', '${maker}', 'P', 'k', 0, '{}', now())
      returning 1`,
  )
  const { unitOfWork } = at.us
  const passkeyGateway = {
    authenticationOptions: async () => ({ challenge: 'c', options: {} }),
    verifyAuthentication: async () => 1,
  } as unknown as PasskeyGateway
  const deps = { unitOfWork, passkeyGateway, life: USUAL_BROWSER_LIFE }
  const { attemptToken } = await makeStartPasskeySignIn(deps)()
  const { browserToken } = await makeFinishPasskeySignIn(deps)({ id: 'given' } as never, {
    attemptToken,
    agent: 'test',
  })
  expect(await opened({ cookie: browserToken })).toEqual({
    private: CLOSED,
    vault: CLOSED,
    team: OPEN,
  })
})

describe('saying that it is one\u2019s own', () => {
  const keysOf = async (way: Way) => (await at.call('GET', '/v1/keys?limit=200', way)).json().items

  test('is refused for a machine, whose key its maker may hold; its person logs it in again', async () => {
    const way = await at.machineBy(await at.keyFor(), 'a')
    const given = (await keysOf(at.ann)).find(
      ({ machine_id, revoked_at, made_by }: Record<string, unknown>) =>
        machine_id !== null && revoked_at === null && made_by !== null,
    )
    expect(given.made_by.name).toBe('Evil')
    const refused = await at.call('POST', `/v1/keys/${given.id}/claim`, at.ann)
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'api_key.of_machine'])
    expect(await opened(way)).toMatchObject({ private: CLOSED })
    const own = await at.machineBy(at.ann, 'a')
    expect(await opened(own)).toEqual({ private: OPEN, vault: OPEN, team: OPEN })
    expect((await at.call('GET', '/v1/me', way)).statusCode).toBe(401)
  })

  test('gives a key a new text, for its maker has seen the old one', async () => {
    const made = await at.post('/v1/keys', at.evil, { name: 'seen', user: at.ann.userId })
    const { key } = (await at.call('POST', `/v1/keys/${made.id}/claim`, at.ann)).json()
    expect((await at.call('GET', '/v1/me', { key: made.key })).statusCode).toBe(401)
    expect(await opened({ key })).toEqual({ private: OPEN, vault: OPEN, team: OPEN })
    const twice = await at.call('POST', `/v1/keys/${made.id}/claim`, at.ann)
    expect([twice.statusCode, twice.json().error.code]).toEqual([409, 'api_key.is_own'])
  })

  test('is not for the key of somebody else', async () => {
    const made = await at.post('/v1/keys', at.evil, { name: 'seen', user: at.ann.userId })
    for (const way of [at.evil, { key: at.us.keys.owner }])
      expect((await at.call('POST', `/v1/keys/${made.id}/claim`, way)).statusCode).toBe(404)
  })
})

test('a key of a service account reads what is private to the account, and no project closed to its maker', async () => {
  const owner = { key: at.us.keys.owner }
  const service = await at.post('/v1/team/service-accounts', at.evil, {
    name: 'CI',
    role: 'member',
  })
  await at.call('POST', `${at.vault}/access`, owner, { user: service.id })
  const [byEvil, byOwner] = [at.evil, owner].map(async (maker) => ({
    key: (await at.post('/v1/keys', maker, { name: 'CI', user: service.id })).key as string,
  }))
  if (byEvil === undefined || byOwner === undefined) throw new Error('no keys')
  const [own] = await at.send(await byEvil, [sessionIn('den', { native_id: 'of CI' })])
  const status = async (way: Way, id: string) =>
    (await at.call('GET', `/v1/sessions/${id}`, way)).statusCode
  expect(await status(await byEvil, own.session_id)).toBe(200)
  expect(await status(await byEvil, at.ids.vault)).toBe(404)
  expect(await status(await byOwner, at.ids.vault)).toBe(200)
})
