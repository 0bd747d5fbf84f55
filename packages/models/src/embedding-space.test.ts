import { expect, test } from 'vitest'
import { describeSpace } from './embedding-space.ts'
import { BUILTIN } from './local/builtin/model.ts'
import { MINILM } from './local/minilm/model.ts'

test('the ids of the local models are what stored vectors are labelled with', () => {
  // If this fails, every installation has to embed again: make sure that is meant.
  expect(describeSpace(MINILM)).toEqual({
    id: 'minilm-l6-v2-384-869cc778',
    dimensions: 384,
    maxTokens: 256,
  })
  expect(describeSpace(BUILTIN).id).toBe('minilm-bge-768-797168c1')
})

test.each([
  { modelSha256: '00' },
  { tokenizerSha256: '00' },
  { pooling: 'cls' as const },
  { normalised: false },
  { maxTokens: 512 },
  { dimensions: 768 },
  { template: { query: 'query: {text}', document: '{text}' } },
  { template: { query: '{text}', document: 'passage: {text}' } },
])('whatever changes the vectors changes the id (%o)', (change) => {
  expect(describeSpace({ ...MINILM, ...change }).id).not.toBe(describeSpace(MINILM).id)
})
