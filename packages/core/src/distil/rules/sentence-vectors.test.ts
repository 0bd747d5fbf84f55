import { expect, test } from 'vitest'
import { VECTOR_LENGTH } from './classify.ts'
import { createSentenceVectors, knowsModel } from './sentence-vectors.ts'

const embedderOf = (id: string, vector: number[]) => ({
  space: { id, dimensions: vector.length },
  embed: async (texts: readonly string[]) => texts.map(() => Float32Array.from(vector)),
})

const MINILM = Array.from({ length: VECTOR_LENGTH }, (_, at) => (at === 3 ? 1 : 0))
const vectorsOf = async (id: string, vector: number[]) =>
  (await createSentenceVectors(embedderOf(id, vector))(['a sentence'], undefined)).get('a sentence')

test('the model that the weights were fitted to is taken as it is', async () => {
  expect([...((await vectorsOf('minilm-l6-v2-384-869cc778', MINILM)) ?? [])]).toEqual(MINILM)
})

test('of the model that joins it with another its part is taken, at length 1', async () => {
  const joined = [
    ...MINILM.map((value) => value * Math.sqrt(1 / 3)),
    ...MINILM.map((value) => value * Math.sqrt(2 / 3)),
  ]
  const part = await vectorsOf('minilm-bge-768-797168c1', joined)
  expect(part).toHaveLength(VECTOR_LENGTH)
  expect(part?.[3]).toBeCloseTo(1, 6)
})

test('of other models nothing is taken, whatever the length of their vectors', async () => {
  for (const id of ['openai-text-embedding-3-small-384-00000000', 'e5-384-00000000']) {
    expect(knowsModel({ id, dimensions: VECTOR_LENGTH })).toBe(false)
    expect(await vectorsOf(id, MINILM)).toBeUndefined()
  }
})
