import type { Embedder } from './embedder.ts'
import { createLocalEmbedder, type LocalEmbedderOptions } from './local/create-local-embedder.ts'
import { localModels } from './local/local-models.ts'
import {
  createRemoteEmbedder,
  type EmbedderLog,
  type RemoteEmbedderOptions,
} from './remote/create-remote-embedder.ts'

/** Values of `EMBEDDING_PROVIDER`, the default first. */
export const embeddingProviders = ['local', 'openai', 'voyage', 'ollama', 'none'] as const
export type EmbeddingProvider = (typeof embeddingProviders)[number]

export type EmbeddingConfig =
  | ({ provider: 'local' } & LocalEmbedderOptions)
  | RemoteEmbedderOptions
  | { provider: 'none' }

/** The configured embedder; `undefined` means lexical search only, by choice. Loads and asks nothing yet. */
export const createEmbedderFromConfig = (
  config: EmbeddingConfig,
  deps: { log?: EmbedderLog | undefined } = {},
): Embedder | undefined => {
  switch (config.provider) {
    case 'none':
      return undefined
    case 'local':
      return createLocalEmbedder(config)
    default:
      return createRemoteEmbedder(config, deps)
  }
}

/**
 * Embedders whose vectors may be there from before a change of model: those that ship with Teamlore need no
 * settings, so they go on reading questions until another one has caught up. They cost nothing until they are used.
 */
export const createEarlierEmbedders = (config: EmbeddingConfig): Embedder[] => {
  if (config.provider === 'none') return []
  const current = config.provider === 'local' ? (config.model ?? localModels[0]) : undefined
  return localModels
    .filter((model) => model !== current)
    .map((model) => createLocalEmbedder({ model }))
}
