import { fileURLToPath } from 'node:url'
import { notFound, verifyFile } from '../engine/verify-file.ts'
import { PARTS, TOKENIZER } from './model.ts'

export type WeightFiles = {
  /** Of each of `PARTS`, in their order. */
  weights: readonly string[]
  tokenizer: string
}

const REMEDY = 'Put the folder packages/models/weights of this version back in its place'

/** Paths in this package, from its sources and from the bundle of a server alike. */
export const locateWeightFiles = (
  resolve = (file: string) => import.meta.resolve(`@teamlore/models/weights/${file}`),
): WeightFiles => {
  try {
    const pathOf = (file: string) => fileURLToPath(resolve(file))
    return { weights: PARTS.map(({ file }) => pathOf(file)), tokenizer: pathOf(TOKENIZER.file) }
  } catch (cause) {
    throw notFound(REMEDY, cause)
  }
}

/** @throws EmbedderError */
export const verifyWeightFiles = async ({ weights, tokenizer }: WeightFiles): Promise<void> => {
  await Promise.all([
    ...PARTS.map(({ sha256 }, index) =>
      verifyFile({ path: weights[index] ?? '', sha256, remedy: REMEDY }),
    ),
    verifyFile({ path: tokenizer, sha256: TOKENIZER.sha256, remedy: REMEDY }),
  ])
}
