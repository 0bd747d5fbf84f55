import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asks, createSearchWorld, type SearchWorld, says } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { type MemoryCandidate, makeCurate } from './curate.ts'
import { makeGetMemory } from './get-memory.ts'
import { makeListMemories } from './list-memories.ts'
import { makeRecordSignal } from './record-signal.ts'
import { makeRemember } from './remember.ts'
import { makeGetReviewQueue, makeReviewMemories } from './review-memories.ts'
import { makeListContradictions, makeSettlePair } from './settle-pair.ts'
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
const day = (date: string) => new Date(`${date}T08:00:00Z`)
const curate = (statement: string, more: Partial<MemoryCandidate> = {}) =>
  makeCurate(deps())(world.systemScope, {
    projectId: null,
    candidate: { kind: 'decision', statement, reason: '', origin: 'human', evidence: [], ...more },
  })
const idOf = async (curated: ReturnType<typeof curate>) => {
  const done = await curated
  if (done.outcome === 'refused') throw new Error(done.because)
  return done.memoryId
}
const get = (id: string) => makeGetMemory(deps())(world.scope, { id })
const list = async () => (await makeListMemories(deps())(world.scope, { limit: 50 })).items
const review = (request: Parameters<ReturnType<typeof makeReviewMemories>>[1]) =>
  makeReviewMemories(deps())(world.scope, request)

describe('a finding', () => {
  test.each([
    ['general', 'PostgreSQL is a relational database.'],
    ['general', 'It is best practice to write tests first.'],
    ['marketing', 'The pricing tiers start at ten dollars per seat.'],
    ['contact', 'Ask Ann at ann@example.com about the deploy key.'],
    ['question', 'Why are there two subscription handlers?'],
    ['too_short', 'Fixed it.'],
  ])('that is %s knowledge is nothing for the team', async (because, statement) => {
    expect(await curate(statement)).toEqual({ outcome: 'refused', because })
    expect(await list()).toEqual([])
  })

  test('said in other words confirms what is known', async () => {
    const first = await idOf(
      curate('Deploys are frozen on Friday after 14:00.', { validFrom: day('2026-01-01') }),
    )
    const again = await curate('Deploys are frozen on Friday after 14:00', {
      validFrom: day('2026-02-01'),
    })
    expect(again).toEqual({ outcome: 'confirmed', memoryId: first })
    expect(await list()).toHaveLength(1)
  })

  test('leaves alone what rests on a session that is private by now, and is written beside it', async () => {
    const [sent] = (await world.send(buildSession())).sessions
    const said = { validFrom: day('2026-01-01') }
    const evidence = [{ kind: 'session' as const, ref: sent?.session_id ?? '', quote: '' }]
    const old = await idOf(curate('Uploads may be 10 MB.', { ...said, evidence }))
    await readAsOwner(
      database.engine,
      `update teamlore.sessions set private_to = '${world.scope.userId}' returning 1`,
    )
    const later = { validFrom: day('2026-02-01') }
    expect(await curate('Uploads may be 10 MB.', later)).toMatchObject({ outcome: 'created' })
    const last = await curate('Uploads may be 20 MB.', { validFrom: day('2026-03-01') })
    expect(last.outcome).not.toBe('refused')
    expect((await get(old)).status).toBe('active')
  })

  test('keeps the slots of who took it apart, though a word of it could be a scope', async () => {
    const region = (value: string) => ({
      subject: 'production',
      attribute: 'region',
      scope: null,
      value,
      replaces: null,
    })
    const first = await idOf(
      curate('Production runs in eu-west-1.', {
        slots: region('eu-west-1'),
        validFrom: day('2026-01-01'),
      }),
    )
    const second = await curate('We moved production, power is cheaper in eu-north-1.', {
      slots: region('eu-north-1'),
      validFrom: day('2026-02-01'),
    })
    expect(second.outcome).toBe('superseded')
    expect(await get(first)).toMatchObject({ status: 'superseded' })
  })

  test('fills the slots of what is known in the same words and has none', async () => {
    const words = 'The crane of berth four lifts 20 tonnes.'
    const first = await idOf(curate(words, { validFrom: day('2026-01-01') }))
    const slots = {
      subject: 'crane of berth four',
      attribute: 'load',
      scope: null,
      replaces: null,
      value: '20 tonnes',
    }
    await curate(words, { slots, validFrom: day('2026-02-01') })
    expect(await get(first)).toMatchObject({ slots })
  })

  test('that gives the same subject another value takes its place', async () => {
    const first = await idOf(
      curate('Sessions are stored in Redis.', { validFrom: day('2026-01-01') }),
    )
    const second = await curate('Sessions are stored in Postgres now instead of Redis.', {
      validFrom: day('2026-02-01'),
    })
    expect(second.outcome).toBe('superseded')
    expect(await get(first)).toMatchObject({ status: 'superseded' })
    const { items } = await world.ask('where are sessions stored redis', { scope: 'knowledge' })
    expect(items.map(({ title }) => title)).toEqual([
      'Sessions are stored in Postgres now instead of Redis.',
    ])
  })

  test('that came later but held before is put behind what holds', async () => {
    const newer = await idOf(
      curate('Sessions are stored in Postgres now instead of Redis.', {
        validFrom: day('2026-02-01'),
      }),
    )
    const older = await idOf(
      curate('Sessions are stored in Redis.', { validFrom: day('2026-01-01') }),
    )
    expect(await get(older)).toMatchObject({ status: 'superseded', successor: { id: newer } })
    expect(await get(newer)).toMatchObject({ status: 'active' })
  })

  test('of the same slots but of another scope retires nothing', async () => {
    const slots = {
      subject: 'upload',
      attribute: 'limit',
      scope: null,
      value: '10 MB',
      replaces: null,
    }
    const first = await idOf(
      curate('Uploads may be 10 MB.', { slots, validFrom: day('2026-01-01') }),
    )
    const other = { ...slots, scope: 'staging', value: '50 MB' }
    await curate('Uploads may be 50 MB on staging.', { slots: other, validFrom: day('2026-02-01') })
    expect(await get(first)).toMatchObject({ status: 'active', relations: [{ type: 'amends' }] })
    const changed = { ...slots, value: '20 MB' }
    await curate('Twenty it is.', { slots: changed, validFrom: day('2026-03-01') })
    expect(await get(first)).toMatchObject({ status: 'superseded' })
  })

  test('without a path inherits the files its session worked on', async () => {
    await world.send(
      buildSession({
        messages: [asks(0, 'why does the cache expire?'), says(1, 'It expires after 5 minutes.')],
      }),
    )
    const messages = await world.rowsOf('messages', 'id, ordinal')
    const ref = String(messages[0]?.['id'])
    const id = await idOf(
      curate('The cache expires after 5 minutes.', {
        evidence: [{ kind: 'message', ref, quote: '' }],
      }),
    )
    const edits = await world.rowsOf('edits', 'path')
    const { anchors } = await get(id)
    expect(anchors.map(({ is_inherited }) => is_inherited)).toEqual(anchors.map(() => true))
    expect(anchors).toHaveLength(Math.min(edits.length, 1))
  })
})

describe('two that contradict each other', () => {
  const both = async () => {
    const at = day('2026-01-01')
    const first = await idOf(curate('The notification queue allows 5 retries.', { validFrom: at }))
    const second = await idOf(curate('The notification queue allows 9 retries.', { validFrom: at }))
    return [first, second] as const
  }

  test('are listed with both sides, and trusted less', async () => {
    const [first, second] = await both()
    const { items } = await makeListContradictions(deps())(world.scope, { limit: 50 })
    expect(items).toMatchObject([{ first: { id: first }, second: { id: second } }])
    expect((await get(first)).confidence).toBeLessThan(0.7)
  })

  test('are found however they come in, and a draft retires nothing', async () => {
    const say = (statement: string, more = {}) =>
      makeRemember(deps())(world.scope, rememberRequestSchema.parse({ statement, ...more }))
    const first = await say('The mail queue allows 5 retries.', { valid_from: '2026-01-01' })
    await say('The mail queue allows 9 retries.', { valid_from: '2026-01-01' })
    const { items } = await makeListContradictions(deps())(world.scope, { limit: 50 })
    expect(items.map(({ first: { id } }) => id)).toEqual([first.id])
    const kept = await say('Sessions are stored in Redis.', { valid_from: '2026-01-01' })
    const change = 'Sessions are stored in Postgres now instead of Redis.'
    const draft = await say(change, { origin: 'web' })
    expect(await get(kept.id)).toMatchObject({ status: 'active', successor: null })
    await review({ ids: [draft.id], decision: 'approve', reason: '' })
    expect(await get(kept.id)).toMatchObject({ status: 'superseded', successor: { id: draft.id } })
  })

  test('are settled by a person', async () => {
    const [first, second] = await both()
    await makeSettlePair(deps())(world.scope, {
      keep: first,
      other: second,
      decision: 'replaces',
      reason: '',
    })
    expect(await get(second)).toMatchObject({ status: 'superseded', successor: { id: first } })
    expect((await makeListContradictions(deps())(world.scope, { limit: 50 })).items).toEqual([])
    expect((await get(first)).confidence_parts.contradictions).toBe(0)
  })
})

describe('review', () => {
  const draft = (statement = 'The importer skips empty rows.') =>
    idOf(curate(statement, { origin: 'web' }))
  const queue = async () =>
    (await makeGetReviewQueue(deps())(world.scope, { limit: 50 })).items.map(({ id }) => id)

  test('makes a draft active, and undo makes it a draft again', async () => {
    const id = await draft()
    expect(await queue()).toEqual([id])
    await review({ ids: [id], decision: 'approve', reason: 'seen' })
    expect(await get(id)).toMatchObject({
      status: 'active',
      review: { reason: 'seen', by: { id: world.member.userId } },
    })
    expect(await queue()).toEqual([])
    await makeUndoReview(deps())(world.scope, {})
    expect(await get(id)).toMatchObject({ status: 'draft', review: null })
    expect((await world.ask('importer skips', { scope: 'knowledge' })).items).toEqual([])
    await expect(makeUndoReview(deps())(world.scope, {})).rejects.toMatchObject({
      code: 'memory.nothing_to_undo',
    })
  })

  test('of many is one decision', async () => {
    const ids = [await draft(), await draft('The exporter writes rows in order.')]
    const { changed } = await review({ ids, decision: 'reject', reason: 'noise' })
    expect(changed).toBe(2)
    expect((await list()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const other = await world.person('Bea')
    await expect(makeUndoReview(deps())(other, {})).rejects.toMatchObject({
      code: 'memory.nothing_to_undo',
    })
  })

  test('is what an agent cannot do: its word is a draft, its rejection a mark', async () => {
    const id = await idOf(curate('Retries live in the queue layer.', {}))
    const update = makeUpdateMemory(deps())
    const isAgent = true
    const before = await get(id)
    await update(world.scope, { id, isAgent, request: { action: 'confirm', reason: '' } })
    expect((await get(id)).confidence).toBe(before.confidence)
    await update(world.scope, { id, isAgent, request: { action: 'reject', reason: 'gone' } })
    expect(await get(id)).toMatchObject({ status: 'active', stale: { reason: 'gone' } })
    const newer = await update(world.scope, {
      id,
      isAgent,
      request: { action: 'supersede', statement: 'Retries live in the client.', reason: '' },
    })
    expect(newer.status).toBe('draft')
    expect(await get(id)).toMatchObject({ status: 'active' })
    await review({ ids: [newer.id], decision: 'approve', reason: '' })
    expect(await get(id)).toMatchObject({ status: 'superseded', successor: { id: newer.id } })
  })
})

test('what came of using a memory lowers the trust in it, once from each source', async () => {
  const id = await idOf(curate('Retries live in the queue layer.'))
  const record = makeRecordSignal(deps())
  const once = await record(world.scope, { id, type: 'reverted', source: 'commit:1' })
  expect(once).toBeLessThan(0.7)
  expect(await record(world.scope, { id, type: 'reverted', source: 'commit:1' })).toBe(once)
})
