import { createHmac } from 'node:crypto'
import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { LINKS_ALONE } from '../sign-in/sign-in.use-cases.ts'

let world: World
let us: Awaited<ReturnType<World['addTeam']>>
let others: Awaited<ReturnType<World['addTeam']>>
beforeAll(async () => {
  const secret = 'a secret of the test that is long enough'
  world = await openWorld(
    { publicUrl: 'https://lore.test' },
    { signIn: { ...LINKS_ALONE, secret } },
  )
  us = await world.addTeam('Us')
  others = await world.addTeam('Others')
  await us.fill()
})
afterAll(() => world[Symbol.asyncDispose]())

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  key = us.keys.admin,
) => world.app.inject({ method, url, headers: bearer(key), ...(payload && { payload }) })

type Hook = { id: string; url: string; secret: string }
const add = async (key = us.keys.admin): Promise<Hook> => {
  const made = await call('POST', '/v1/incoming-hooks', { name: 'CI' }, key)
  expect(made.statusCode, made.body).toBe(201)
  const { hook, secret } = made.json()
  return { id: hook.id, url: hook.url, secret }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
type Sending = { secret?: string; id?: string; at?: number; signature?: string }
const send = (
  { id: hook, secret: own }: Hook,
  body: object | string,
  { secret = own, id = `msg_${Math.random()}`, at = nowSeconds(), signature }: Sending = {},
) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const key = Buffer.from(secret.slice(6), 'base64')
  const made = `v1,${createHmac('sha256', key).update(`${id}.${at}.${payload}`).digest('base64')}`
  return world.app.inject({
    method: 'POST',
    url: `/v1/hooks/in/${hook}`,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': signature ?? made,
    },
    payload,
  })
}

const codeOf = (answer: { statusCode: number; json: () => { error?: { code?: string } } }) => [
  answer.statusCode,
  answer.json().error?.code,
]
const draft = (statement: string, more: object = {}) => ({
  type: 'memory.draft',
  data: { statement, ...more },
})
const memoriesOf = (statement: string) =>
  readAsOwner<{ status: string; origin: string; author_id: string | null; statement: string }>(
    world.engine,
    `select status, origin, author_id, statement from teamlore.memories where statement like '${statement}%'`,
  )
const hookOf = async ({ id }: Hook) =>
  (await call('GET', '/v1/incoming-hooks')).json().items.find((one: Hook) => one.id === id)
const eventsOf = async ({ id }: Hook) =>
  (await call('GET', `/v1/incoming-hooks/${id}/events`)).json().items

describe('an incoming webhook', () => {
  test('keeps what a tool says a draft, whatever the team lets in, as the word of nobody', async () => {
    const hook = await add()
    expect(hook.url).toBe(`https://lore.test/v1/hooks/in/${hook.id}`)
    const set = await call('PUT', '/v1/memories/policy', {
      mode: 'origin',
      origins: ['human', 'tool'],
      threshold: 0.1,
    })
    const sent = await send(hook, draft('Pelicans fly at dawn.', { url: 'https://ci.example.com' }))
    expect([sent.statusCode, sent.json(), set.statusCode]).toEqual([
      202,
      { state: 'taken', result: 'a draft waits for a person' },
      200,
    ])
    const [memory] = await memoriesOf('Pelicans fly')
    expect(memory).toMatchObject({ status: 'draft', origin: 'tool', author_id: null })
    expect(await hookOf(hook)).toMatchObject({ error: null })
    expect((await eventsOf(hook))[0]).toMatchObject({ type: 'memory.draft', state: 'done' })
  })

  test('takes each webhook-id once', async () => {
    const hook = await add()
    const id = 'msg_once'
    await send(hook, draft('Herons wait.'), { id })
    const again = await send(hook, draft('Herons wait, and this is new.'), { id })
    expect([again.statusCode, again.json().state]).toEqual([202, 'known'])
    expect(await memoriesOf('Herons wait')).toHaveLength(1)
    const [theirs, ours] = [await add(others.keys.admin), hook]
    expect((await send(theirs, draft('Herons of others.'), { id })).json().state).toBe('taken')
    expect(await eventsOf(ours)).toHaveLength(1)
  })

  test('refuses what is not signed by its own secret, lately, in the same words', async () => {
    const hook = await add()
    const theirs = await add(others.keys.admin)
    const body = draft('Nobody wrote this.')
    const refused = [
      await send(hook, body, { secret: theirs.secret }),
      await send(hook, body, { signature: 'v1,AAAA' }),
      await send(hook, body, { signature: '' }),
      await send(hook, body, { signature: `v2,${'A'.repeat(44)}` }),
      await send(hook, body, { at: nowSeconds() - 301 - 5 }),
      await send(hook, body, { at: nowSeconds() + 301 + 5 }),
      await send(hook, body, { at: Number.NaN }),
      await send(hook, body, { id: `${'x'.repeat(201)}` }),
      await send({ ...hook, id: theirs.id }, body),
      await send({ ...hook, id: 'ihk_00000000000000000000000000' }, body),
      await send({ ...hook, id: 'nothing' }, body),
      await world.app.inject({ method: 'POST', url: `/v1/hooks/in/${hook.id}`, payload: body }),
    ]
    const said = new Set(refused.map((answer) => answer.json().error?.message))
    expect(refused.map(codeOf)).toEqual(refused.map(() => [401, 'incoming_hook.refused']))
    expect(said.size).toBe(1)
    expect(await memoriesOf('Nobody wrote')).toEqual([])
    expect(await eventsOf(hook)).toEqual([])
  })

  test('takes any of several signatures, and both secrets for a day after a new one was made', async () => {
    const hook = await add()
    const rotated = await call('POST', `/v1/incoming-hooks/${hook.id}/rotate`)
    const { secret } = rotated.json()
    expect(secret).not.toBe(hook.secret)
    expect((await send(hook, draft('Old secret.'))).statusCode).toBe(202)
    expect((await send(hook, draft('New secret.'), { secret })).statusCode).toBe(202)
    await readAsOwner(
      world.engine,
      `update teamlore.incoming_hooks set old_until = now() - interval '1 second' where id = '${hook.id}' returning 1`,
    )
    expect((await send(hook, draft('Old secret.'))).statusCode).toBe(401)
  })

  test.each([
    ['no JSON', '{"type":', 422, 'incoming_hook.unreadable'],
    ['nothing', '', 422, 'incoming_hook.unreadable'],
    ['a list', '[]', 422, 'incoming_hook.unreadable'],
    [
      'an event that is none',
      { type: 'memory.activate', data: {} },
      422,
      'incoming_hook.unreadable',
    ],
    ['a field that is none', draft('x', { status: 'active' }), 422, 'incoming_hook.unreadable'],
    ['an origin', draft('x', { origin: 'human' }), 422, 'incoming_hook.unreadable'],
    ['an empty statement', draft(' '), 422, 'incoming_hook.unreadable'],
    ['something huge', draft('x'.repeat(70_000)), 413, 'request.too_large'],
  ] as const)('says what is wrong with %s', async (_name, body, status, code) => {
    const hook = await add()
    const sent = await send(hook, body)
    expect(sent.statusCode, sent.body).toBe(status)
    if (status === 422) {
      expect(codeOf(sent)).toEqual([status, code])
      expect((await hookOf(hook)).error).not.toBeNull()
    }
  })

  test('takes an event again that failed, once what it needs is there', async () => {
    const hook = await add()
    const id = 'msg_later'
    const body = draft('Storks come late.', { project: 'acme/not-yet' })
    const failed = await send(hook, body, { id })
    expect(failed.statusCode).toBeGreaterThanOrEqual(400)
    expect((await eventsOf(hook))[0]).toMatchObject({ state: 'failed' })
    expect((await hookOf(hook)).error).toBe(failed.json().error.message)
    const good = await send(hook, draft('Storks come late.'), { id })
    expect(good.json()).toMatchObject({ state: 'taken' })
    expect((await eventsOf(hook)).map(({ state }: { state: string }) => state)).toEqual(['done'])
    expect((await hookOf(hook)).error).toBeNull()
  })

  test('loses nothing where the process dies while it takes one, and takes it no second time', async () => {
    const hook = await add()
    const id = 'msg_crash'
    await send(hook, draft('Terns dive twice.'), { id })
    const hold = (seconds: number) =>
      readAsOwner(
        world.engine,
        `update teamlore.incoming_events set state = 'taking', held_until = now() + interval '${seconds} seconds' where message_id = '${id}' returning 1`,
      )
    await hold(30)
    expect(codeOf(await send(hook, draft('Terns dive twice.'), { id }))).toEqual([
      409,
      'incoming_hook.in_progress',
    ])
    await hold(-1)
    const again = await send(hook, draft('Terns dive twice.'), { id })
    expect(again.json().state).toBe('taken')
    expect(await memoriesOf('Terns dive')).toHaveLength(1)
  })

  test('takes one of two at the same time', async () => {
    const hook = await add()
    const id = 'msg_both'
    const both = await Promise.all(
      [1, 2, 3].map(() => send(hook, draft('Gulls come in flocks.'), { id })),
    )
    for (const { statusCode } of both) expect([202, 409]).toContain(statusCode)
    expect(await memoriesOf('Gulls come')).toHaveLength(1)
  })

  test('knows no project of another team', async () => {
    const hook = await add(others.keys.admin)
    const [project] = await readAsOwner<{ id: string }>(
      world.engine,
      `select id from teamlore.projects where team_id = '${us.teamId}' limit 1`,
    )
    const sent = await send(hook, draft('Ours alone.', { project: project?.id }))
    expect(sent.statusCode).toBeGreaterThanOrEqual(400)
    expect(await memoriesOf('Ours alone')).toEqual([])
    const listed = await call('GET', `/v1/incoming-hooks/${hook.id}/events`)
    expect(listed.statusCode).toBe(404)
  })

  test('is sent the end of a pull request as GitHub’s bot is', async () => {
    const hook = await add()
    const [project] = await readAsOwner<{ id: string }>(
      world.engine,
      `select id from teamlore.projects where team_id = '${us.teamId}' limit 1`,
    )
    const data = {
      project: project?.id,
      number: 4,
      url: 'https://git.example.com/pull/4',
      title: 'Cache it',
      state: 'rejected',
      branch: 'topic',
    }
    const sent = await send(hook, { type: 'outcome.review', data })
    expect([sent.statusCode, sent.json().result]).toEqual([
      202,
      '0 commits known, 0 memories trusted less, 0 trusted as before',
    ])
  })

  test('ends with the role of who made it, and while it is switched off', async () => {
    const hook = await add()
    await call('PUT', `/v1/incoming-hooks/${hook.id}`, { name: 'CI', is_on: false })
    expect((await send(hook, draft('Switched off.'))).statusCode).toBe(401)
    await call('PUT', `/v1/incoming-hooks/${hook.id}`, { name: 'CI', is_on: true })
    await readAsOwner(
      world.engine,
      `update teamlore.incoming_hooks set created_by = 'usr_00000000000000000000000000' where id = '${hook.id}' returning 1`,
    )
    expect(codeOf(await send(hook, draft('Made by nobody.')))).toEqual([
      409,
      'incoming_hook.maker_gone',
    ])
    expect((await hookOf(hook)).error).toMatch(/no admin/)
  })

  test('keeps no secret that stands in what is sent, and none of its own in the open', async () => {
    const hook = await add()
    const planted = ['ghp_aB3dE5gH7jK9mN1p', 'Q4sT6vX8aB3dE5gH7jy9'].join('')
    const url = `https://ci.example.com/?token=${planted}`
    await send(
      hook,
      draft(`Ospreys use ${planted}.`, { reason: planted, rejected: [planted], url }),
    )
    const [rows] = await readAsOwner<{ all: string }>(
      world.engine,
      `select concat((select string_agg(to_jsonb(m)::text, '') from teamlore.memories m),
        (select string_agg(to_jsonb(e)::text, '') from teamlore.memory_evidence e),
        (select string_agg(to_jsonb(d)::text, '') from teamlore.documents d),
        (select string_agg(to_jsonb(h)::text, '') from teamlore.incoming_hooks h)) as all`,
    )
    expect(await memoriesOf('Ospreys use')).toHaveLength(1)
    expect(rows?.all).not.toContain(planted)
    expect(rows?.all).not.toContain(hook.secret)
    expect((await call('GET', '/v1/incoming-hooks')).body).not.toContain(hook.secret)
  })

  test('is made and removed by admins alone, with a trace', async () => {
    const refused = await call('POST', '/v1/incoming-hooks', { name: 'CI' }, us.keys.member)
    expect(refused.statusCode).toBe(403)
    const hook = await add()
    expect((await call('DELETE', `/v1/incoming-hooks/${hook.id}`)).statusCode).toBe(204)
    expect((await send(hook, draft('After the end.'))).statusCode).toBe(401)
    const log = await call('GET', '/v1/audit?action=incoming_hook.removed')
    expect(log.json().items[0]).toMatchObject({ details: { name: 'CI' } })
  })
})
