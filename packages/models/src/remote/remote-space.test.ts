import { expect, test } from 'vitest'
import { describeRemoteSpace, type RemoteSpaceIngredients } from './remote-space.ts'

const SMALL: RemoteSpaceIngredients = {
  provider: 'openai',
  model: 'text-embedding-3-small',
  dimensions: 1_536,
  maxTokens: 8_191,
  template: { query: '{text}', document: '{text}' },
}

test('the id is what stored vectors are labelled with', () => {
  // If this fails, every installation has to embed again: make sure that is meant.
  expect(describeRemoteSpace(SMALL)).toEqual({
    id: 'openai-text-embedding-3-sm-1536-890c521d',
    dimensions: 1_536,
    maxTokens: 8_191,
  })
})

test.each([
  { provider: 'voyage' },
  { model: 'text-embedding-3-large' },
  { model: 'Text-embedding-3-small' },
  { dimensions: 512 },
  { maxTokens: 512 },
  { template: { query: 'query: {text}', document: '{text}' } },
  { template: { query: '{text}', document: 'passage: {text}' } },
])('whatever changes the vectors changes the id (%o)', (change) => {
  expect(describeRemoteSpace({ ...SMALL, ...change }).id).not.toBe(describeRemoteSpace(SMALL).id)
})

test.each(['名前', 'a/b/c:latest', '-', 'x'.repeat(200)])('%s gives a plain id', (model) => {
  expect(describeRemoteSpace({ ...SMALL, model }).id).toMatch(/^[a-z0-9-]{4,40}$/)
})
