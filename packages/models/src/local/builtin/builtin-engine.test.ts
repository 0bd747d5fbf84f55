import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cosine } from '../../testing/cosine.ts'
import type { EmbeddingEngine } from '../engine/embedding-engine.ts'
import { startBuiltinEngine } from './builtin-engine.ts'
import { BUILTIN, PART_DIMENSIONS, PARTS } from './model.ts'
import { locateWeightFiles, verifyWeightFiles } from './weight-files.ts'

let engine: EmbeddingEngine
let folder: string
beforeAll(async () => {
  engine = await startBuiltinEngine({ threads: 1 })
  folder = await mkdtemp(join(tmpdir(), 'teamlore-weights-'))
})
afterAll(async () => {
  await engine.release()
  await rm(folder, { recursive: true })
})

const embed = async (...texts: string[]) => {
  const rows = await engine.embed(texts)
  return (index: number) =>
    rows.subarray(index * BUILTIN.dimensions, (index + 1) * BUILTIN.dimensions)
}

test('each network gives the part of a cosine that is its share', async () => {
  const vector = await embed(
    'The weather is lovely today.',
    "It's so sunny outside!",
    'He drove to the stadium.',
  )
  const partOf = (index: number, part: number) =>
    vector(index).subarray(part * PART_DIMENSIONS, (part + 1) * PART_DIMENSIONS)
  for (const [part, { share }] of PARTS.entries())
    expect(Math.hypot(...partOf(0, part))).toBeCloseTo(Math.sqrt(share), 5)
  // What the first network is published with, with all bits: 0.666 and 0.105.
  const first = (a: number, b: number) =>
    cosine(partOf(a, 0), partOf(b, 0)) / (PARTS[0]?.share ?? 0)
  expect(Math.abs(first(0, 1) - 0.666)).toBeLessThan(0.05)
  expect(Math.abs(first(0, 2) - 0.105)).toBeLessThan(0.05)
})

test('it knows meaning beyond shared words', async () => {
  const vector = await embed(
    'how do I abort a running request?',
    'Cancel an in-flight HTTP call with an AbortController.',
    'Requests for running shoes are up this year.',
  )
  expect(cosine(vector(0), vector(1))).toBeGreaterThan(cosine(vector(0), vector(2)))
})

test('a text has the same vector in any company', async () => {
  const short = 'one short text'
  const neighbours = Array.from({ length: 12 }, (_, i) => `word `.repeat(i * 9 + 1))
  const alone = await embed(short)
  const amongOthers = await embed(...neighbours, short)
  expect([...amongOthers(12)]).toEqual([...alone(0)])
})

test('what comes after 256 tokens does not change the vector', async () => {
  const head = 'the lease of a job runs out and another worker takes it '.repeat(30)
  const vector = await embed(head, `${head} and then something about gardening`, 'gardening')
  expect(cosine(vector(0), vector(1))).toBeCloseTo(1, 6)
  expect(cosine(vector(0), vector(2))).toBeLessThan(0.7)
})

test('the weights that come with this version are the ones this code was made for', async () => {
  await expect(verifyWeightFiles(locateWeightFiles())).resolves.toBeUndefined()
})

test('other weights and another tokenizer are refused with a way out', async () => {
  const files = locateWeightFiles()
  const other = join(folder, 'other')
  await writeFile(other, 'not the model')
  const mismatch = {
    code: 'embedder.weights_mismatch',
    message: expect.stringMatching(/expected [0-9a-f]{64}.*packages\/models\/weights.*=none/),
  }
  for (const damaged of [
    { ...files, tokenizer: other },
    { ...files, weights: [files.weights[0] ?? '', other] },
  ])
    await expect(verifyWeightFiles(damaged)).rejects.toMatchObject(mismatch)
})

test('missing weights say what to put back', async () => {
  const files = locateWeightFiles()
  const copy = join(folder, 'tokenizer.json')
  await copyFile(files.tokenizer, copy)
  const missing = {
    code: 'embedder.unavailable',
    message: expect.stringMatching(/not found.*packages\/models\/weights.*EMBEDDING_PROVIDER=none/),
  }
  const gone = { tokenizer: copy, weights: [join(folder, 'nothing-here'), files.weights[1] ?? ''] }
  await expect(verifyWeightFiles(gone)).rejects.toMatchObject(missing)
  const resolve = () => {
    throw new Error('Cannot find package')
  }
  expect(() => locateWeightFiles(resolve)).toThrow(expect.objectContaining(missing))
})

test('a runtime that loads but cannot make a session is unavailable as well', async () => {
  const broken = {
    Tensor: (await import('onnxruntime-node')).Tensor,
    InferenceSession: { create: () => Promise.reject(new Error('illegal instruction')) },
  }
  const start = startBuiltinEngine({ threads: 1, loadRuntime: async () => broken })
  await expect(start).rejects.toMatchObject({
    code: 'embedder.unavailable',
    message: expect.stringContaining('illegal instruction'),
  })
})
