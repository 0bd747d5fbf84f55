import { expect, test } from 'vitest'
import {
  createEarlierEmbedders,
  createEmbedderFromConfig,
  embeddingProviders,
} from './create-embedder-from-config.ts'

const REMOTE = { url: 'http://127.0.0.1:9', model: 'some-model', dimensions: 64, batch: 8 }

test('local is the default and gives the built-in model', async () => {
  expect(embeddingProviders[0]).toBe('local')
  const embedder = createEmbedderFromConfig({ provider: 'local', threads: 1 })
  expect(embedder?.space.id).toMatch(/^minilm-l6-v2-384-/)
  await embedder?.close()
})

test('none is a choice: no embedder and no error', () => {
  expect(createEmbedderFromConfig({ provider: 'none' })).toBeUndefined()
})

test.each(['openai', 'voyage', 'ollama'] as const)(
  '%s is asked for nothing before it is used, and has a space of its own',
  async (provider) => {
    const embedder = createEmbedderFromConfig({ provider, ...REMOTE })
    expect(embedder?.space.id).toMatch(new RegExp(`^${provider}-some-model-64-`))
    await embedder?.close()
  },
)

test('after a change to a provider the built-in model can still read questions', async () => {
  const [earlier, ...others] = createEarlierEmbedders({ provider: 'voyage', ...REMOTE })
  expect(earlier?.space.id).toMatch(/^minilm-/)
  expect(others).toEqual([])
  await earlier?.close()
  expect(createEarlierEmbedders({ provider: 'local' })).toEqual([])
  expect(createEarlierEmbedders({ provider: 'none' })).toEqual([])
})
