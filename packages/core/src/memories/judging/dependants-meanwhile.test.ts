import {
  createTestDatabase,
  readAsOwner,
  type TestDatabase,
  withOthers,
} from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NotAskedError } from '../../usage/ask-model.ts'
import { makeEditMemory } from '../edit-memory.ts'
import { makeJudgeDependants } from './judge-dependants.ts'
import { type ChangedWorld, createChangedWorld, theOne } from './testing/changed-world.ts'

let database: TestDatabase
let world: ChangedWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createChangedWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

test.each(['resting', 'newer'] as const)(
  'where one was edited while it was asked about nothing is written down (%s)',
  async (which) => {
    const made = await world.changed()
    const { judge } = world.judging(async (prompt) => {
      await makeEditMemory({ unitOfWork: world.unitOfWork })(world.scope, {
        id: made[which],
        request: { statement: 'The label printer prints display names as pictures.' },
      })
      return theOne(prompt)
    })
    expect(await judge()).toEqual({ changes: 1, resting: 0 })
    expect(await world.basesOf(made.resting)).toEqual([])
  },
)

test('one whose answer cannot be written down is not asked about again, and those after it are', async () => {
  await world.changed()
  const second = await world.curate('Prices are whole cents.')
  await world.curate('The till rounds prices, as prices are whole cents.')
  await world.embed()
  await world.replace(second)
  const { unitOfWork } = world
  const failing = makeJudgeDependants({
    unitOfWork: {
      inTeam: (scope, work) =>
        unitOfWork.inTeam(scope, (repos) =>
          work(
            withOthers(repos, {
              memories: { ...repos.memories, relate: () => Promise.reject(new Error('refused')) },
            }),
          ),
        ),
    },
    askModel: async (_, __, { prompt, schema }) => schema.parse({ resting: theOne(prompt) }),
  })
  await expect(failing(world.systemScope)).rejects.toThrow('refused')
  expect(await world.judging().judge()).toEqual({ changes: 0, resting: 0 })
})

test('what rests on a session that was made private while it was asked about is left as it is', async () => {
  const { resting } = await world.changed({ ref: world.sessionId })
  const { judge } = world.judging(async (prompt) => {
    await readAsOwner(
      world.engine,
      `update teamlore.sessions set private_to = '${world.scope.userId}' where id = '${world.sessionId}' returning 1`,
    )
    return theOne(prompt)
  })
  expect(await judge()).toEqual({ changes: 1, resting: 0 })
  expect(await world.basesOf(resting)).toEqual([])
})

test('a cap of the model ends the run, and what is left comes with the next', async () => {
  await world.changed()
  const { judge } = world.judging(() => {
    throw new NotAskedError('over_cap')
  })
  expect(await judge()).toMatchObject({ changes: 0, notAsked: 'over_cap' })
  expect(await world.judging().judge()).toEqual({ changes: 1, resting: 1 })
})

test('one that failed too often is let go, and keeps no other waiting', async () => {
  await world.changed()
  const { judge } = world.judging(() => {
    throw new NotAskedError('failed_before')
  })
  expect(await judge()).toEqual({ changes: 1, resting: 0 })
  expect(await world.judging().judge()).toEqual({ changes: 0, resting: 0 })
})
