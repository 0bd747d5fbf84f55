import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeRefreshLexemeStats } from './refresh-lexeme-stats.ts'
import { createSearchWorld, type SearchWorld, says } from './testing/search-world.ts'

let database: TestDatabase
let engine: Engine
let world: SearchWorld

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
beforeEach(async () => {
  world = await createSearchWorld(engine)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

const session = (id: string, words: string[]) =>
  buildSession({
    native_id: id,
    title: 'Log',
    messages: words.map((text, ordinal) => says(ordinal, text)),
  })

const refresh = (options: { lagMs?: number; portion?: number } = {}) =>
  makeRefreshLexemeStats({ unitOfWork: world.unitOfWork, lagMs: -60_000, ...options })

const counts = async () =>
  Object.fromEntries(
    (
      await readAsOwner<{ lexeme: string; documents: number }>(
        engine,
        `select lexeme, documents from teamlore.lexeme_stats where team_id = '${world.team.teamId}' and lexeme not like '#%'`,
      )
    ).map(({ lexeme, documents }) => [lexeme, documents]),
  )

test('lexemes are counted once per document, in whatever portions', async () => {
  await world.send(session('a', ['walrus walrus', 'walrus herring', 'herring', 'penguin', 'krill']))
  expect(await refresh({ portion: 2 })(world.systemScope)).toBe(5)
  expect(await counts()).toEqual({ log: 5, walru: 2, her: 2, penguin: 1, krill: 1 })
})

test('what came in since is added, and equals counting everything again', async () => {
  await world.send(session('a', ['walrus', 'herring']))
  await refresh()(world.systemScope)
  await world.send(session('b', ['walrus', 'penguin']))
  expect(await refresh()(world.systemScope)).toBe(2)
  const added = await counts()
  expect(await refresh()(world.systemScope, { rebuild: true })).toBe(4)
  expect(await counts()).toEqual(added)
})

test('documents that may still have open company wait their time', async () => {
  await world.send(session('a', ['walrus']))
  expect(await refresh({ lagMs: 60_000 })(world.systemScope)).toBe(0)
  expect(await refresh()(world.systemScope)).toBe(1)
})

test('idf comes from the documents themselves until they are counted', async () => {
  await world.send(
    session('a', ['walrus one', 'walrus two', 'walrus three penguin', 'walrus four']),
  )
  const statistics = () =>
    world.unitOfWork.inTeam(world.scope, ({ search }) =>
      search.statisticsOf(['walru', 'penguin', 'absent']),
    )
  const before = await statistics()
  await refresh()(world.systemScope)
  const after = await statistics()
  expect(Object.fromEntries(before.counts)).toEqual({ walru: 4, penguin: 1 })
  expect(after).toEqual(before)
})
