import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRemoteEmbedder } from './remote/create-remote-embedder.ts'
import { type FakeProvider, startFakeProvider } from './testing/start-fake-provider.ts'
import { verifyEmbedder } from './verify-embedder.ts'

let server: FakeProvider
beforeEach(async () => {
  server = await startFakeProvider({ provider: 'openai', dimensions: 64 })
})
afterEach(() => server.close())

const verify = async (dimensions: number, waitMs = 5_000) => {
  const warnings: unknown[] = []
  const log = { warn: (fields: unknown) => warnings.push(fields) }
  const embedder = createRemoteEmbedder({
    provider: 'openai',
    model: 'fake-model',
    url: server.url,
    batch: 4,
    dimensions,
  })
  await verifyEmbedder(embedder, { log, waitMs }).finally(() => embedder.close())
  return warnings
}

test('a provider that keeps to the settings is fine', async () => {
  expect(await verify(64)).toEqual([])
})

test('other dimensions than configured stop the start', async () => {
  await expect(verify(128)).rejects.toThrow('EMBEDDING_DIMENSIONS=64')
})

test('a provider that is away, or hangs, is a warning only', async () => {
  server.faults.push('hang')
  expect(await verify(64, 50)).toEqual([{ reason: 'It did not answer in time.' }])
  await server.close()
  expect(await verify(64)).toEqual([{ reason: expect.stringContaining('EMBEDDING_URL') }])
})
