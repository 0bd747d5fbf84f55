import { basename, dirname } from 'node:path'
import type { InferenceSession } from 'onnxruntime-node'
import { EmbedderError } from '../../embedder-error.ts'
import { ATTENTION_MASK, buildBertGraph, EMBEDDING, INPUT_IDS } from './bert-graph.ts'
import type { EmbeddingEngine } from './embedding-engine.ts'
import { MINILM, MINILM_SHAPE } from './model.ts'
import { locateModelFiles, type ModelFiles, verifyModelFiles } from './model-files.ts'
import { planBatches } from './plan-batches.ts'
import { readSafetensorsIndex } from './safetensors.ts'
import { loadTextTokenizer } from './text-tokenizer.ts'

type Runtime = Pick<typeof import('onnxruntime-node'), 'InferenceSession' | 'Tensor'>

type Options = {
  threads: number
  /** Injected by tests, which play a platform without the native binary or a damaged file. */
  loadRuntime?: () => Promise<Runtime>
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
  loadRuntime = () => import('onnxruntime-node'),
  files = locateModelFiles(),
}: Options): Promise<EmbeddingEngine> => {
  await verifyModelFiles(files)
  const tokenizer = await loadTextTokenizer(files.tokenizer, MINILM.maxTokens)
  const runtime = await loadRuntime().catch((cause: unknown) => {
    throw runtimeUnavailable(cause)
  })
  const session = await createSession(runtime, files.weights, threads)

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

const createSession = async (
  { InferenceSession }: Runtime,
  weights: string,
  threads: number,
): Promise<InferenceSession> => {
  const graph = buildBertGraph({
    weightsFile: basename(weights),
    tensors: await readSafetensorsIndex(weights),
    dimensions: MINILM.dimensions,
    ...MINILM_SHAPE,
  })
  return InferenceSession.create(graph, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    extra: {
      session: {
        // Lets the runtime map the weights from their file; the graph itself names no folder.
        model_external_initializers_file_folder_path: dirname(weights),
        // Idle helpers would otherwise burn a core between two batches.
        intra_op: { allow_spinning: '0' },
      },
    },
  }).catch((cause: unknown) => {
    throw runtimeUnavailable(cause)
  })
}

const runBatch = async (
  { Tensor }: Runtime,
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

const runtimeUnavailable = (cause: unknown): EmbedderError =>
  new EmbedderError(
    'embedder.unavailable',
    `The local embedding model cannot run on ${process.platform} ${process.arch}: onnxruntime-node did not load ` +
      `(${cause instanceof Error ? cause.message : String(cause)}). Set EMBEDDING_PROVIDER=none to search without ` +
      'vectors, or run on Linux with glibc or Windows (x64, arm64), or macOS (arm64).',
    { cause },
  )
