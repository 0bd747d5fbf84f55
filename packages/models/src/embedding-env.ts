import { z } from 'zod'
import { type EmbeddingConfig, embeddingProviders } from './create-embedder-from-config.ts'
import { type LocalModel, localModels } from './local/local-models.ts'
import type { RemoteProvider } from './remote/create-remote-embedder.ts'
import { findKnownModel } from './remote/known-models.ts'

/** What every process that embeds reads; to be spread into its own schema. */
export const embeddingEnv = {
  EMBEDDING_PROVIDER: z
    .enum(embeddingProviders)
    .default('local')
    .describe(
      'Who turns texts into vectors. local: the model that ships with Teamlore. openai (and all that speak like it), voyage, ollama: a provider, which the texts are sent to. none: search by words only. The same for every process; see docs/embedding.md.',
    ),
  EMBEDDING_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(10)
    .describe(
      'The model that ships with Teamlore leaves memory after so many minutes without work; the next question loads it again, which takes half a second. 0: it stays.',
    ),
  EMBEDDING_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://api.example.com/v1' })
    .optional()
    .describe(
      'Address of the provider. Unset: https://api.openai.com/v1, https://api.voyageai.com/v1 or http://localhost:11434.',
    ),
  EMBEDDING_MODEL: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Model of the provider. Unset: minilm-bge (local; the other is all-minilm-l6-v2), text-embedding-3-small, voyage-3.5 or nomic-embed-text. Another one embeds everything again, in the background.',
    ),
  EMBEDDING_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word')
    .optional()
    .describe('Key of the provider. Never logged.'),
  EMBEDDING_DIMENSIONS: z.coerce
    .number()
    .int()
    .min(8)
    .max(16_000)
    .optional()
    .describe('Length of the vectors. Needed for models Teamlore does not know.'),
  EMBEDDING_BATCH: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_048)
    .optional()
    .describe(
      'Texts in one request, at most. Unset: 96 for openai and voyage, 16 for ollama. The provider’s own limits hold too.',
    ),
  EMBEDDING_MAX_TOKENS: z.coerce
    .number()
    .int()
    .min(64)
    .max(200_000)
    .optional()
    .describe(
      'Longest text the model reads; more is cut. Unset: what is known of the model, else 512.',
    ),
  EMBEDDING_QUERY_PREFIX: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'Put before each question, for models that want it. Unset: what is known of the model.',
    ),
  EMBEDDING_DOCUMENT_PREFIX: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'Put before each document, for models that want it. Unset: what is known of the model.',
    ),
}

const embeddingEnvSchema = z.object(embeddingEnv)

export type EmbeddingEnv = z.infer<typeof embeddingEnvSchema>

const DEFAULTS: Record<RemoteProvider, { url: string; model: string; batch: number }> = {
  openai: { url: 'https://api.openai.com/v1', model: 'text-embedding-3-small', batch: 96 },
  voyage: { url: 'https://api.voyageai.com/v1', model: 'voyage-3.5', batch: 96 },
  ollama: { url: 'http://localhost:11434', model: 'nomic-embed-text', batch: 16 },
}

/** For `superRefine` of a schema with `embeddingEnv`: what no variable can be blamed for alone. */
export const checkEmbeddingEnv = (env: EmbeddingEnv, context: z.RefinementCtx): void => {
  const { EMBEDDING_PROVIDER: provider, EMBEDDING_API_KEY: key } = env
  if (provider === 'none') return
  const blame = (name: keyof EmbeddingEnv, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (provider === 'local') {
    if (localModelOf(env) === undefined)
      blame(
        'EMBEDDING_MODEL',
        `must be one of ${localModels.join(', ')} for EMBEDDING_PROVIDER=local`,
      )
    return
  }
  const model = env.EMBEDDING_MODEL ?? DEFAULTS[provider].model
  if (provider !== 'ollama' && env.EMBEDDING_URL === undefined && key === undefined)
    blame('EMBEDDING_API_KEY', `must be set for EMBEDDING_PROVIDER=${provider}`)
  const known = findKnownModel(model)
  if (env.EMBEDDING_DIMENSIONS === undefined && known === undefined)
    blame(
      'EMBEDDING_DIMENSIONS',
      `must be set, since the model ${model} is not known; its manual says how long its vectors are`,
    )
}

/** Undefined where there is no such model. */
const localModelOf = ({
  EMBEDDING_MODEL: wanted = localModels[0],
}: Pick<EmbeddingEnv, 'EMBEDDING_MODEL'>): LocalModel | undefined =>
  localModels.find((model) => model === wanted)

/** The settings as `createEmbedderFromConfig` takes them; they must have passed `checkEmbeddingEnv`. */
export const embeddingConfigOf = (env: EmbeddingEnv): EmbeddingConfig => {
  const provider = env.EMBEDDING_PROVIDER
  if (provider === 'none') return { provider }
  if (provider === 'local')
    return { provider, model: localModelOf(env), idleMs: env.EMBEDDING_IDLE_MINUTES * 60_000 }
  const fallback = DEFAULTS[provider]
  const model = env.EMBEDDING_MODEL ?? fallback.model
  return {
    provider,
    model,
    url: env.EMBEDDING_URL ?? fallback.url,
    apiKey: env.EMBEDDING_API_KEY,
    dimensions: env.EMBEDDING_DIMENSIONS ?? findKnownModel(model)?.dimensions ?? 0,
    batch: env.EMBEDDING_BATCH ?? fallback.batch,
    maxTokens: env.EMBEDDING_MAX_TOKENS,
    queryPrefix: env.EMBEDDING_QUERY_PREFIX,
    documentPrefix: env.EMBEDDING_DOCUMENT_PREFIX,
  }
}
