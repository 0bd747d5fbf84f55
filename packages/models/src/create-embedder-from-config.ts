import type { Embedder } from './embedder.ts'
import { createLocalEmbedder, type LocalEmbedderOptions } from './local/create-local-embedder.ts'
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
 * Embedders whose vectors may be there from before a change of model: the one that ships with Teamlore needs no
 * settings, so it goes on reading questions until another one has caught up. Costs nothing until it is used.
 */
export const createEarlierEmbedders = ({ provider }: EmbeddingConfig): Embedder[] =>
  provider === 'local' || provider === 'none' ? [] : [createLocalEmbedder()]
