export {
  createEmbedderFromConfig,
  type EmbeddingConfig,
  type EmbeddingProvider,
  embeddingProviders,
} from './create-embedder-from-config.ts'
export type { Embedder, EmbeddingSpace, EmbedMode, EmbedOptions } from './embedder.ts'
export { EmbedderError, type EmbedderErrorCode } from './embedder-error.ts'
export {
  checkEmbeddingEnv,
  embeddingConfigOf,
  embeddingEnv,
} from './embedding-env.ts'
export {
  createLanguageModel,
  type LanguageConfig,
  openLanguageModel,
} from './language/create-language-model.ts'
export {
  checkLanguageEnv,
  type LanguageSettings,
  languageEnv,
  languageSettingsOf,
  serverModelOf,
} from './language/language-env.ts'
export {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelFailure,
} from './language/language-model.ts'
export { costMicros } from './language/prices.ts'
export {
  createLocalEmbedder,
  type LocalEmbedder,
  type LocalEmbedderOptions,
} from './local/create-local-embedder.ts'
export { openEmbedders } from './open-embedders.ts'
export { createRemoteEmbedder } from './remote/create-remote-embedder.ts'
