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
  expect(embedder?.space.id).toMatch(/^minilm-bge-768-/)
  await embedder?.close()
})

test('the model of before may be chosen', async () => {
  const embedder = createEmbedderFromConfig({ provider: 'local', model: 'all-minilm-l6-v2' })
  expect(embedder?.space.id).toBe('minilm-l6-v2-384-869cc778')
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

test('after a change of model those that ship with Teamlore can still read questions', async () => {
  const spacesAfter = async (config: Parameters<typeof createEarlierEmbedders>[0]) => {
    const earlier = createEarlierEmbedders(config)
    for (const embedder of earlier) await embedder.close()
    return earlier.map(({ space }) => space.id.split('-384-')[0]?.split('-768-')[0])
  }
  expect(await spacesAfter({ provider: 'voyage', ...REMOTE })).toEqual([
    'minilm-bge',
    'minilm-l6-v2',
  ])
  expect(await spacesAfter({ provider: 'local' })).toEqual(['minilm-l6-v2'])
  expect(await spacesAfter({ provider: 'local', model: 'all-minilm-l6-v2' })).toEqual([
    'minilm-bge',
  ])
  expect(await spacesAfter({ provider: 'none' })).toEqual([])
})
