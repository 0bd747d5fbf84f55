import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createProposingWorld, type ProposingWorld } from './proposing-world.ts'

type Proposing<S> = { standIn: S; world: ProposingWorld }

/** For each test a stand-in of a host and a team whose project it has. `begin` comes before each of them. */
export const proposing = <S extends HostStandIn>(
  start: () => Promise<S>,
  begin?: (world: ProposingWorld) => Promise<unknown>,
): Proposing<S> => {
  const at = {} as Proposing<S>
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    at.standIn = await start()
    at.world = await createProposingWorld(database, at.standIn)
    await begin?.(at.world)
  })
  afterEach(() => at.standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())
  return at
}
