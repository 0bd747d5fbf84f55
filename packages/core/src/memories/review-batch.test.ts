import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeGetRecords } from '../records/get-records.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeRemember } from './remember.ts'
import { MOST_IN_BATCH, weekOf } from './review-batch.ts'
import { makeGetReviewQueue, makeReviewMemories } from './review-memories.ts'

let database: TestDatabase
let world: IngestWorld
let now = new Date()
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
  now = new Date()
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.team.unitOfWork, now: () => now })

const THINGS = (
  'lease retry parser cache token branch queue cursor buoy crane pilot tug ferry berth quay tide ' +
  'anchor winch ledger customs radar silo barge canal lock wharf beacon dredger chandler mooring tariff gangway'
).split(' ')

const draft = async (place: number, more: object = {}): Promise<string> => {
  const thing = THINGS[place % THINGS.length]
  const { id } = await makeRemember(deps())(
    world.scope,
    rememberRequestSchema.parse({
      statement: `The ${thing} of the harbour is kept by clerk ${'abcdefghij'[place % 10]}.`,
      draft: true,
      ...more,
    }),
  )
  return id
}

const drafts = async (count: number): Promise<string[]> => {
  const ids = []
  for (let place = 0; place < count; place++) ids.push(await draft(place))
  return ids
}

const person = async (role: 'viewer' | 'member' | 'admin' = 'member') =>
  grantTeamScope(
    { ...(await world.team.addMember(role)), actor: { kind: 'user', via: 'browser' } },
    'viewer',
  )

const batchOf = async (scope: TeamScope = world.scope, more: object = {}) => {
  const queue = await makeGetReviewQueue(deps())(scope, { limit: 50, batch: true, ...more })
  return { ids: queue.items.map(({ id }) => id), total: queue.total, ...queue.batch }
}

const change = (statement: string) => readAsOwner(database.engine, statement)

describe('the review batch of a week', () => {
  test('holds fifteen at most, and is the same whenever one looks', async () => {
    await drafts(18)
    const first = await batchOf()
    expect(first).toMatchObject({ total: MOST_IN_BATCH, size: MOST_IN_BATCH, decided: 0 })
    expect(await batchOf()).toEqual(first)
    await draft(20)
    now = new Date(Date.parse(`${weekOf(now)}T00:00:00Z`) + 6 * 86_400_000)
    expect(await batchOf()).toEqual(first)
  })

  test('counts what was decided, and is not filled up for it', async () => {
    await drafts(17)
    const { ids } = await batchOf()
    await makeReviewMemories(deps())(world.scope, {
      ids: ids.slice(0, 4),
      decision: 'reject',
      reason: '',
    })
    expect(await batchOf()).toMatchObject({ ids: ids.slice(4), total: 11, size: 15, decided: 4 })
  })

  test('takes up what comes to wait as long as there is room in it', async () => {
    expect(await batchOf()).toMatchObject({ ids: [], size: 0, decided: 0 })
    const early = await draft(0)
    expect((await batchOf()).ids).toEqual([early])
    const late = await draft(1)
    expect((await batchOf()).ids).toEqual([early, late])
  })

  test('begins anew on Monday with what is left', async () => {
    const ids = await drafts(2)
    const before = await batchOf()
    now = new Date(now.getTime() + 7 * 86_400_000)
    const after = await batchOf()
    expect(after.week).not.toBe(before.week)
    expect(after.ids.toSorted()).toEqual(ids.toSorted())
  })

  test('has first what another contradicts, then what was served most, then what is new', async () => {
    const [plain, served, contradicted, other] = await drafts(4)
    await change(
      `update teamlore.memories set recorded_at = now() - interval '30 days' where id = '${plain}'`,
    )
    for (let time = 0; time < 3; time++)
      await makeGetRecords(deps())(world.scope, { ids: [served ?? ''], budget_tokens: 9_000 })
    await change(
      `insert into teamlore.memory_relations (from_id, to_id, type, team_id, status, confidence, reason, created_at)
       values ('${contradicted}', '${other}', 'contradicts', '${world.team.teamId}', 'held', 1, '', now())`,
    )
    const { ids } = await batchOf()
    expect(ids.slice(0, 2).toSorted()).toEqual([contradicted, other].toSorted())
    expect(ids.slice(2)).toEqual([served, plain])
  })

  test('also asks about what is served unreviewed, and about nothing that holds undisputed', async () => {
    const [unreviewed, active] = await drafts(2)
    await change(`update teamlore.memories set status = 'unreviewed' where id = '${unreviewed}'`)
    await change(`update teamlore.memories set status = 'active' where id = '${active}'`)
    expect((await batchOf()).ids).toEqual([unreviewed])
  })
})

describe('between reviewers', () => {
  test('nobody gets what a colleague has, and who comes later gets a share of what is left', async () => {
    const ids = await drafts(20)
    const bob = await person()
    const mine = await batchOf()
    const his = await batchOf(bob)
    expect(his.ids).toHaveLength(5)
    expect([...mine.ids, ...his.ids].toSorted()).toEqual(ids.toSorted())
    now = new Date(now.getTime() + 7 * 86_400_000)
    expect([(await batchOf()).size, (await batchOf(bob)).size]).toEqual([10, 10])
    expect([(await batchOf()).size, (await batchOf(bob)).size]).toEqual([10, 10])
  })

  test('what one of them is to look at goes to nobody else, and to them first', async () => {
    const bob = await person()
    const ids = await drafts(3)
    await makeReviewMemories(deps())(world.scope, {
      ids: [ids[0] ?? ''],
      decision: 'assign',
      reason: '',
      assignee: bob.userId,
    })
    expect((await batchOf()).ids).not.toContain(ids[0])
    expect((await batchOf(bob)).ids[0]).toBe(ids[0])
  })

  test('a viewer, a bot and another team are asked about nothing', async () => {
    await drafts(3)
    const bot = grantTeamScope(
      {
        ...(await world.team.addMember('member')),
        actor: { kind: 'user', via: 'api_key', isService: true },
      },
      'viewer',
    )
    const nothing = { ids: [], total: 0, size: 0, decided: 0 }
    expect(await batchOf(await person('viewer'))).toMatchObject(nothing)
    expect(await batchOf(bot)).toMatchObject(nothing)
    const other = await createIngestWorld(database.engine)
    const queue = await makeGetReviewQueue({ unitOfWork: other.team.unitOfWork })(other.scope, {
      limit: 50,
      batch: true,
    })
    expect(queue).toMatchObject({ items: [], batch: { size: 0 } })
    expect((await batchOf()).size).toBe(3)
  })

  test('what became closed to somebody leaves their batch, and is counted in it no more', async () => {
    await world.send(buildSession())
    await draft(0, { project: 'acme/parser' })
    const open = await draft(1)
    const bob = await person()
    const mine = await batchOf(bob)
    expect(mine.size).toBe(2)
    await change(
      `update teamlore.projects set is_restricted = true where team_id = '${world.team.teamId}'`,
    )
    const ofBoth = [await batchOf(bob), await batchOf()]
    for (const batch of ofBoth) expect(batch.ids.every((id) => id === open)).toBe(true)
    expect(ofBoth.reduce((sum, { size }) => sum + (size ?? 0), 0)).toBe(1)
  })

  test('narrowed to a project or an assignee it shows what of it is so', async () => {
    await drafts(2)
    expect(await batchOf(world.scope, { project: 'nothing-of-that-name' })).toMatchObject({
      total: 0,
      size: 2,
    })
    expect(await batchOf(world.scope, { limit: 1 })).toMatchObject({ total: 2 })
  })
})

test.each([
  ['2026-03-02T00:00:00Z', '2026-03-02'],
  ['2026-03-08T23:59:59Z', '2026-03-02'],
  ['2026-01-01T12:00:00Z', '2025-12-29'],
])('the week of %s began on %s', (at, monday) => {
  expect(weekOf(new Date(at))).toBe(monday)
})
