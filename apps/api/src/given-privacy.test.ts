import type { IngestSession } from '@teamlore/shared'
import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeGraphOf } from './testing/code-rows.ts'
import { commitsOf } from './testing/commit-samples.ts'
import { bearer } from './testing/edge-app.ts'
import { connectMcp, textOf } from './testing/mcp-client.ts'
import { ingestOf, memoryFilesOf, transcript } from './testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from './testing/world.ts'

/**
 * A way in that somebody else made opens nothing private, and no restricted project that its maker may not see. Which routes, tools
 * and events that holds for stands in the batteries; here stands which ways in, and that nothing is lost that comes by them.
 */
let world: World
let us: WorldTeam
let ann: { userId: string; key: string }
let evil: { userId: string; key: string }
let address: string
const ids: Record<'private' | 'vault' | 'team', string> = { private: '', vault: '', team: '' }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** A key, or a browser's cookie. */
type Way = { key: string } | { cookie: string }
const call = (method: Method, url: string, way: Way, payload?: object) =>
  world.app.inject({
    ...{ method, url, headers: { origin: 'http://lore.test' } },
    ...('key' in way
      ? { headers: bearer(way.key) }
      : { cookies: { teamlore_session: way.cookie } }),
    ...('cookie' in way && { headers: { origin: 'http://lore.test' } }),
    ...(payload && { payload }),
  })

const remoteOf = (name: string) => `https://git.test/acme/${name}.git`
const projectOf = (name: string) => ({
  ...{ remote_url: remoteOf(name), root_commit: null, root_path: `/home/ann/${name}` },
})
const sessionIn = (name: string, fields: Partial<IngestSession> = {}): IngestSession =>
  transcript({
    ...{ native_id: `native-${name}`, title: `Work in ${name}`, project: projectOf(name) },
    ...fields,
  })
const send = async (way: Way, sessions: IngestSession[]) =>
  (await call('POST', '/v1/ingest', way, ingestOf(sessions))).json().sessions
const projectIds = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await call('GET', '/v1/projects', { key: us.keys.owner }))
      .json()
      .items.map(({ id, name }: { id: string; name: string }) => [name.split('/').at(-1), id]),
  )

beforeAll(async () => {
  world = await openWorld()
  us = await world.addTeam('Olga')
  const [member, admin] = [await us.addMember('member', 'Ann'), await us.addMember('admin', 'Evil')]
  ann = { userId: member.userId, key: await us.ownKeyOf(member) }
  evil = { userId: admin.userId, key: await us.ownKeyOf(admin) }
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const owner = { key: us.keys.owner }
  // The projects come to be known, and are set.
  await send(
    owner,
    ['den', 'vault', 'heron'].map((name) => sessionIn(name, { native_id: name })),
  )
  const projects = await projectIds()
  await call('PUT', `/v1/projects/${projects['den']}`, owner, { default_visibility: 'private' })
  await call('PUT', `/v1/projects/${projects['vault']}`, owner, { is_restricted: true })
  await call('POST', `/v1/projects/${projects['vault']}/access`, owner, { user: ann.userId })
  const [hidden, restricted, shared] = await send(
    ann,
    ['den', 'vault', 'heron'].map((name) => sessionIn(name)),
  )
  Object.assign(ids, {
    ...{ private: hidden.session_id, vault: restricted.session_id, team: shared.session_id },
  })
})
afterAll(() => world[Symbol.asyncDispose]())

const post = async (url: string, way: Way, body: object) =>
  (await call('POST', url, way, body)).json()
const keyFor = async (): Promise<Way> => ({
  key: (await post('/v1/keys', evil, { name: 'given', user: ann.userId })).key,
})
const browserBy = async (way: Way, body: object = {}): Promise<Way> => {
  const { url } = await post('/v1/sign-in-links', way, body)
  const token = new URL(url).searchParams.get('token') ?? ''
  const answer = await world.app.inject({ method: 'POST', url: '/v1/sign-in', payload: { token } })
  return { cookie: answer.cookies[0]?.value ?? '' }
}
const linkFor = () => browserBy(evil, { user: ann.userId })
const machine = (fingerprint: string) => ({
  ...{ fingerprint: fingerprint.repeat(32).slice(0, 32), name: 'box', platform: 'linux' },
  agent_version: '1.0.0',
})
const machineBy = async (way: Way, fingerprint = 'e'): Promise<Way> => ({
  key: (await post('/v1/machines', way, machine(fingerprint))).key,
})
const deviceBy = async (browser: Way): Promise<Way> => {
  const asked = await world.app.inject({
    ...{ method: 'POST', url: '/v1/device/code', payload: { machine: machine('d') } },
  })
  const { user_code, device_code } = asked.json()
  await call('POST', '/v1/device/answer', browser, { user_code, allow: true })
  const token = await world.app.inject({
    ...{
      method: 'POST',
      url: '/v1/device/token',
      payload: { grant_type: DEVICE_GRANT, device_code },
    },
  })
  return { key: token.json().access_token }
}

/** Every way in that somebody can make for somebody else, and what is made by it in turn. */
const WAYS: [string, () => Promise<Way>][] = [
  ['a key', keyFor],
  ['a machine that was connected with such a key', async () => machineBy(await keyFor())],
  ['a browser that came in by a link', linkFor],
  [
    'a key that was made in such a browser',
    async () => ({
      key: (await post('/v1/keys', await linkFor(), { name: 'next' })).key,
    }),
  ],
  ['a browser that came in by a link of such a key', async () => browserBy(await keyFor())],
  [
    'a browser that came in by a link of such a machine',
    async () => browserBy(await machineBy(await keyFor())),
  ],
  ['a machine that such a browser let in by a short code', async () => deviceBy(await linkFor())],
]

const opened = async (way: Way) => {
  const status = async (id: string) => (await call('GET', `/v1/sessions/${id}`, way)).statusCode
  const listed = (await call('GET', '/v1/sessions?limit=100', way)).json().items
  const found = (await call('GET', '/v1/search?q=upload&limit=50', way)).json()
  const said = JSON.stringify([listed, found])
  return {
    private: [await status(ids.private), said.includes(ids.private)],
    vault: [await status(ids.vault), said.includes(ids.vault)],
    team: [await status(ids.team), said.includes(ids.team)],
  }
}

const OPEN = [200, true]
const CLOSED = [404, false]

test('Ann reads what is private to her and what is in her restricted project', async () => {
  expect(await opened(ann)).toEqual({ private: OPEN, vault: OPEN, team: OPEN })
  expect((await call('GET', '/v1/me', ann)).json().given_by).toBe(null)
})

describe.each(WAYS)('%s that another made', (_what, make) => {
  let way: Way
  beforeAll(async () => {
    way = await make()
  })

  test('acts as Ann, and opens nothing private and no project that is closed to its maker', async () => {
    const me = (await call('GET', '/v1/me', way)).json()
    expect([me.user.name, me.given_by?.name]).toEqual(['Ann', 'Evil'])
    expect(await opened(way)).toEqual({ private: CLOSED, vault: CLOSED, team: OPEN })
  })

  test('opens as little by MCP', async () => {
    if (!('key' in way)) return
    const client = await connectMcp(`${address}/mcp`, { key: way.key })
    const list = await client.callTool({ name: 'lore_list_sessions', arguments: {} })
    const got = await client.callTool({
      name: 'lore_get_session',
      arguments: { session: ids.private },
    })
    await client.close()
    expect([textOf(list).includes(ids.team), textOf(list).includes(ids.private)]).toEqual([
      true,
      false,
    ])
    expect(textOf(got)).not.toContain('Work in den')
  })

  test('does not say that it is hers, nor shares what it may not read', async () => {
    const { items } = (await call('GET', '/v1/keys?limit=200', way)).json()
    const given = items.find(({ made_by }: { made_by: object | null }) => made_by !== null)
    const claimed = await call('POST', `/v1/keys/${given?.id ?? 'key_00000000'}/claim`, way)
    expect([claimed.statusCode, claimed.json().error.code]).toEqual([403, 'api_key.not_by_given'])
    expect((await call('POST', `/v1/sessions/${ids.private}/share`, way)).statusCode).toBe(404)
  })

  test('keeps nothing private that somebody says, and says why', async () => {
    const said = await call('POST', '/v1/memories', way, {
      ...{ statement: 'The tide table is mine.', visibility: 'private' },
    })
    expect([said.statusCode, said.json().error.code]).toEqual([403, 'access.private_closed'])
  })
})

describe('what a machine captures that came in by a given key', () => {
  test('is stored as Ann would have stored it, and the answer tells nothing of it', async () => {
    const way = await machineBy(await keyFor(), 'c')
    const body = { ...ingestOf([sessionIn('den', { native_id: 'fresh' })]), machine: machine('c') }
    const first = (await call('POST', '/v1/ingest', way, body)).json().sessions[0]
    const again = (await call('POST', '/v1/ingest', way, body)).json().sessions[0]
    for (const answer of [first, again])
      expect([answer.created, answer.unchanged_messages]).toEqual([true, 0])
    expect(again.session_id).not.toBe(first.session_id)
    const { items } = (await call('GET', '/v1/sessions?limit=100', ann)).json()
    const stored = items.filter(({ native_id }: { native_id: string }) => native_id === 'fresh')
    expect(stored).toMatchObject([
      { visibility: 'private', counts: { messages: first.total_messages } },
    ])
    expect((await call('GET', `/v1/sessions/${stored[0].id}`, way)).statusCode).toBe(404)
  })

  test.each([
    ['POST', '/v1/commits', { ...commitsOf(), project: projectOf('den') }, 'commits'],
    ['PUT', '/v1/memory-files', { ...memoryFilesOf(), project: projectOf('den') }, 'files'],
    ['POST', '/v1/code-graph', codeGraphOf({ project: projectOf('den') }), 'files'],
  ] as const)('%s %s says the same again as at first', async (method, url, body, figures) => {
    const way = await keyFor()
    const told = async (as: Way) => (await call(method, url, as, body)).json()[figures]
    const own = await told(ann)
    expect(Object.values(own).some((n) => n !== 0)).toBe(true)
    const [first, again] = [await told(way), await told(way)]
    expect([first, again]).toEqual([own, own])
  })
})

describe('saying that it is one\u2019s own', () => {
  const keysOf = async (way: Way) => (await call('GET', '/v1/keys?limit=200', way)).json().items

  test('opens to a machine what is private, without a new key, and stands in the audit events', async () => {
    const way = await machineBy(await keyFor(), 'a')
    const given = (await keysOf(ann)).find(
      ({ machine_id, revoked_at, made_by }: Record<string, unknown>) =>
        machine_id !== null && revoked_at === null && made_by !== null,
    )
    expect(given.made_by.name).toBe('Evil')
    const all = (await keysOf(ann)).filter(
      ({ machine_id, made_by }: Record<string, unknown>) => machine_id !== null && made_by !== null,
    )
    for (const { id, revoked_at } of all)
      if (revoked_at === null)
        expect((await call('POST', `/v1/keys/${id}/claim`, ann)).json()).toEqual({ key: null })
    expect(await opened(way)).toEqual({ private: OPEN, vault: OPEN, team: OPEN })
    const twice = await call('POST', `/v1/keys/${given.id}/claim`, ann)
    expect([twice.statusCode, twice.json().error.code]).toEqual([409, 'api_key.is_own'])
  })

  test('gives any other key a new text, for its maker has seen the old one', async () => {
    const made = await post('/v1/keys', evil, { name: 'seen', user: ann.userId })
    const { key } = (await call('POST', `/v1/keys/${made.id}/claim`, ann)).json()
    expect((await call('GET', '/v1/me', { key: made.key })).statusCode).toBe(401)
    expect(await opened({ key })).toEqual({ private: OPEN, vault: OPEN, team: OPEN })
  })

  test('is not for the key of somebody else', async () => {
    const made = await post('/v1/keys', evil, { name: 'seen', user: ann.userId })
    for (const way of [evil, { key: us.keys.owner }])
      expect((await call('POST', `/v1/keys/${made.id}/claim`, way)).statusCode).toBe(404)
  })
})

test('a key of a service account reads what is private to the account, and no project closed to its maker', async () => {
  const owner = { key: us.keys.owner }
  const service = await post('/v1/team/service-accounts', evil, { name: 'CI', role: 'member' })
  const vault = (await projectIds())['vault']
  await call('POST', `/v1/projects/${vault}/access`, owner, { user: service.id })
  const [byEvil, byOwner] = [evil, owner].map(async (maker) => ({
    key: (await post('/v1/keys', maker, { name: 'CI', user: service.id })).key as string,
  }))
  if (byEvil === undefined || byOwner === undefined) throw new Error('no keys')
  const [own] = await send(await byEvil, [sessionIn('den', { native_id: 'of CI' })])
  const status = async (way: Way, id: string) =>
    (await call('GET', `/v1/sessions/${id}`, way)).statusCode
  expect(await status(await byEvil, own.session_id)).toBe(200)
  expect(await status(await byEvil, ids.vault)).toBe(404)
  expect(await status(await byOwner, ids.vault)).toBe(200)
})
