import { basename, dirname } from 'node:path'
import type { InferenceSession } from 'onnxruntime-node'
import type { EmbeddingEngine } from '../engine/embedding-engine.ts'
import {
  createSession,
  type LoadRuntime,
  loadOnnxRuntime,
  type OnnxRuntime,
} from '../engine/onnx-runtime.ts'
import { planBatches } from '../engine/plan-batches.ts'
import { loadTextTokenizer } from '../engine/text-tokenizer.ts'
import { ATTENTION_MASK, buildBertGraph, EMBEDDING, INPUT_IDS } from './bert-graph.ts'
import { MINILM, MINILM_SHAPE } from './model.ts'
import { locateModelFiles, type ModelFiles, verifyModelFiles } from './model-files.ts'
import { readSafetensorsIndex } from './safetensors.ts'

type Options = {
  threads: number
  /** Injected by tests, as `files` are. */
  loadRuntime?: LoadRuntime | undefined
  files?: ModelFiles
}

/**
 * Measured: from 64 tokens on, a batch costs what its texts cost one by one; below, up to a quarter
 * is won. So batches stay small, which also bounds how long a query waits for one to end.
 */
const MAX_PADDED_TOKENS = 256

/** Verifies and loads the model: about 0.2 s and 150 MB. Call it off the main thread. */
export const startMinilmEngine = async ({
  threads,
  loadRuntime,
  files = locateModelFiles(),
}: Options): Promise<EmbeddingEngine> => {
  await verifyModelFiles(files)
  const tokenizer = await loadTextTokenizer(files.tokenizer, MINILM.maxTokens)
  const runtime = await loadOnnxRuntime(loadRuntime)
  const graph = buildBertGraph({
    weightsFile: basename(files.weights),
    tensors: await readSafetensorsIndex(files.weights),
    dimensions: MINILM.dimensions,
    ...MINILM_SHAPE,
  })
  // The runtime maps the weights from their file; the graph itself names no folder.
  const weightsFolder = dirname(files.weights)
  const session = await createSession(runtime, graph, { threads, weightsFolder })

  return {
    embed: async (texts) => {
      const ids = texts.map(tokenizer.encode)
      const vectors = new Float32Array(texts.length * MINILM.dimensions)
      const lengths = ids.map((of) => of.length)
      for (const batch of planBatches(lengths, MAX_PADDED_TOKENS)) {
        const found = await runBatch(
          runtime,
          session,
          batch.map((index) => ids[index] ?? []),
        )
        batch.forEach((index, row) => {
          vectors.set(rowOf(found, row), index * MINILM.dimensions)
        })
      }
      return vectors
    },
    countTokens: async (texts) => Uint32Array.from(texts, tokenizer.count),
    release: () => session.release(),
  }
}

const rowOf = (rows: Float32Array, row: number): Float32Array =>
  rows.subarray(row * MINILM.dimensions, (row + 1) * MINILM.dimensions)

const runBatch = async (
  { Tensor }: OnnxRuntime,
  session: InferenceSession,
  batch: readonly (readonly number[])[],
): Promise<Float32Array> => {
  const length = Math.max(...batch.map((ids) => ids.length))
  const ids = new BigInt64Array(batch.length * length)
  const mask = new BigInt64Array(batch.length * length)
  batch.forEach((of, row) => {
    ids.set(of.map(BigInt), row * length)
    mask.fill(1n, row * length, row * length + of.length)
  })
  const shape = [batch.length, length]
  const results = await session.run({
    [INPUT_IDS]: new Tensor('int64', ids, shape),
    [ATTENTION_MASK]: new Tensor('int64', mask, shape),
  })
  const data = results[EMBEDDING]?.data
  if (!(data instanceof Float32Array)) throw new Error('The model gave no vectors back')
  return data
}
