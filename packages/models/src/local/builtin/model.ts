import type { SpaceIngredients } from '../../embedding-space.ts'

/** One of the networks whose vectors are joined. Weights with eight bits; origin and licence are named in `NOTICE.md`. */
export type Part = {
  /** Below `packages/models/weights`. */
  file: string
  sha256: string
  /** How one vector comes out of those of all tokens. */
  pooling: 'mean' | 'first token'
  /** Part of the cosine of two joined vectors that is this network's. */
  share: number
}

export const PARTS: readonly Part[] = [
  {
    file: 'all-minilm-l6-v2/model.int8.onnx',
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    pooling: 'mean',
    share: 1 / 3,
  },
  {
    file: 'bge-small-en-v1.5/model.int8.onnx',
    sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    pooling: 'first token',
    share: 2 / 3,
  },
]

/** Both networks were trained with the same word pieces. */
export const TOKENIZER = {
  file: 'bge-small-en-v1.5/tokenizer.json',
  sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
} as const

/** Length of the vector of one network. */
export const PART_DIMENSIONS = 384

export const BUILTIN: SpaceIngredients = {
  name: 'minilm-bge',
  dimensions: PART_DIMENSIONS * PARTS.length,
  maxTokens: 256,
  modelSha256: PARTS.map(({ sha256, share }) => `${share.toFixed(4)} ${sha256}`).join(' '),
  tokenizerSha256: TOKENIZER.sha256,
  pooling: PARTS.map(({ pooling }) => pooling).join(' '),
  normalised: true,
  unrelated: 0.29,
  template: { query: '{text}', document: '{text}' },
}
