import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkEmbeddingEnv, embeddingConfigOf, embeddingEnv } from './embedding-env.ts'

const schema = z.object(embeddingEnv).superRefine(checkEmbeddingEnv)
const parse = (env: Record<string, string>) => schema.safeParse(env)
const configOf = (env: Record<string, string>) => embeddingConfigOf(schema.parse(env))
const problemsOf = (env: Record<string, string>) =>
  parse(env).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('without settings the built-in model is used', () => {
  const builtIn = { provider: 'local', model: 'minilm-bge' }
  expect(configOf({})).toEqual({ ...builtIn, idleMs: 600_000 })
  expect(configOf({ EMBEDDING_IDLE_MINUTES: '0' })).toEqual({ ...builtIn, idleMs: 0 })
  expect(configOf({ EMBEDDING_PROVIDER: 'none' })).toEqual({ provider: 'none' })
})

test('of the models that ship with Teamlore one may be chosen, and no other', () => {
  expect(configOf({ EMBEDDING_MODEL: 'all-minilm-l6-v2' })).toMatchObject({
    provider: 'local',
    model: 'all-minilm-l6-v2',
  })
  expect(problemsOf({ EMBEDDING_MODEL: 'nomic-embed-text' })).toEqual([
    'EMBEDDING_MODEL: must be one of minilm-bge, all-minilm-l6-v2 for EMBEDDING_PROVIDER=local',
  ])
})

test.each([
  ['openai', 'https://api.openai.com/v1', 'text-embedding-3-small', 1_536],
  ['voyage', 'https://api.voyageai.com/v1', 'voyage-3.5', 1_024],
  ['ollama', 'http://localhost:11434', 'nomic-embed-text', 768],
])('%s needs no more than a key where there is one', (provider, url, model, dimensions) => {
  const env = { EMBEDDING_PROVIDER: provider, EMBEDDING_API_KEY: 'key' }
  expect(configOf(env)).toMatchObject({ provider, url, model, dimensions, apiKey: 'key' })
})

test('a model that is not known needs its dimensions', () => {
  const env = { EMBEDDING_PROVIDER: 'ollama', EMBEDDING_MODEL: 'house-model' }
  expect(problemsOf(env)).toEqual([expect.stringMatching(/^EMBEDDING_DIMENSIONS: .*house-model/)])
  expect(configOf({ ...env, EMBEDDING_DIMENSIONS: '96', EMBEDDING_BATCH: '4' })).toMatchObject({
    dimensions: 96,
    batch: 4,
  })
})

test('the provider’s own address needs a key, an own server does not', () => {
  expect(problemsOf({ EMBEDDING_PROVIDER: 'openai' })).toEqual([
    expect.stringContaining('EMBEDDING_API_KEY'),
  ])
  const own = { EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: 'http://10.0.0.5:8000/v1' }
  expect(problemsOf(own)).toEqual([])
})

test.each([
  [{ EMBEDDING_URL: 'file:///etc/passwd' }, 'EMBEDDING_URL: must look like'],
  [{ EMBEDDING_API_KEY: 'two words' }, 'EMBEDDING_API_KEY: must be one word'],
  [{ EMBEDDING_DIMENSIONS: '0' }, 'EMBEDDING_DIMENSIONS'],
  [{ EMBEDDING_BATCH: 'many' }, 'EMBEDDING_BATCH'],
])('%o is refused by name', (env, sentence) => {
  expect(problemsOf(env as Record<string, string>).join()).toContain(sentence)
})

test('a refused key is not repeated', () => {
  expect(problemsOf({ EMBEDDING_API_KEY: 'sk-secret with space' }).join()).not.toContain(
    'sk-secret',
  )
})
