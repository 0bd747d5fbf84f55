import { afterAll, beforeAll, expect, test } from 'vitest'
import { cosine } from '../../testing/cosine.ts'
import type { EmbeddingEngine } from '../engine/embedding-engine.ts'
import { startMinilmEngine } from './minilm-engine.ts'
import { MINILM } from './model.ts'

let engine: EmbeddingEngine
beforeAll(async () => {
  engine = await startMinilmEngine({ threads: 1 })
})
afterAll(() => engine.release())

const embed = async (...texts: string[]) => {
  const rows = await engine.embed(texts)
  return (index: number) =>
    rows.subarray(index * MINILM.dimensions, (index + 1) * MINILM.dimensions)
}

test('known sentences have the similarities that the model is published with', async () => {
  const vector = await embed(
    'The weather is lovely today.',
    "It's so sunny outside!",
    'He drove to the stadium.',
  )
  expect(cosine(vector(0), vector(1))).toBeCloseTo(0.666, 3)
  expect(cosine(vector(0), vector(2))).toBeCloseTo(0.1046, 3)
  expect(cosine(vector(1), vector(2))).toBeCloseTo(0.1411, 3)
})

test('it knows meaning beyond shared words', async () => {
  const vector = await embed(
    'how do I abort a running request?',
    'Cancel an in-flight HTTP call with an AbortController.',
    'Requests for running shoes are up this year.',
  )
  expect(cosine(vector(0), vector(1))).toBeGreaterThan(cosine(vector(0), vector(2)))
})

test('a vector does not depend on the padding that longer neighbours cause', async () => {
  const short = 'one short text'
  const neighbours = Array.from({ length: 12 }, (_, i) => `word `.repeat(i + 1))
  const alone = await embed(short)
  const amongOthers = await embed(...neighbours, short)
  const difference = alone(0).map((value, i) => Math.abs(value - (amongOthers(12)[i] ?? 1)))
  expect(Math.max(...difference)).toBeLessThan(1e-6)
})

test('what comes after 256 tokens does not change the vector', async () => {
  const head = 'the lease of a job runs out and another worker takes it '.repeat(30)
  const vector = await embed(head, `${head} and then something about gardening`, 'gardening')
  expect(cosine(vector(0), vector(1))).toBeCloseTo(1, 6)
  expect(cosine(vector(0), vector(2))).toBeLessThan(0.5)
})

test('more threads give the same vectors', async () => {
  const parallel = await startMinilmEngine({ threads: 2 })
  const text = 'threads share the work of one long batch '.repeat(20)
  const [one, two] = [await engine.embed([text]), await parallel.embed([text])]
  await parallel.release()
  expect(cosine(one, two)).toBeCloseTo(1, 5)
})

test('a runtime that loads but cannot make a session is unavailable as well', async () => {
  const broken = {
    Tensor: (await import('onnxruntime-node')).Tensor,
    InferenceSession: {
      create: () => Promise.reject(new Error('illegal instruction')),
    },
  }
  const start = startMinilmEngine({ threads: 1, loadRuntime: async () => broken })
  await expect(start).rejects.toMatchObject({
    code: 'embedder.unavailable',
    message: expect.stringContaining('illegal instruction'),
  })
})
