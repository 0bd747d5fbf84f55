import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { type RememberRequest, rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { makeEditMemory } from './edit-memory.ts'
import { makeRemember } from './remember.ts'

let database: TestDatabase
let world: SearchWorld
let clock = new Date('2026-03-01T08:00:00Z')
beforeAll(async () => {
  database = await createTestDatabase()
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.unitOfWork, now: () => clock })
const remember = (statement: string, said: Partial<RememberRequest> = {}) =>
  makeRemember(deps())(world.scope, { ...rememberRequestSchema.parse({ statement }), ...said })
const edit = (id: string, request: Parameters<ReturnType<typeof makeEditMemory>>[1]['request']) =>
  makeEditMemory(deps())(world.scope, { id, request })

const CACHE = 'The session cache expires after 15 minutes.'

test('a memory is shown before a day in the words of that time, whoever leads there', async () => {
  const first = await remember(CACHE)
  clock = new Date('2026-04-01T08:00:00Z')
  const second = await remember('It is 10 minutes.', { supersedes: first.id })
  clock = new Date('2026-05-01T08:00:00Z')
  await edit(second.id, { statement: 'It is 5 minutes.' })
  const before = async (q: string) =>
    (await world.ask(q, { scope: 'knowledge' })).items.map(({ title, status, occurred_at }) => [
      ...[title, status, occurred_at?.slice(0, 10)],
    ])
  expect(await before('session cache expires before:2026-03-20')).toEqual([
    [CACHE, 'superseded', '2026-03-01'],
  ])
  expect(await before('10 minutes before:2026-04-20')).toEqual([
    ['It is 10 minutes.', 'superseded', '2026-04-01'],
  ])
  expect((await before('type:memory before:2026-04-20')).flat()).not.toContain('It is 5 minutes.')
  expect(await before('5 minutes')).toEqual([['It is 5 minutes.', 'current', '2026-05-01']])
})
