import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { memoryUseQuerySchema } from '@teamlore/shared/memory-use'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../../identity/teams/team-scope.ts'
import { makeGetRecords } from '../../records/get-records.ts'
import { createIngestWorld, type IngestWorld } from '../../testing/ingest-world.ts'
import { makeGetMemory } from '../get-memory.ts'
import { makeRemember } from '../remember.ts'
import { makeUpdateMemory } from '../update-memory.ts'
import { makeGetMemoryReaders, makeGetMemoryUse } from './get-memory-use.ts'
import { makeNoteMemoriesGiven } from './note-given.ts'

let database: TestDatabase
let world: IngestWorld
let now = new Date()
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
  day(1)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.team.unitOfWork, now: () => now })
const day = (date: number) => {
  now = new Date(Date.UTC(2026, 4, date, 8))
}
const remember = async (statement: string): Promise<string> =>
  (await makeRemember(deps())(world.scope, rememberRequestSchema.parse({ statement }))).id
const give = (ids: string[], door: 'search' | 'why' = 'search', scope: TeamScope = world.scope) =>
  makeNoteMemoriesGiven(deps())(scope, { ids, door })
const useOf = (query: object = {}, scope: TeamScope = world.scope) =>
  makeGetMemoryUse(deps())(scope, memoryUseQuerySchema.parse(query))
const readersOf = (id: string, scope: TeamScope = world.scope) =>
  makeGetMemoryReaders(deps())(scope, { id, days: 28 })
const member = async (role: 'viewer' | 'member' | 'admin' = 'member') =>
  grantTeamScope(
    { ...(await world.team.addMember(role)), actor: { kind: 'user', via: 'api_key' } },
    'viewer',
  )

describe('the use of memories', () => {
  test('counts what agents were given and what people opened, the most given first', async () => {
    const often = await remember('Tides are kept in local time.')
    const once = await remember('Berths are numbered from the sea.')
    const never = await remember('Cranes stop at wind force seven.')
    const colleague = await member()
    await give([often])
    day(2)
    await give([often, 'obs_1', 'mem_unknown'], 'why', colleague)
    await give([once])
    await makeGetMemory(deps())(world.scope, { id: once })
    await makeGetRecords(deps())(colleague, { ids: [once], budget_tokens: 500, isAgent: true })

    const { items, served, unread, since } = await useOf({ days: 7 })
    expect({ served, unread, since }).toEqual({ served: 3, unread: 1, since: '2026-04-26' })
    expect(items.map(({ memory_id, agents, people }) => [memory_id, agents, people])).toEqual([
      [
        often,
        { times: 2, people: 2, last_on: '2026-05-02' },
        { times: 0, people: 0, last_on: null },
      ],
      [
        once,
        { times: 2, people: 2, last_on: '2026-05-02' },
        { times: 1, people: 1, last_on: '2026-05-02' },
      ],
      [never, { times: 0, people: 0, last_on: null }, { times: 0, people: 0, last_on: null }],
    ])
  })

  test('names what no agent was given in that time, the oldest first', async () => {
    const early = await remember('Tides are kept in local time.')
    day(2)
    const late = await remember('Berths are numbered from the sea.')
    await give([late])
    // A person who opens it is no agent.
    await makeGetMemory(deps())(world.scope, { id: early })
    day(20)
    expect((await useOf({ unread: true })).items.map(({ memory_id }) => memory_id)).toEqual([early])
    expect(
      (await useOf({ unread: true, days: 5 })).items.map(({ memory_id }) => memory_id),
    ).toEqual([early, late])
  })

  test('says what was said of a memory after it was given, and not before', async () => {
    const id = await remember('Tides are kept in local time.')
    const update = (action: string) =>
      makeUpdateMemory(deps())(world.scope, { id, request: { action, reason: 'x' } as never })
    await update('confirm')
    day(3)
    await give([id])
    expect((await useOf()).items[0]).toMatchObject({ confirmed: 0, contradicted: 0 })
    day(4)
    const colleague = await member()
    await makeUpdateMemory(deps())(colleague as never, {
      id,
      request: { action: 'confirm', reason: '' } as never,
    })
    expect((await useOf()).items[0]).toMatchObject({ confirmed: 1, contradicted: 0 })
  })

  test('goes on where a page ends', async () => {
    const ids = []
    for (const word of ['one', 'two', 'three', 'four', 'five'])
      ids.push(await remember(`The lamp of pier ${word} is green.`))
    await give([ids[3] ?? ''])
    await give([ids[3] ?? '', ids[1] ?? ''])
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await useOf({ limit: 2, ...(cursor && { cursor }) })
      found.push(...page.items.map(({ memory_id }) => memory_id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual([ids[3], ids[1], ids[0], ids[2], ids[4]])
  })

  test('knows nothing of another team, and refuses a project that nobody knows', async () => {
    const id = await remember('Tides are kept in local time.')
    await give([id])
    const other = await createIngestWorld(database.engine)
    expect((await useOf({}, other.scope)).items).toEqual([])
    await expect(readersOf(id, other.scope)).rejects.toMatchObject({ code: 'memory.not_found' })
    await expect(useOf({ project: 'nope' })).rejects.toMatchObject({
      code: 'memory.project_unknown',
    })
  })
})

describe('who was given a memory', () => {
  test('is named to admins and to oneself, and to nobody else', async () => {
    const id = await remember('Tides are kept in local time.')
    const [one, two, admin] = [await member(), await member(), await member('admin')]
    await give([id], 'search', one)
    await give([id], 'search', one)
    await give([id], 'why', two)
    const shown = async (scope: TeamScope) =>
      (await readersOf(id, scope)).items.map(({ reader, door, times, person }) => [
        reader,
        door,
        times,
        person?.id ?? null,
      ])
    expect(await shown(one)).toEqual([
      ['agent', 'search', 2, one.userId],
      ['agent', 'why', 1, null],
    ])
    expect(await shown(admin)).toEqual([
      ['agent', 'search', 2, one.userId],
      ['agent', 'why', 1, two.userId],
    ])
  })
})
