import { makeSearch } from '@teamlore/core'
import type { Engine } from '@teamlore/db'
import { createOwnTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { createRemoteEmbedder } from '@teamlore/models'
import { type FakeProvider, startFakeProvider } from '@teamlore/models/testing'
import type { QueueBackend } from '@teamlore/queue'
import { searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildSession,
  createWorkerWorld,
  discardQueue,
  eventually,
  openTestQueue,
} from './testing/worker-world.ts'

let database: TestDatabase
let engine: Engine
let queue: QueueBackend
let provider: FakeProvider

beforeAll(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
  queue = await openTestQueue(engine)
  await queue.migrate()
  provider = await startFakeProvider({ provider: 'openai', apiKey: 'sk-test' })
})
afterAll(async () => {
  await provider.close()
  await discardQueue(queue)
  await database[Symbol.asyncDispose]()
})

test('a session is embedded and found by meaning through a provider, and by words when it is gone', async () => {
  const world = await createWorkerWorld(engine)
  const embedder = createRemoteEmbedder({
    provider: 'openai',
    url: provider.url,
    model: 'fake-model',
    apiKey: 'sk-test',
    dimensions: 64,
    batch: 3,
  })
  // The first answer is a refusal for a moment, as any provider gives.
  provider.faults.push({ status: 429, headers: { 'retry-after-ms': '5' } })
  const worker = await world.work(queue, { embedder })
  await world.send(buildSession('alpha', 2))
  await eventually(async () => {
    expect(await world.rowsOf('document_vectors', 'document_id')).not.toEqual([])
    expect(await world.rowsOf('embedding_queue', 'document_id')).toEqual([])
  })
  await worker.close()
  const spaces = await world.rowsOf<{ space: string }>('document_vectors', 'space')
  expect(new Set(spaces.map(({ space }) => space))).toEqual(new Set([embedder.space.id]))
  expect(Math.max(...provider.calls.map(({ body }) => body.input.length))).toBe(3)

  const { unitOfWork, asker } = world
  const search = makeSearch({ unitOfWork, embedder })
  const ask = (q: string) => search(asker, searchQuerySchema.parse({ q }))
  const found = await ask('why is the last line dropped')
  expect(found.arms).toContain('vector')
  expect(found.items.length).toBeGreaterThan(0)

  await provider.close()
  // What was asked before is known by its vector still.
  expect((await ask('why is the last line dropped')).arms).toContain('vector')
  const byWords = await ask('who dropped the last line')
  expect(byWords.arms).not.toContain('vector')
  expect(byWords.items.length).toBeGreaterThan(0)
  expect(byWords.notes.join()).toContain('by words alone')
  await embedder.close()
})
