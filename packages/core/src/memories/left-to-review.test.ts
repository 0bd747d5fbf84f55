import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { type RememberRequest, rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { makeRemember } from './remember.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

type Said = Partial<RememberRequest> & { as?: TeamScope<'member'> }
const remember = async ({ as = world.scope, ...said }: Said = {}) => {
  const statement = 'The slipway winch is greased each May.'
  const remember = makeRemember({ unitOfWork: world.unitOfWork })
  return (await remember(as, { ...rememberRequestSchema.parse({ statement }), ...said })).status
}

test('what a person leaves for review stays there, however often agents say the same', async () => {
  expect(await remember({ draft: true })).toBe('draft')
  expect(await remember({ origin: 'agent' })).toBe('draft')
  expect(await remember({ origin: 'agent', as: await world.person('Dee') })).toBe('draft')
})

test('a person who says the same without asking for a draft lets it in', async () => {
  expect(await remember({ draft: true })).toBe('draft')
  expect(await remember({ as: await world.person('Dee'), draft: true })).toBe('draft')
  expect(await remember({ as: await world.person('Eli') })).toBe('active')
})
