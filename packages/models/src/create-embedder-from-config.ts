import type { Embedder } from './embedder.ts'
import { createLocalEmbedder, type LocalEmbedderOptions } from './local/create-local-embedder.ts'

/** Values of `EMBEDDING_PROVIDER`, the default first. */
export const embeddingProviders = ['local', 'none'] as const
export type EmbeddingProvider = (typeof embeddingProviders)[number]

export type EmbeddingConfig = ({ provider: 'local' } & LocalEmbedderOptions) | { provider: 'none' }

type CreateByProvider = {
  [P in EmbeddingProvider]: (
    config: Extract<EmbeddingConfig, { provider: P }>,
  ) => Embedder | undefined
}

/** One line and one folder per provider. */
const CREATE: CreateByProvider = {
  local: (config) => createLocalEmbedder(config),
  none: () => undefined,
}

/** The configured embedder; `undefined` means lexical search only, by choice. Loads nothing yet. */
export const createEmbedderFromConfig = <P extends EmbeddingProvider>(
  config: Extract<EmbeddingConfig, { provider: P }>,
): Embedder | undefined => CREATE[config.provider](config)
