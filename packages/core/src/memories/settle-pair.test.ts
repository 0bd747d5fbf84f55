import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { makeGetMemory } from './get-memory.ts'
import { JUDGED } from './judging/judge-memories.ts'
import { makeRemember } from './remember.ts'
import { makeReviewMemories } from './review-memories.ts'
import { makeListContradictions, makeSettlePair } from './settle-pair.ts'
import { makeUndoReview } from './undo-review.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const OLDER = 'The tide table is printed on Fridays.'
const NEWER = 'The tide table is printed on Mondays.'

const deps = () => ({ unitOfWork: world.unitOfWork })
const say = async (statement: string, more: object = {}) =>
  (await makeRemember(deps())(world.scope, rememberRequestSchema.parse({ statement, ...more }))).id
const get = (id: string) => makeGetMemory(deps())(world.scope, { id })
const settle = (keep: string, other: string, decision: 'replaces' | 'both' = 'both', reason = '') =>
  makeSettlePair(deps())(world.scope, { keep, other, decision, reason })
const undo = () => makeUndoReview(deps())(world.scope, {})
const found = async (q: string) =>
  (await world.ask(q, { scope: 'knowledge' })).items.map(({ title }) => title)
const statusOf = async (...ids: string[]) => {
  const memories = []
  for (const id of ids) memories.push((await get(id)).status)
  return memories
}
const relations = () => world.rowsOf('memory_relations', 'type, status')
const replaced = async () => {
  const older = await say(OLDER, { valid_from: '2026-01-01' })
  const newer = await say(NEWER, { valid_from: '2026-02-01', supersedes: older })
  return { older, newer }
}

describe('of two of which one took the place of the other', () => {
  test.each([
    ['the replaced one first', true],
    ['the other one first', false],
  ])('both hold when a person says so, %s', async (_, isOlderFirst) => {
    const { older, newer } = await replaced()
    await settle(...(isOlderFirst ? ([older, newer] as const) : ([newer, older] as const)))
    expect(await get(older)).toMatchObject({
      status: 'active',
      successor: null,
      valid_from: '2026-01-01T00:00:00.000Z',
    })
    expect(await relations()).toEqual([{ type: 'supersedes', status: 'dismissed' }])
    expect(await get(newer)).toMatchObject({ status: 'active', replaced: [] })
    expect((await found('tide table printed')).sort()).toEqual([OLDER, NEWER])
  })

  test('the history says who said so, and why', async () => {
    const { older, newer } = await replaced()
    await settle(older, newer, 'both', 'two tables')
    const versions = await world.rowsOf('memory_versions', 'memory_id, change, note, recorded_by')
    expect(versions).toContainEqual({
      memory_id: older,
      change: 'restored',
      note: 'two tables',
      recorded_by: world.member.userId,
    })
  })

  test('neither a language model nor a later approval replaces it again', async () => {
    const { older, newer } = await replaced()
    await settle(older, newer)
    await world.embed()
    const near = (id: string) =>
      world.unitOfWork.inTeam(world.systemScope, ({ memoryJudging }) =>
        memoryJudging.near(id as never, { ...JUDGED, least: -1 }),
      )
    expect([...(await near(older)), ...(await near(newer))]).toEqual([])
    await makeReviewMemories(deps())(world.scope, {
      ids: [newer],
      decision: 'approve',
      reason: '',
    })
    expect(await statusOf(older, newer)).toEqual(['active', 'active'])
  })

  test('nothing else can be said, nor of one that was replaced by a third', async () => {
    const { older, newer } = await replaced()
    const newest = await say('It is not printed any more.', { supersedes: newer })
    const refused = { code: 'memory.same' }
    await expect(settle(newer, newest, 'replaces')).rejects.toMatchObject(refused)
    await expect(settle(older, newest)).rejects.toMatchObject(refused)
    await expect(settle(older, newer)).rejects.toMatchObject(refused)
  })

  test('a draft that was replaced is a draft again', async () => {
    const older = await say(OLDER, { draft: true })
    const newer = await say(NEWER, { supersedes: older })
    await settle(older, newer)
    expect(await statusOf(older, newer)).toEqual(['draft', 'active'])
  })
})

test('a draft that a person said holds beside another leaves it alone when it is approved', async () => {
  const older = await say(OLDER)
  const draft = await say(NEWER, { supersedes: older, draft: true })
  await settle(draft, older)
  await makeReviewMemories(deps())(world.scope, {
    ids: [draft],
    decision: 'approve',
    reason: '',
  })
  expect(await statusOf(older, draft)).toEqual(['active', 'active'])
})

test('of two of which nothing was known nobody is asked after a person said that both hold', async () => {
  const older = await say('Owls hoot at dawn.')
  const newer = await say('Ferries sail at noon.')
  await settle(older, newer)
  expect(await relations()).toEqual([{ type: 'relates', status: 'dismissed' }])
})

describe('undo after settle', () => {
  test('replaces again what held beside the other, and says what it took back', async () => {
    const { older, newer } = await replaced()
    await settle(older, newer)
    expect(await undo()).toMatchObject({
      decision: 'both',
      memories: [
        { id: older, statement: OLDER },
        { id: newer, statement: NEWER },
      ],
    })
    expect(await get(older)).toMatchObject({ status: 'superseded', successor: { id: newer } })
    expect(await get(newer)).toMatchObject({
      replaced: [{ statement: OLDER }],
      relations: [{ type: 'supersedes', status: 'held' }],
    })
    expect(await found('tide table printed')).toEqual([NEWER])
  })

  test('takes back that alone, and then what was decided before', async () => {
    const draft = await say('Owls hoot at dawn.', { draft: true })
    const review = makeReviewMemories(deps())
    await review(world.scope, { ids: [draft], decision: 'approve', reason: '' })
    const older = await say('Ferries sail at noon.')
    const newer = await say('Buoys are painted in May.')
    await settle(newer, older, 'replaces')
    expect(await undo()).toMatchObject({ decision: 'replaces' })
    expect(await statusOf(draft, older, newer)).toEqual(['active', 'active', 'active'])
    expect((await get(older)).successor).toBeNull()
    expect(await undo()).toMatchObject({ decision: 'approve', memories: [{ id: draft }] })
    expect(await statusOf(draft)).toEqual(['draft'])
  })

  test('lets the two contradict each other again', async () => {
    const first = await say('The mail queue allows 5 retries.', { valid_from: '2026-01-01' })
    const second = await say('The mail queue allows 9 retries.', { valid_from: '2026-01-01' })
    const before = await get(first)
    await settle(first, second)
    expect((await get(first)).confidence).toBeGreaterThan(before.confidence)
    await undo()
    expect((await get(first)).confidence).toBe(before.confidence)
    const { items } = await makeListContradictions(deps())(world.scope, { limit: 50 })
    expect(items).toMatchObject([{ first: { id: first }, second: { id: second } }])
  })

  test('leaves alone what was changed since, but for what it had changed', async () => {
    const older = await say('Ferries sail at noon.')
    const newer = await say('Buoys are painted in May.')
    await settle(newer, older, 'replaces')
    const newest = await say('It is not printed any more.', { supersedes: newer })
    await undo()
    expect(await statusOf(older, newer, newest)).toEqual(['active', 'superseded', 'active'])
  })
})

describe('of look-alikes', () => {
  const two = async (first: string, second: string) => [
    await say(first, { valid_from: '2026-01-01' }),
    await say(second, { valid_from: '2026-02-01' }),
  ]

  test('another thing of the kind retires nothing, and waits for nobody', async () => {
    const ids = await two('Berth 3 is closed in winter.', 'Berth 4 is closed in winter.')
    expect(await statusOf(...ids)).toEqual(['active', 'active'])
    expect(await relations()).toEqual([])
  })

  test('the opposite of the same is no confirmation: a person says which holds', async () => {
    const [first, second] = await two('Berth 3 is open in winter.', 'Berth 3 is closed in winter.')
    const { items } = await makeListContradictions(deps())(world.scope, { limit: 50 })
    expect(items).toMatchObject([{ first: { id: first }, second: { id: second } }])
  })
})
