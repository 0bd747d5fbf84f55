import { afterEach, describe, expect, test } from 'vitest'
import { describeRemoteEmbedderContract } from '../testing/remote-embedder-contract.ts'
import { type FakeProvider, startFakeProvider } from '../testing/start-fake-provider.ts'
import { createRemoteEmbedder, type RemoteProvider } from './create-remote-embedder.ts'

for (const provider of ['openai', 'voyage', 'ollama'] as const)
  describeRemoteEmbedderContract(provider)

let server: FakeProvider | undefined
afterEach(() => server?.close())

const send = async (provider: RemoteProvider, model: string, dimensions: number) => {
  server = await startFakeProvider({ provider, model, dimensions })
  const embedder = createRemoteEmbedder({
    provider,
    model,
    dimensions,
    url: server.url,
    batch: 4,
  })
  await embedder.embed(['a question'], { mode: 'query' })
  await embedder.embed(['a document'], { mode: 'document' })
  await embedder.close()
  return server.calls.map(({ body }) => body)
}

describe('the words of each protocol', () => {
  test('OpenAI is asked for numbers, and for shorter vectors only of models that have them', async () => {
    expect(await send('openai', 'text-embedding-3-small', 256)).toEqual([
      expect.objectContaining({ input: ['a question'], encoding_format: 'float', dimensions: 256 }),
      expect.objectContaining({ input: ['a document'], encoding_format: 'float', dimensions: 256 }),
    ])
    await server?.close()
    const [plain] = await send('openai', 'text-embedding-3-small', 1_536)
    expect(plain).not.toHaveProperty('dimensions')
    await server?.close()
    const [unknown] = await send('openai', 'house-model', 100)
    expect(unknown).not.toHaveProperty('dimensions')
  })

  test('Voyage receives which texts are questions and which are documents', async () => {
    expect(await send('voyage', 'voyage-3.5', 256)).toEqual([
      expect.objectContaining({ input_type: 'query', output_dimension: 256, truncation: true }),
      expect.objectContaining({ input_type: 'document', output_dimension: 256, truncation: true }),
    ])
  })

  test('models that want a prompt get it', async () => {
    const sent = await send('ollama', 'nomic-embed-text:latest', 768)
    expect(sent.map(({ input }) => input)).toEqual([
      ['search_query: a question'],
      ['search_document: a document'],
    ])
  })

  test('the whole address of a manual works as well as its base', async () => {
    server = await startFakeProvider({ provider: 'openai' })
    const embedder = createRemoteEmbedder({
      provider: 'openai',
      model: 'fake-model',
      dimensions: 64,
      batch: 4,
      url: `${server.url}/embeddings/`,
    })
    expect(await embedder.embed(['x'], { mode: 'query' })).toHaveLength(1)
    await embedder.close()
  })

  test('a text the model finds too long is shortened until it fits', async () => {
    server = await startFakeProvider({ provider: 'openai', maxCharacters: 100 })
    const warnings: unknown[] = []
    const embedder = createRemoteEmbedder(
      {
        provider: 'openai',
        model: 'fake-model',
        dimensions: 64,
        batch: 4,
        url: server.url,
        maxTokens: 1_000,
      },
      { log: { warn: (fields) => warnings.push(fields) } },
    )
    const vectors = await embedder.embed(['short', 'w '.repeat(400), 'too'], { mode: 'document' })
    expect(vectors).toHaveLength(3)
    expect(server.calls.at(-1)?.body.input).toEqual(['too'])
    expect(warnings).toEqual([expect.objectContaining({ cut: 1 })])
    await embedder.close()
  })
})
