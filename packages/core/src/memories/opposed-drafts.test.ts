import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { makeGetMemory } from './get-memory.ts'
import { makeRemember } from './remember.ts'
import { makeGetReviewQueue, makeReviewMemories } from './review-memories.ts'
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

const HELD = 'Berth 3 is open in winter.'
const OPPOSITE = 'Berth 3 is closed in winter.'

const deps = () => ({ unitOfWork: world.unitOfWork })
const say = async (statement: string, more: object = {}) =>
  (await makeRemember(deps())(world.scope, rememberRequestSchema.parse({ statement, ...more }))).id
const byTool = (statement: string, origin: 'tool' | 'web' = 'tool') =>
  say(statement, { origin, draft: true })
const get = (id: string) => makeGetMemory(deps())(world.scope, { id })
const trustOf = async (id: string) => {
  const { status, confidence } = await get(id)
  return { status, confidence }
}
const approve = (id: string) =>
  makeReviewMemories(deps())(world.scope, { ids: [id], decision: 'approve', reason: '' })
const undo = () => makeUndoReview(deps())(world.scope, {})
const relations = () => world.rowsOf('memory_relations', 'type, status')
const signals = async () =>
  (await world.rowsOf('memory_signals', 'type')).filter(({ type }) => type === 'contradicted')
const serveUnreviewed = (id: string) =>
  readAsOwner(
    database.engine,
    `update teamlore.memories set status = 'unreviewed' where id = '${id}' returning 1`,
  )

describe('a draft whose words nobody of the team said', () => {
  test.each(['tool', 'web'] as const)(
    'of origin %s speaks against nothing, and is shown as a pair',
    async (origin) => {
      const held = await say(HELD)
      const before = await trustOf(held)
      const draft = await byTool(OPPOSITE, origin)
      expect(await trustOf(held)).toEqual(before)
      expect(await signals()).toEqual([])
      expect(await relations()).toEqual([{ type: 'contradicts', status: 'proposed' }])
      const { items } = await makeListContradictions(deps())(world.scope, { limit: 50 })
      expect(items.flatMap(({ first, second }) => [first.id, second.id]).toSorted()).toEqual(
        [held, draft].toSorted(),
      )
      const queue = await makeGetReviewQueue(deps())(world.scope, { limit: 50, batch: false })
      expect(queue.items.map(({ id }) => id)).toContain(draft)
    },
  )

  test('is not spoken for by what a person says later: that is as sure as without it', async () => {
    await byTool(OPPOSITE)
    const held = await say(HELD)
    const alone = await say('Ferries sail at noon.')
    expect(await trustOf(held)).toEqual(await trustOf(alone))
    expect(await signals()).toEqual([])
  })

  test('contradicts once a person approves it', async () => {
    const held = await say(HELD)
    const before = await trustOf(held)
    const draft = await byTool(OPPOSITE)
    await approve(draft)
    expect((await trustOf(held)).confidence).toBeLessThan(before.confidence)
    expect(await signals()).toHaveLength(2)
    expect(await relations()).toEqual([{ type: 'contradicts', status: 'held' }])
  })

  test('takes what nobody reviewed out of what is served once it is approved, and gives it back by undo', async () => {
    const held = await say(HELD)
    await serveUnreviewed(held)
    const before = await trustOf(held)
    const draft = await byTool(OPPOSITE)
    const drafted = await trustOf(draft)
    expect(await trustOf(held)).toEqual({ ...before, status: 'unreviewed' })
    await approve(draft)
    expect(await trustOf(held)).toMatchObject({ status: 'draft' })
    await undo()
    expect(await trustOf(held)).toEqual(before)
    expect(await trustOf(draft)).toEqual(drafted)
    expect(await signals()).toEqual([])
    expect(await relations()).toEqual([{ type: 'contradicts', status: 'proposed' }])
  })

  test('speaks against nothing after a person said that both hold, nor after that was undone', async () => {
    const held = await say(HELD)
    const before = await trustOf(held)
    const draft = await byTool(OPPOSITE)
    await makeSettlePair(deps())(world.scope, {
      keep: held,
      other: draft,
      decision: 'both',
      reason: '',
    })
    await undo()
    expect(await trustOf(held)).toEqual(before)
    expect(await signals()).toEqual([])
    await makeSettlePair(deps())(world.scope, {
      keep: held,
      other: draft,
      decision: 'both',
      reason: '',
    })
    await approve(draft)
    expect(await signals()).toEqual([])
  })

  test('of two such drafts neither speaks against the other until both are approved', async () => {
    const [one, other] = [await byTool(HELD), await byTool(OPPOSITE)]
    await approve(one)
    expect(await signals()).toEqual([])
    await approve(other)
    expect(await signals()).toHaveLength(2)
  })
})
