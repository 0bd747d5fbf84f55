import { readAsOwner } from '@teamlore/db/testing'
import { ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from './testing/edge-app.ts'
import { transcript } from './testing/transcript.ts'
import { openWorld, type World } from './testing/world.ts'

/** Words of what is private to Ann alone, which no question asks for. Whoever else is answered with one has found a leak. */
const PRIVATE_WORDS = ['quetzal', 'Quetzal']

type Caller = { name: string; key: string }
const ROWS = rowsOf(ROUTES)
  .map(({ row }) => row)
  .filter(({ needs, wire }) => needs !== 'nobody' && wire !== 'stream' && wire !== 'file')
const READS = ROWS.filter(({ method }) => method === 'GET')

let world: World
let ann: string
let strangers: Caller[]
let ended: Caller[]
/** An id of each kind, of what Ann keeps to herself. */
let ids: Map<string, string>

const url = (row: RouteOf, id: string): string =>
  row.path.replace(/:(id|book)/, (_, name) => (name === 'book' ? 'heron' : id))

/** Questions that would find it, and a filter by each of its ids. */
const QUESTIONS: Record<string, (id: string) => string> = {
  '/v1/search': () => '?q=zanzibar',
  '/v1/search/sessions': () => '?q=zanzibar',
  '/v1/search/complete': () => '?q=zanz',
  '/v1/timeline': () => '?q=zanzibar',
  '/v1/records': (id) => `?ids=${id}`,
}

const ask = (row: RouteOf, key: string, id = '') =>
  world.app.inject({
    method: row.method,
    url: `${url(row, id)}${QUESTIONS[row.path]?.(id) ?? ''}`,
    headers: bearer(key),
    ...(row.body ? { payload: {} } : {}),
  })

beforeAll(async () => {
  world = await openWorld()
  const us = await world.addTeam('Ann')
  const them = await world.addTeam('Eve')
  const [session = ''] = await us.fill([
    transcript({
      native_id: 'secret',
      title: 'Quetzal of Zanzibar',
      messages: transcript().messages.map((message) => ({
        ...message,
        blocks: message.blocks.map((block) =>
          block.type === 'text' ? { ...block, text: `zanzibar quetzal ${block.text}` } : block,
        ),
      })),
    }),
  ])
  for (const table of ['sessions', 'messages', 'edits', 'observations', 'summaries', 'documents'])
    await readAsOwner(
      world.engine,
      `update teamlore.${table} set private_to = '${us.owner.userId}' where team_id = '${us.teamId}' returning 1`,
    )
  ann = us.keys.admin
  ids = new Map([['session', session]])
  for (const [kind, table] of [
    ['message', 'messages'],
    ['observation', 'observations'],
    ['summary', 'summaries'],
    ['project', 'projects'],
  ] as const) {
    const [row] = await readAsOwner<{ id: string }>(
      world.engine,
      `select id from teamlore.${table} where team_id = '${us.teamId}' limit 1`,
    )
    ids.set(kind, row?.id ?? '')
  }
  const make = async (body: object) =>
    (
      await world.app.inject({
        method: 'POST',
        url: '/v1/keys',
        headers: bearer(ann),
        payload: body,
      })
    ).json()
  const keyOf = async (role: 'viewer' | 'member' | 'admin', name: string) => {
    const member = await us.addMember(role, name)
    return { member, ...(await make({ name, user: member.userId, role })) }
  }
  strangers = [
    { name: 'the owner of another team', key: them.keys.admin },
    { name: 'a viewer', key: (await keyOf('viewer', 'Vera')).key },
    { name: 'a member, owner of nothing', key: (await keyOf('member', 'Bo')).key },
    { name: 'an admin', key: (await keyOf('admin', 'Ada')).key },
  ]
  const removed = await keyOf('member', 'Jo')
  await world.app.inject({
    method: 'DELETE',
    url: `/v1/team/members/${removed.member.userId}`,
    headers: bearer(ann),
  })
  const revoked = await make({ name: 'revoked' })
  await world.app.inject({ method: 'DELETE', url: `/v1/keys/${revoked.id}`, headers: bearer(ann) })
  const expired = await make({ name: 'expired', expires_in_days: 1 })
  await readAsOwner(
    world.engine,
    `update teamlore.api_keys set expires_at = now() where id = '${expired.id}' returning 1`,
  )
  ended = [
    { name: 'a removed member', key: removed.key },
    { name: 'a revoked key', key: revoked.key },
    { name: 'an expired key', key: expired.key },
    { name: 'no key of ours', key: 'tlk_made_up' },
  ]
})
afterAll(() => world[Symbol.asyncDispose]())

test('covers every route of the table', () => {
  const size = `${ROWS.length} routes × ${ended.length} ended ways in, ${READS.length} reading routes × ${strangers.length} strangers`
  process.stdout.write(`isolation battery: ${size}\n`)
  expect(ROWS.length).toBeGreaterThan(40)
  const kinds = new Set(READS.flatMap(({ about }) => about ?? []))
  // What a kind of thing is that this battery plants nothing of must be said here.
  expect([...kinds].filter((kind) => !ids.has(kind)).toSorted()).toEqual([
    'commit',
    'memory',
    'memoryFile',
  ])
})

test('Ann herself finds what is private to her, so that its absence elsewhere means something', async () => {
  const answers = await Promise.all(
    READS.filter(({ path }) => ['/v1/sessions', '/v1/search', '/v1/prompts'].includes(path)).map(
      (row) => ask(row, ann),
    ),
  )
  for (const { body } of answers) expect(body).toMatch(/quetzal/i)
})

describe.each(ROWS)('$method $path', (row) => {
  test('lets nobody in whose way in has ended', async () => {
    for (const { name, key } of ended) {
      const response = await ask(row, key, ids.get('session'))
      expect([name, response.statusCode]).toEqual([name, 401])
    }
  })

  if (row.method !== 'GET') return

  test('tells no stranger of what is private', async () => {
    for (const { name, key } of strangers)
      for (const id of ids.values()) {
        const { body } = await ask(row, key, id)
        // What was asked for may be said again.
        const others = [...ids.values()].filter((other) => other !== id)
        for (const word of [...PRIVATE_WORDS, ...others])
          expect([name, word, body.includes(word)]).toEqual([name, word, false])
      }
  })

  if (row.params && row.about)
    test('answers a foreign id as one that does not exist', async () => {
      const foreign = ids.get(row.about ?? '')
      if (foreign === undefined) return
      const absent = `${foreign.split('_', 1)[0]}_${'0'.repeat(25)}z`
      for (const { name, key } of strangers) {
        const [theirs, none] = await Promise.all([ask(row, key, foreign), ask(row, key, absent)])
        expect([name, theirs.statusCode, theirs.body]).toEqual([name, 404, none.body])
      }
    })
})
