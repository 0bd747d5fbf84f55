import { createHash } from 'node:crypto'
import type { EmbeddingSpace } from './embedder.ts'

/** All that changes a vector. Add a field and every stored vector has to be made again. */
export type SpaceIngredients = {
  name: string
  dimensions: number
  maxTokens: number
  modelSha256: string
  tokenizerSha256: string
  /** How the vector of a text comes out of those of its tokens, by the name of the way. */
  pooling: string
  normalised: boolean
  /** What is put around the text, per mode; `{text}` alone for models that want nothing. */
  template: { query: string; document: string }
  /** What is known of its cosines; changes no vector. */
  unrelated?: number
}

export const describeSpace = (ingredients: SpaceIngredients): EmbeddingSpace => {
  const { name, dimensions, maxTokens, unrelated } = ingredients
  const id = `${name}-${dimensions}-${fingerprint(ingredients)}`
  return { id, dimensions, maxTokens, ...(unrelated === undefined ? {} : { unrelated }) }
}

/** Fields in a fixed order, so that the id does not depend on how the object was written down. */
const fingerprint = (of: SpaceIngredients): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        of.modelSha256,
        of.tokenizerSha256,
        of.pooling,
        of.normalised,
        of.maxTokens,
        of.template.query,
        of.template.document,
      ]),
    )
    .digest('hex')
    .slice(0, 8)
