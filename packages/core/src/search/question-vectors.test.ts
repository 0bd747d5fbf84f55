import { newId } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { createQuestionVectors } from './question-vectors.ts'
import { createWordEmbedder } from './testing/word-embedder.ts'

const [acme, other] = [newId.team(), newId.team()]
const signal = new AbortController().signal
const ask = { teamId: acme, text: 'who holds the lock', signal }

test('a question asked again is read by the model once, and answers with the same vector', async () => {
  const embedder = createWordEmbedder()
  const vectorOf = createQuestionVectors(10)
  const first = await vectorOf({ ...ask, embedder })
  expect(await vectorOf({ ...ask, embedder })).toEqual(first)
  expect(embedder.texts).toEqual([ask.text])
})

test('what one team asked is read anew for another, and by a model of another space', async () => {
  const [embedder, wider] = [createWordEmbedder(64), createWordEmbedder(96)]
  const vectorOf = createQuestionVectors(10)
  await vectorOf({ ...ask, embedder })
  await vectorOf({ ...ask, embedder, teamId: other })
  expect(await vectorOf({ ...ask, embedder: wider })).toHaveLength(96)
  expect(embedder.texts).toEqual([ask.text, ask.text])
})

test('of more questions than are kept, the one asked longest ago is read again', async () => {
  const embedder = createWordEmbedder()
  const vectorOf = createQuestionVectors(2)
  for (const text of ['one', 'two', 'one', 'three', 'one', 'two'])
    await vectorOf({ ...ask, text, embedder })
  expect(embedder.texts).toEqual(['one', 'two', 'three', 'two'])
})

test('a model that failed is asked again', async () => {
  const working = createWordEmbedder()
  let isDown = true
  const embedder: typeof working = {
    ...working,
    embed: (texts, options) =>
      isDown ? Promise.reject(new Error('no model')) : working.embed(texts, options),
  }
  const vectorOf = createQuestionVectors(10)
  await expect(vectorOf({ ...ask, embedder })).rejects.toThrow('no model')
  isDown = false
  expect(await vectorOf({ ...ask, embedder })).toHaveLength(64)
})

test('keeping none, every question is read', async () => {
  const embedder = createWordEmbedder()
  const vectorOf = createQuestionVectors(0)
  await vectorOf({ ...ask, embedder })
  await vectorOf({ ...ask, embedder })
  expect(embedder.texts).toHaveLength(2)
})
