import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { makeRemember } from './remember.ts'
import { makeGetReviewQueue } from './review-memories.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

type Repository = Record<string, (...words: unknown[]) => unknown>

/** A unit of work that counts transactions and what is asked of repositories. */
const counting = () => {
  const counted = { transactions: 0, questions: 0 }
  const watched = (repository: Repository): Repository =>
    new Proxy(repository, {
      get: (target, name) => {
        const method = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...words: unknown[]) => {
          counted.questions += 1
          return method.apply(target, words)
        }
      },
    })
  const inTeam: UnitOfWork['inTeam'] = (scope, work) => {
    counted.transactions += 1
    return world.unitOfWork.inTeam(scope, (repos) =>
      work(
        new Proxy(repos, {
          get: (target, name) => watched(Reflect.get(target, name) as Repository),
        }) as TeamRepositories,
      ),
    )
  }
  return { counted, unitOfWork: { inTeam } }
}

const SUBJECTS = ['lease', 'retry', 'parser', 'cache', 'token', 'branch', 'queue', 'cursor']

const drafts = async (count: number): Promise<void> => {
  for (const subject of SUBJECTS.slice(0, count))
    await makeRemember({ unitOfWork: world.unitOfWork })(
      world.scope,
      rememberRequestSchema.parse({
        statement: `The ${subject} of the harbour service is read before the ${subject} of the ferry.`,
        draft: true,
      }),
    )
}

const costOf = async () => {
  const { counted, unitOfWork } = counting()
  const { items } = await makeGetReviewQueue({ unitOfWork })(world.scope, { limit: 50 })
  return { items: items.length, ...counted }
}

test('the review page asks as much for many drafts as for two, in one transaction', async () => {
  await drafts(2)
  const few = await costOf()
  await drafts(SUBJECTS.length)
  const many = await costOf()
  expect(few.items).toBeGreaterThan(0)
  expect(many.items).toBeGreaterThan(few.items)
  expect(many).toMatchObject({ transactions: 1, questions: few.questions })
})
