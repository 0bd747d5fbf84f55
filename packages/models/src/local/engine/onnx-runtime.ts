import type { InferenceSession } from 'onnxruntime-node'
import { EmbedderError } from '../../embedder-error.ts'

export type OnnxRuntime = Pick<typeof import('onnxruntime-node'), 'InferenceSession' | 'Tensor'>

/** Injected by tests, which play a platform without the native binary. */
export type LoadRuntime = () => Promise<OnnxRuntime>

export const loadOnnxRuntime = async (
  load: LoadRuntime = () => import('onnxruntime-node'),
): Promise<OnnxRuntime> =>
  load().catch((cause: unknown) => {
    throw runtimeUnavailable(cause)
  })

type SessionOptions = {
  threads: number
  /** Where the weights lie that a graph refers to by the names of their files. */
  weightsFolder?: string
}

/** @throws EmbedderError `embedder.unavailable` */
export const createSession = (
  { InferenceSession }: OnnxRuntime,
  model: Uint8Array | string,
  { threads, weightsFolder }: SessionOptions,
): Promise<InferenceSession> => {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    extra: {
      session: {
        ...(weightsFolder === undefined
          ? {}
          : { model_external_initializers_file_folder_path: weightsFolder }),
        // Idle helpers would otherwise burn a core between two batches.
        intra_op: { allow_spinning: '0' },
      },
    },
  }
  const made =
    typeof model === 'string'
      ? InferenceSession.create(model, options)
      : InferenceSession.create(model, options)
  return made.catch((cause: unknown) => {
    throw runtimeUnavailable(cause)
  })
}

const runtimeUnavailable = (cause: unknown): EmbedderError =>
  new EmbedderError(
    'embedder.unavailable',
    `The local embedding model cannot run on ${process.platform} ${process.arch}: onnxruntime-node did not load ` +
      `(${cause instanceof Error ? cause.message : String(cause)}). Set EMBEDDING_PROVIDER=none to search without ` +
      'vectors, or run on Linux with glibc or Windows (x64, arm64), or macOS (arm64).',
    { cause },
  )
