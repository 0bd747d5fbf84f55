import {
  createTestDatabase,
  createTestTeam,
  readAsOwner,
  type TestDatabase,
} from '@teamlore/db/testing'
import { searchQuerySchema } from '@teamlore/shared'
import { type RememberRequest, rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeGetRecords } from '../records/get-records.ts'
import { makeSearchAsOf } from '../search/search-as-of.ts'
import { asks, createSearchWorld, type SearchWorld, says } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeEditMemory } from './edit-memory.ts'
import { makeGetMemory, makeGetMemoryHistory } from './get-memory.ts'
import { makeListMemories } from './list-memories.ts'
import { makeRemember } from './remember.ts'

let database: TestDatabase
let world: SearchWorld
let clock: Date
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
  clock = new Date('2026-03-01T08:00:00Z')
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.unitOfWork, now: () => clock })
type Said = Partial<RememberRequest> & { as?: TeamScope<'member'> }
const remember = (statement: string, { as = world.scope, ...said }: Said = {}) =>
  makeRemember(deps())(as, { ...rememberRequestSchema.parse({ statement }), ...said })
const edit = (id: string, request: Parameters<ReturnType<typeof makeEditMemory>>[1]['request']) =>
  makeEditMemory(deps())(world.scope, { id, request })
const get = (id: string, as: TeamScope = world.scope) => makeGetMemory(deps())(as, { id })
const history = (id: string, as_of?: string) =>
  makeGetMemoryHistory(deps())(world.scope, { id, as_of })
const list = async (query = {}, as: TeamScope = world.scope) =>
  (await makeListMemories(deps())(as, { limit: 50, ...query })).items
const searchAsOf = () =>
  makeSearchAsOf({ unitOfWork: world.unitOfWork, search: world.search, now: () => clock })
const titles = async (q: string, more = {}) =>
  (await world.ask(q, { scope: 'knowledge', ...more })).items.map(({ title }) => title)

const CACHE = 'The session cache expires after 15 minutes.'

describe('a memory', () => {
  test('is kept with its reason, alternatives and anchors, and found at once', async () => {
    const memory = await remember(CACHE, {
      reason: 'Longer ones outlived a logout.',
      rejected: ['An hour'],
      anchors: [
        { path: 'src/cache.ts', symbol: 'ttl', start_line: 3, end_line: 9, content_hash: 'h' },
      ],
    })
    expect(memory).toMatchObject({
      id: expect.stringMatching(/^mem_/),
      kind: 'decision',
      status: 'active',
      origin: 'human',
      version: 1,
      confidence: 0.7,
      anchors: [{ path: 'src/cache.ts', symbol: 'ttl', state: 'unknown', is_inherited: false }],
      valid_from: '2026-03-01T08:00:00.000Z',
      successor: null,
      replaced: [],
      setbacks: [],
      changed_bases: [],
      contradicted_by: [],
      dependants: [],
    })
    expect(await get(memory.id.slice(0, 20))).toEqual(memory)
    expect(await list({ file: 'cache.ts', kind: 'decision' })).toMatchObject([{ id: memory.id }])
    expect(await list({ file: 'ache.ts' })).toEqual([])
    const answer = await world.ask('cache expires type:memory')
    expect(answer.items).toMatchObject([
      { id: memory.id, kind: 'memory', title: CACHE, url: `/memories/${memory.id}` },
    ])
  })

  test('said again in other capitals is no second one', async () => {
    const first = await remember(CACHE)
    const other = await world.person('Bea')
    const again = await remember('the session cache expires after 15 minutes', { as: other })
    expect(again.id).toBe(first.id)
    expect(again.confidence).toBeGreaterThan(first.confidence)
    expect(again.confidence_parts.confirmations).toBe(1)
    // The same person again is no independent source.
    const thrice = await remember(CACHE, { as: other })
    expect(thrice.confidence).toBe(again.confidence)
    expect(await list()).toHaveLength(1)
  })

  test('that was edited answers the words it had before, and says what changed', async () => {
    const memory = await remember(CACHE)
    clock = new Date('2026-05-03T08:00:00Z')
    await edit(memory.id, { statement: 'Now 5 minutes.', note: 'incident' })
    const answer = await world.ask('session cache expires', { scope: 'knowledge' })
    expect(answer.items).toMatchObject([{ id: memory.id, title: 'Now 5 minutes.' }])
    expect(JSON.stringify(answer.items[0]?.snippet)).toContain('Replaced on 2026-05-03')
    expect((await get(memory.id)).replaced).toEqual([
      {
        id: memory.id,
        statement: CACHE,
        from: '2026-03-01T08:00:00.000Z',
        until: '2026-05-03T08:00:00.000Z',
        why: 'incident',
      },
    ])
  })
})

describe('a memory in the place of another', () => {
  test('answers for the whole chain, and no version of it before it', async () => {
    const first = await remember(CACHE)
    clock = new Date('2026-04-01T08:00:00Z')
    const second = await remember('It is 10 minutes.', { supersedes: first.id })
    clock = new Date('2026-05-01T08:00:00Z')
    // Named is the first; it is the head of the thread that gives its place.
    const third = await remember('5 now.', { supersedes: first.id })
    expect(await titles('session cache expires 15 minutes')).toEqual(['5 now.'])
    expect(await titles('session cache expires', { include_superseded: true })).toEqual([
      '5 now.',
      CACHE,
    ])
    expect(await get(first.id)).toMatchObject({
      status: 'superseded',
      successor: { id: second.id },
    })
    expect(await get(second.id)).toMatchObject({ successor: { id: third.id } })
    expect((await get(third.id)).replaced.map(({ statement }) => statement)).toEqual([
      'It is 10 minutes.',
      CACHE,
    ])
  })

  test('is not written where there is none that it could take the place of', async () => {
    for (const supersedes of [`mem_${'0'.repeat(26)}`, 'mem_00000000'])
      await expect(remember('Owls hoot.', { supersedes })).rejects.toMatchObject({
        code: 'memory.supersedes_unknown',
      })
    expect(JSON.stringify(await list())).not.toContain('Owls')
  })

  test('a memory says why it changed, and what held on a day', async () => {
    const first = await remember(CACHE)
    clock = new Date('2026-04-01T08:00:00Z')
    const second = await remember('It is 10 minutes.', { supersedes: first.id })
    const thread = await history(first.id, '2026-03-10')
    expect(thread.head).toMatchObject({ id: second.id })
    expect(thread.held).toMatchObject({ memory_id: first.id, statement: CACHE })
    expect(thread.versions.map(({ status, change }) => `${change} ${status}`)).toEqual([
      'written active',
      'superseded superseded',
      'written active',
    ])
    expect((await history(first.id, '2026-04-10')).held?.memory_id).toBe(second.id)
    expect((await history(first.id, '2026-02-10')).held).toBeNull()
  })

  test('is answered as of a day in the words that held then, by search, list and record', async () => {
    const first = await remember(CACHE)
    clock = new Date('2026-04-01T08:00:00Z')
    const second = await remember('It is 10 minutes.', { supersedes: first.id })
    clock = new Date('2026-05-01T08:00:00Z')
    const ask = async (as_of: string, q = 'session cache expires minutes') =>
      (
        await searchAsOf()(world.scope, {
          ...searchQuerySchema.parse({ q, scope: 'knowledge' }),
          as_of,
        })
      ).items.map(({ id, title, status }) => [id, title, status])
    expect(await ask('2026-03-10')).toEqual([[first.id, CACHE, 'current']])
    expect(await ask('2026-04-10')).toEqual([[second.id, 'It is 10 minutes.', 'current']])
    expect(await ask('2026-02-10')).toEqual([])
    const held = async (as_of: string) => (await list({ as_of })).map(({ statement }) => statement)
    expect(await held('2026-03-10')).toEqual([CACHE])
    expect(await held('2026-04-10')).toEqual(['It is 10 minutes.'])
    expect(await held('2026-02-10')).toEqual([])
    const { items } = await makeGetRecords({ unitOfWork: world.unitOfWork })(world.scope, {
      ids: [second.id],
      budget_tokens: 2_000,
      as_of: '2026-03-10',
    })
    expect(items[0]?.text).toContain(`As of 2026-03-10T00:00Z: ${CACHE} (${first.id})`)
    for (const as_of of ['soon', 'cafebabe1234'])
      await expect(ask(as_of)).rejects.toMatchObject({ code: 'memory.as_of_unknown' })
  })

  test('waits while it is a draft, and the older one holds on', async () => {
    const first = await remember(CACHE)
    const draft = await remember('It is 10 minutes.', { supersedes: first.id, draft: true })
    expect(draft).toMatchObject({
      status: 'draft',
      relations: [{ type: 'supersedes', status: 'proposed', memory: { id: first.id } }],
    })
    expect(await get(first.id)).toMatchObject({ status: 'active', successor: null })
    expect(await titles('session cache expires')).toEqual([CACHE])
  })

  test('opens by its old id and names its successor to an agent', async () => {
    const first = await remember(CACHE)
    await remember('It is 10 minutes.', { supersedes: first.id })
    const { items } = await makeGetRecords({ unitOfWork: world.unitOfWork })(world.scope, {
      ids: [first.id],
      budget_tokens: 2_000,
    })
    expect(items[0]?.text).toContain('Does not hold any more')
    expect(items[0]?.text).toContain('It is 10 minutes.')
  })
})

describe('the gate', () => {
  test.each(['tool', 'web'] as const)('keeps words of %s from becoming active', async (origin) => {
    const memory = await remember(`Use the mirror of ${origin}.`, { origin })
    expect(memory.status).toBe('draft')
    // Nor does it help that others say it too.
    const again = await remember(`Use the mirror of ${origin}.`, {
      as: await world.person('Cem'),
      origin: 'human',
    })
    expect(again).toMatchObject({ id: memory.id, status: 'draft' })
    expect(await titles('mirror')).toEqual([])
  })

  test('lets an inference in once a second person says the same', async () => {
    const draft = await remember('Retries live in the queue.', { origin: 'agent' })
    expect(draft.status).toBe('draft')
    const again = await remember('Retries live in the queue.', { as: await world.person('Dee') })
    expect(again).toMatchObject({ id: draft.id, status: 'active' })
  })
})

describe('evidence', () => {
  const session = (more = {}) =>
    buildSession({
      native_id: `s${Math.random()}`,
      messages: [asks(0, 'why does the cache expire?'), says(1, CACHE)],
      ...more,
    })

  test('names who said it, and an inference is trusted no further than its source', async () => {
    await world.send(session())
    const [row] = await world.rowsOf('messages', 'id')
    const ref = String(row?.['id'])
    const memory = await remember(CACHE, {
      origin: 'agent',
      evidence: [{ kind: 'message', ref, quote: 'expires' }],
    })
    expect(memory.evidence).toMatchObject([
      {
        kind: 'message',
        ref,
        quote: 'expires',
        origin: 'human',
        person: { id: world.member.userId },
      },
    ])
  })

  test('that nobody can see is refused', async () => {
    const evidence = [
      { kind: 'message' as const, ref: 'msg_01h0000000000000000000000a', quote: '' },
    ]
    await expect(remember(CACHE, { evidence })).rejects.toMatchObject({
      code: 'memory.evidence_unknown',
    })
  })

  test('of a private session makes a draft that only its owner sees', async () => {
    await world.send(session())
    await readAsOwner(
      database.engine,
      `update teamlore.sessions set private_to = user_id where team_id = '${world.team.teamId}'`,
    )
    const [row] = await world.rowsOf('messages', 'id')
    const memory = await remember(CACHE, {
      evidence: [{ kind: 'message', ref: String(row?.['id']), quote: '' }],
    })
    expect(memory).toMatchObject({ status: 'draft', visibility: 'private' })
    const other = await world.person('Eve')
    await expect(get(memory.id, other)).rejects.toMatchObject({ code: 'memory.not_found' })
    expect(await list({}, other)).toEqual([])
  })
})

test('memories of one team are not there for another', async () => {
  const memory = await remember(CACHE)
  const team = await createTestTeam(database.engine)
  const member = await team.addMember('member')
  const scope = grantTeamScope({ ...member, actor: { kind: 'user', via: 'api_key' } }, 'member')
  const there = { unitOfWork: team.unitOfWork, now: () => clock }
  await expect(makeGetMemory(there)(scope, { id: memory.id })).rejects.toMatchObject({
    code: 'memory.not_found',
  })
  expect((await makeListMemories(there)(scope, { limit: 50 })).items).toEqual([])
})

test('secrets are taken out of what is remembered', async () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40)
  const memory = await remember(`The mirror needs ${secret} to answer.`, { reason: secret })
  expect(JSON.stringify(memory)).not.toContain(secret)
})
