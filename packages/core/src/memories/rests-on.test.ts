import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { contextQuerySchema, searchQuerySchema } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGetContext } from '../context/get-context.ts'
import { openMemory } from '../records/memory.record.ts'
import { makeSearch } from '../search/search.ts'
import { makeSearchAsOf } from '../search/search-as-of.ts'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { makeEditMemory } from './edit-memory.ts'
import { makeGetMemory } from './get-memory.ts'
import { makeRemember } from './remember.ts'
import { makeGetReviewQueue, makeReviewMemories } from './review-memories.ts'
import { makeUndoReview } from './undo-review.ts'
import { makeUpdateMemory } from './update-memory.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.unitOfWork })
const say = (statement: string, more: object = {}) =>
  makeRemember(deps())(world.scope, rememberRequestSchema.parse({ statement, ...more }))
const read = (id: string) => makeGetMemory(deps())(world.scope, { id })
const replace = (id: string, statement: string) =>
  makeUpdateMemory(deps())(world.scope, {
    id,
    request: { action: 'supersede', statement, reason: 'it was full' },
  })
const waits = async () =>
  (await makeGetReviewQueue(deps())(world.scope, { limit: 20 })).items.map(({ id }) => id)

const BASE = 'Login sessions are kept in Memcached.'
const CHANGE = 'Login sessions are kept in Postgres.'
const DEPENDANT =
  'The sign-out job deletes keys one by one, because login sessions sit in Memcached.'

/** A memory that rests on another by its words, and one that only names the same. */
const remembered = async () => ({
  base: await say(BASE),
  dependant: await say(DEPENDANT),
  beside: await say('Rate limits are counted in Memcached.'),
})

describe('what rests on something that changed', () => {
  test('says so wherever it is found, and nothing is retired by it', async () => {
    const { base, dependant, beside } = await remembered()
    const newer = await replace(base.id, CHANGE)
    const sentence = `Rests on “${BASE.slice(0, -1)}”, replaced by “${CHANGE.slice(0, -1)}” on ${newer.valid_from.slice(0, 10)} (${newer.id}).`

    const shown = await read(dependant.id)
    expect(shown).toMatchObject({ status: 'active', confidence: dependant.confidence })
    expect(shown.changed_bases).toEqual([
      {
        id: base.id,
        statement: BASE,
        reason: 'its reason names Memcached',
        by: { id: newer.id, statement: CHANGE, at: newer.valid_from },
      },
    ])
    expect((await read(beside.id)).changed_bases).toEqual([])
    expect((await read(newer.id)).dependants.map(({ id }) => id)).toEqual([dependant.id])

    const { items } = await world.ask('sign-out job deletes keys', { scope: 'knowledge' })
    expect(items.find(({ id }) => id === dependant.id)?.changed).toEqual([sentence])
    expect(items.find(({ id }) => id === beside.id)?.changed).toBeUndefined()
    const { text } = await makeGetContext(deps())(world.scope, contextQuerySchema.parse({}))
    expect(text).toContain(sentence)
    const opened = await world.unitOfWork.inTeam(world.scope, (repos) =>
      openMemory(repos, dependant.id),
    )
    expect(opened?.text).toContain(sentence)
    expect(await waits()).toEqual([dependant.id])
  })

  test('follows a thread to what holds now', async () => {
    const { base, dependant } = await remembered()
    const second = await replace(base.id, CHANGE)
    const third = await replace(second.id, 'Login sessions are kept in DynamoDB.')
    const [changed] = (await read(dependant.id)).changed_bases
    expect(changed).toMatchObject({ id: base.id, by: { id: third.id } })
    expect((await read(third.id)).dependants.map(({ id }) => id)).toEqual([dependant.id])
  })

  test('is settled by a person who approves it, until that is undone', async () => {
    const { base, dependant } = await remembered()
    await replace(base.id, CHANGE)
    const decision = { ids: [dependant.id], decision: 'approve' as const, reason: '' }
    await makeReviewMemories(deps())(world.scope, decision)
    expect((await read(dependant.id)).changed_bases).toEqual([])
    expect(await waits()).toEqual([])
    await makeUndoReview(deps())(world.scope, {})
    expect((await read(dependant.id)).changed_bases).toHaveLength(1)
  })

  test('is settled by a person who confirms it or words it anew, and not by an agent', async () => {
    const { base, dependant } = await remembered()
    await replace(base.id, CHANGE)
    const request = { action: 'confirm' as const, reason: '' }
    await makeUpdateMemory(deps())(world.scope, { id: dependant.id, request, isAgent: true })
    expect((await read(dependant.id)).changed_bases).toHaveLength(1)
    await makeUpdateMemory(deps())(world.scope, { id: dependant.id, request })
    expect((await read(dependant.id)).changed_bases).toEqual([])
  })

  test('is settled by a new wording', async () => {
    const { base, dependant } = await remembered()
    await replace(base.id, CHANGE)
    const request = { statement: 'The sign-out job deletes all keys of a person at once.' }
    const edited = await makeEditMemory(deps())(world.scope, { id: dependant.id, request })
    expect(edited.changed_bases).toEqual([])
  })

  test('is what its writer says it rests on, in whatever words', async () => {
    const base = await say(BASE)
    const memory = await say('Signing out takes a second for each device.', {
      rests_on: [base.id.slice(0, 20)],
    })
    expect(memory.relations).toMatchObject([
      { type: 'rests_on', direction: 'out', memory: { id: base.id } },
    ])
    expect(memory.changed_bases).toEqual([])
    const newer = await replace(base.id, CHANGE)
    expect((await read(memory.id)).changed_bases).toMatchObject([{ by: { id: newer.id } }])
    await expect(say('Another one rests on it.', { rests_on: ['mem_nothing'] })).rejects.toThrow(
      /rests_on/,
    )
  })

  test('rests on what took the place, once a person said that it holds all the same', async () => {
    const base = await say(BASE)
    const memory = await say('Signing out takes a second for each device.', { rests_on: [base.id] })
    const second = await replace(base.id, CHANGE)
    const third = await replace(second.id, 'Login sessions are kept in DynamoDB.')
    const request = { action: 'confirm' as const, reason: '' }
    await makeUpdateMemory(deps())(world.scope, { id: memory.id, request })
    expect((await read(memory.id)).changed_bases).toEqual([])
    const fourth = await replace(third.id, 'Login sessions are kept in Redis.')
    expect((await read(memory.id)).changed_bases).toMatchObject([
      { id: third.id, by: { id: fourth.id } },
    ])
  })

  test('is said of a time after the change alone', async () => {
    const base = await say(BASE, { valid_from: '2026-01-05T00:00:00Z' })
    const dependant = await say(DEPENDANT, { valid_from: '2026-01-06T00:00:00Z' })
    await replace(base.id, CHANGE)
    const search = makeSearchAsOf({ ...deps(), search: makeSearch(deps()) })
    const query = { q: 'sign-out job deletes keys', scope: 'knowledge', as_of: '2026-02-01' }
    const { items } = await search(world.scope, searchQuerySchema.parse(query))
    expect(items.map(({ id }) => id)).toContain(dependant.id)
    expect(items.find(({ id }) => id === dependant.id)?.changed).toBeUndefined()
  })
})

test('what takes the place of another is about the same files, unless it names its own', async () => {
  const older = await say('Bodies may be 25 MB.', { anchors: [{ path: 'src/upload.ts' }] })
  const paths = async (more: object) =>
    (await say(`Bodies may be ${JSON.stringify(more).length} MB.`, more)).anchors.map(
      ({ path }) => path,
    )
  expect(await paths({ supersedes: older.id })).toEqual(['src/upload.ts'])
  expect(await paths({ supersedes: older.id, anchors: [{ path: 'src/body.ts' }] })).toEqual([
    'src/body.ts',
  ])
})
