import type { InferenceSession } from 'onnxruntime-node'
import type { EmbeddingEngine } from '../engine/embedding-engine.ts'
import {
  createSession,
  type LoadRuntime,
  loadOnnxRuntime,
  type OnnxRuntime,
} from '../engine/onnx-runtime.ts'
import { loadTextTokenizer } from '../engine/text-tokenizer.ts'
import { BUILTIN, PART_DIMENSIONS, PARTS, type Part } from './model.ts'
import { locateWeightFiles, verifyWeightFiles, type WeightFiles } from './weight-files.ts'

type Options = {
  threads: number
  /** Injected by tests, as `files` are. */
  loadRuntime?: LoadRuntime | undefined
  files?: WeightFiles
}

/**
 * Verifies and loads the networks of the built-in model. Call it off the main thread. Texts are worked on one by one: numbers are
 * rounded to eight bits by the largest in a batch, so that in company a text would get another vector than alone.
 */
export const startBuiltinEngine = async ({
  threads,
  loadRuntime,
  files = locateWeightFiles(),
}: Options): Promise<EmbeddingEngine> => {
  await verifyWeightFiles(files)
  const tokenizer = await loadTextTokenizer(files.tokenizer, BUILTIN.maxTokens)
  const runtime = await loadOnnxRuntime(loadRuntime)
  const networks: Network[] = []
  for (const [index, part] of PARTS.entries()) {
    const session = await createSession(runtime, files.weights[index] ?? '', { threads })
    networks.push({ part, session })
  }

  return {
    embed: async (texts) => {
      const vectors = new Float32Array(texts.length * BUILTIN.dimensions)
      for (const [row, text] of texts.entries()) {
        const ids = tokenizer.encode(text)
        for (const [index, network] of networks.entries())
          vectors.set(
            await vectorOf(runtime, network, ids),
            row * BUILTIN.dimensions + index * PART_DIMENSIONS,
          )
      }
      return vectors
    },
    countTokens: async (texts) => Uint32Array.from(texts, tokenizer.count),
    release: async () => {
      for (const { session } of networks) await session.release()
    },
  }
}

const HIDDEN_STATE = 'last_hidden_state'

type Network = { part: Part; session: InferenceSession }

/** Of a length whose square is the network's share, so that a cosine of joined vectors is the mean of both by their shares. */
const vectorOf = async (
  { Tensor }: OnnxRuntime,
  { part, session }: Network,
  ids: readonly number[],
): Promise<Float32Array> => {
  const shape = [1, ids.length]
  const tensorOf = (values: BigInt64Array) => new Tensor('int64', values, shape)
  const results = await session.run({
    input_ids: tensorOf(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensorOf(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensorOf(new BigInt64Array(ids.length)),
  })
  const tokens = results[HIDDEN_STATE]?.data
  if (!(tokens instanceof Float32Array)) throw new Error('The model gave no vectors back')
  const pooled = part.pooling === 'mean' ? sumOf(tokens) : tokens.slice(0, PART_DIMENSIONS)
  return scaledTo(Math.sqrt(part.share), pooled)
}

const sumOf = (tokens: Float32Array): Float32Array => {
  const sum = new Float32Array(PART_DIMENSIONS)
  for (let at = 0; at < tokens.length; at += PART_DIMENSIONS)
    for (let i = 0; i < PART_DIMENSIONS; i++) sum[i] = (sum[i] ?? 0) + (tokens[at + i] ?? 0)
  return sum
}

const scaledTo = (length: number, vector: Float32Array): Float32Array => {
  const factor = length / Math.max(Number.MIN_VALUE, Math.hypot(...vector))
  return vector.map((value) => value * factor)
}
