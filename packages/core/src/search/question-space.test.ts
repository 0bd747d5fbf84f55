import { type Engine, registerEmbeddingSpace } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeEmbedDocuments } from './embed-documents.ts'
import { makeSearch } from './search.ts'
import { createSearchWorld, NOW, type SearchWorld, says } from './testing/search-world.ts'
import { createWordEmbedder } from './testing/word-embedder.ts'
import type { TextEmbedder } from './text-embedder.ts'

let database: TestDatabase
let engine: Engine
let world: SearchWorld

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
beforeEach(async () => {
  world = await createSearchWorld(engine)
  await world.send(
    buildSession({
      messages: Array.from({ length: 20 }, (_, n) => says(n, `Finding ${n} is about tides ${n}`)),
    }),
  )
})
afterAll(() => database[Symbol.asyncDispose]())

const QUESTION = searchQuerySchema.parse({ q: 'findings about the tides' })

/** Embeds so many documents with a model and stops. */
const embed = async (embedder: TextEmbedder, batches = Number.POSITIVE_INFINITY) => {
  const stop = new AbortController()
  let done = 0
  const counted: TextEmbedder = {
    space: embedder.space,
    embed: (texts, options) => {
      done += 1
      if (done >= batches) stop.abort()
      return embedder.embed(texts, { mode: options.mode })
    },
  }
  await makeEmbedDocuments({
    unitOfWork: world.unitOfWork,
    embedder: counted,
    registerSpace: () => registerEmbeddingSpace(engine, embedder.space),
    batchSize: 5,
  })(world.systemScope, { signal: stop.signal })
}

/** Searches with the new model while the clock can be moved, and returns which model read the question. */
const searching = (embedder: TextEmbedder, earlierEmbedders: TextEmbedder[]) => {
  let time = NOW.getTime()
  const search = makeSearch({
    unitOfWork: world.unitOfWork,
    embedder,
    earlierEmbedders,
    now: () => new Date(time),
  })
  return {
    pass: (ms: number) => {
      time += ms
    },
    ask: () => search(world.scope, QUESTION),
  }
}

test('the old model reads questions until the new one has caught up, and then the new one does', async () => {
  const [before, after] = [createWordEmbedder(64), createWordEmbedder(48)]
  await embed(before)
  before.texts.length = 0
  await embed(after, 2)
  const { ask, pass } = searching(after, [before])
  after.texts.length = 0
  expect((await ask()).arms).toContain('vector')
  expect(before.texts).toHaveLength(1)
  expect(after.texts).toEqual([])

  await embed(after)
  after.texts.length = 0
  pass(60_000)
  // This one notices that the time has come to look again, and does not wait for it.
  await ask()
  for (let n = 0; n < 100 && after.texts.length === 0; n++) await ask()
  expect(after.texts).toHaveLength(1)
  const { arms, notes } = await ask()
  expect(arms).toContain('vector')
  expect(notes).toEqual([])
})

test('a look that took long does not put the next one off for longer than a minute and a half', async () => {
  const [before, after] = [createWordEmbedder(64), createWordEmbedder(48)]
  await embed(before)
  await embed(after, 2)
  let time = NOW.getTime()
  let lookTakes = 10_000
  const { unitOfWork } = world
  const search = makeSearch({
    unitOfWork: {
      searchInTeam: unitOfWork.searchInTeam,
      inTeam: async (scope, work) => {
        time += lookTakes
        return unitOfWork.inTeam(scope, work)
      },
    },
    embedder: after,
    earlierEmbedders: [before],
    now: () => new Date(time),
  })
  await search(world.scope, QUESTION)
  await embed(after)
  lookTakes = 0
  time += 100_000
  after.texts.length = 0
  for (let n = 0; n < 100 && after.texts.length === 0; n++) await search(world.scope, QUESTION)
  expect(after.texts).toHaveLength(1)
})

test('when nobody can read the old vectors, words alone answer with a note', async () => {
  const [before, after] = [createWordEmbedder(64), createWordEmbedder(48)]
  await embed(before)
  await embed(after, 1)
  const { arms, notes, items } = await searching(after, []).ask()
  expect(arms).not.toContain('vector')
  expect(items.length).toBeGreaterThan(0)
  expect(notes.join()).toContain('embedded again for another model')
})

test('a first model answers from its first vector on', async () => {
  const only = createWordEmbedder(40)
  await embed(only, 1)
  expect((await searching(only, []).ask()).arms).toContain('vector')
})

test('what an abandoned trial of another model left does not hold up the present one', async () => {
  const [present, trial] = [createWordEmbedder(64), createWordEmbedder(48)]
  await embed(present)
  await embed(trial, 1)
  expect((await searching(present, []).ask()).notes).toEqual([])
})
