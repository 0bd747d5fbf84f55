import { expect, test } from 'vitest'
import {
  createEmbedderFromConfig,
  type EmbeddingProvider,
  embeddingProviders,
} from './create-embedder-from-config.ts'

test('local is the default and gives the built-in model', async () => {
  expect(embeddingProviders[0]).toBe('local')
  const embedder = createEmbedderFromConfig({ provider: 'local', threads: 1 })
  expect(embedder?.space.id).toMatch(/^minilm-l6-v2-384-/)
  await embedder?.close()
})

test('none is a choice: no embedder and no error', () => {
  expect(createEmbedderFromConfig({ provider: 'none' })).toBeUndefined()
})

test('a provider read from the environment can be passed as it is', async () => {
  for (const provider of embeddingProviders) {
    const fromEnvironment: EmbeddingProvider = provider
    await createEmbedderFromConfig({ provider: fromEnvironment, threads: 1 })?.close()
  }
})
