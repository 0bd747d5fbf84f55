import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { memoryDiffQuerySchema, memoryLogQuerySchema } from '@teamlore/shared/memory-log'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetMemoryDiff, makeGetMemoryLog } from './memory-log.ts'
import { makeRemember } from './remember.ts'
import { makeReviewMemories } from './review-memories.ts'
import { makeUpdateMemory } from './update-memory.ts'

let database: TestDatabase
let world: IngestWorld
let now = new Date()
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
  now = new Date('2026-05-01T08:00:00Z')
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.team.unitOfWork, now: () => now })
const day = (date: number) => {
  now = new Date(Date.UTC(2026, 4, date, 8))
}
const remember = async (statement: string, more: object = {}): Promise<string> =>
  (await makeRemember(deps())(world.scope, rememberRequestSchema.parse({ statement, ...more }))).id
const update = (id: string, request: object) =>
  makeUpdateMemory(deps())(world.scope, { id, request: { reason: '', ...request } as never })
const decide = (decision: string, id: string) =>
  makeReviewMemories(deps())(world.scope, { decision, ids: [id], reason: '' } as never)
const log = (query: object = {}, scope: TeamScope = world.scope) =>
  makeGetMemoryLog(deps())(scope, memoryLogQuerySchema.parse(query))
const diff = (query: object = {}, scope: TeamScope = world.scope) =>
  makeGetMemoryDiff(deps())(scope, memoryDiffQuerySchema.parse(query))
const steps = async (query: object = {}, scope?: TeamScope) =>
  (await log(query, scope)).items.map(({ event, statement }) => `${event}: ${statement}`)
const person = async (role: 'viewer' | 'member' = 'member') =>
  grantTeamScope(
    { ...(await world.team.addMember(role)), actor: { kind: 'user', via: 'api_key' } },
    'viewer',
  )

test.each([['log'], ['diff']] as const)(
  'the %s of a project that nobody knows is refused',
  async (what) => {
    const query = { project: 'nope', from: '1y' }
    await expect(what === 'log' ? log(query) : diff(query)).rejects.toMatchObject({
      code: 'memory.project_unknown',
    })
  },
)

describe('the log', () => {
  test('says what came, was replaced and withdrawn, the newest first', async () => {
    const id = await remember('Tides are kept in local time.')
    day(2)
    const ferries = await remember('Ferries moor at the east quay.')
    day(3)
    await update(id, { action: 'supersede', statement: 'Tides are kept in UTC.', reason: 'DST' })
    day(4)
    await update(ferries, { action: 'reject', reason: 'The quay is gone.' })
    expect(await steps()).toEqual([
      'withdrawn: Ferries moor at the east quay.',
      expect.stringMatching(/^(?:came: Tides are kept in UTC|replaced: Tides are kept in local)/),
      expect.stringMatching(/^(?:came: Tides are kept in UTC|replaced: Tides are kept in local)/),
      'came: Ferries moor at the east quay.',
      'came: Tides are kept in local time.',
    ])
    const [replaced] = (await log({ event: 'replaced' })).items
    expect(replaced).toMatchObject({
      memory_id: id,
      note: 'DST',
      by: { name: 'Ann' },
      successor: { statement: 'Tides are kept in UTC.' },
    })
  })

  test('keeps drafts apart from what is served: proposed, declined, and came once one is approved', async () => {
    const [kept, left] = [
      await remember('Tugs are refuelled at night.', { draft: true }),
      await remember('Pilots board by helicopter.', { draft: true }),
    ]
    day(2)
    await decide('approve', kept)
    await decide('reject', left)
    expect((await steps()).sort()).toEqual([
      'came: Tugs are refuelled at night.',
      'declined: Pilots board by helicopter.',
      'proposed: Pilots board by helicopter.',
      'proposed: Tugs are refuelled at night.',
    ])
  })

  test('goes page by page through versions of one moment, none left out and none twice', async () => {
    for (let at = 0; at < 5; at++) await remember(`Berth ${at} is for ferries number ${at}.`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await log({ limit: 2, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.items.map(({ memory_id }) => memory_id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  })

  test('is cut by dates and by the commit of a project', async () => {
    await remember('Tides are kept in UTC.')
    day(3)
    await remember('Ferries moor at the east quay.')
    expect(await steps({ from: '2026-05-02' })).toEqual(['came: Ferries moor at the east quay.'])
    expect(await steps({ to: '2026-05-02' })).toEqual(['came: Tides are kept in UTC.'])
    await expect(log({ from: 'abcdef0' })).rejects.toMatchObject({ code: 'memory.as_of_unknown' })
    await expect(log({ cursor: 'xyz' })).rejects.toMatchObject({ code: 'cursor.invalid' })
  })

  test('shows nothing private, nothing of another team and nothing that is being forgotten', async () => {
    const hidden = await remember('The key of the lighthouse is in the shed.', {
      visibility: 'private',
    })
    expect(await steps()).toHaveLength(1)
    expect(await steps({}, await person())).toEqual([])
    const others = await createIngestWorld(database.engine)
    expect(
      (
        await makeGetMemoryLog({ unitOfWork: others.team.unitOfWork })(
          others.scope,
          memoryLogQuerySchema.parse({}),
        )
      ).items,
    ).toEqual([])
    await readAsOwner(
      database.engine,
      `insert into teamlore.deletions (id, team_id, kind, subject, requested_by, counts, hidden_at, purge_after)
       values ('del_${hidden}', '${world.team.teamId}', 'memory', '${hidden}', '${world.member.userId}', '{}', now(), now())`,
    )
    await readAsOwner(
      database.engine,
      `insert into teamlore.hidden_records (team_id, kind, id, deletion_id)
       values ('${world.team.teamId}', 'memory', '${hidden}', 'del_${hidden}')`,
    )
    expect(await steps()).toEqual([])
  })

  test('of a project shows that project alone', async () => {
    await world.send(buildSession())
    await remember('Ferries moor at the east quay.')
    await remember('The build needs Node 20.', { project: 'acme/parser' })
    expect(await steps({ project: 'acme/parser' })).toEqual(['came: The build needs Node 20.'])
  })
})

describe('the difference', () => {
  test('names what is served otherwise at the later time, and nothing that came and went between', async () => {
    const id = await remember('Tides are kept in local time.')
    const quay = await remember('Ferries moor at the east quay.')
    day(3)
    await update(id, { action: 'supersede', statement: 'Tides are kept in UTC.', reason: 'DST' })
    await update(quay, { action: 'reject', reason: 'The quay is gone.' })
    const short = await remember('Gulls are fed at noon.')
    day(4)
    await update(short, { action: 'reject', reason: 'A joke.' })
    await remember('Pilots board by helicopter.', { draft: true })
    const { came, changed, replaced, withdrawn } = await diff({ from: '2026-05-02' })
    expect(came.items.map(({ after }) => after)).toEqual(['Tides are kept in UTC.'])
    expect(changed).toEqual({ count: 0, items: [] })
    expect(replaced.items).toMatchObject([
      { memory_id: id, before: 'Tides are kept in local time.', after: null },
    ])
    expect(replaced.items[0]?.successor?.statement).toBe('Tides are kept in UTC.')
    expect(withdrawn.items).toMatchObject([{ memory_id: quay, note: 'The quay is gone.' }])
  })

  test('is the same whichever time is named first, and counts more than it names', async () => {
    day(3)
    for (let at = 0; at < 4; at++) await remember(`Berth ${at} is for ferries number ${at}.`)
    day(4)
    const asked = await diff({ from: '2026-05-04', to: '2026-05-02', limit: 2 })
    expect(asked).toEqual(await diff({ from: '2026-05-02', to: '2026-05-04', limit: 2 }))
    expect([asked.came.count, asked.came.items.length]).toEqual([4, 2])
    expect([asked.from, asked.to]).toEqual(['2026-05-02T00:00:00.000Z', '2026-05-04T00:00:00.000Z'])
  })

  test('is of the last week where nothing is said, and private words are their owner’s', async () => {
    const id = await remember('The key of the lighthouse is in the shed.', {
      visibility: 'private',
    })
    day(2)
    await decide('approve', id)
    expect((await diff()).came.count).toBe(1)
    expect((await diff({}, await person())).came.count).toBe(0)
    day(20)
    expect((await diff()).came.count).toBe(0)
  })
})
