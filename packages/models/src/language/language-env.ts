import { z } from 'zod'
import { type LanguageConfig, languageProviders, setupOf } from './create-language-model.ts'

const DEFAULTS = {
  anthropic: { url: 'https://api.anthropic.com/v1', model: 'claude-haiku-4-5' },
  openai: { url: 'https://api.openai.com/v1', model: 'gpt-5-mini' },
  ollama: { url: 'http://localhost:11434/v1', model: 'qwen3' },
} as const

/** What every process that asks a language model reads; to be spread into its own schema. */
export const languageEnv = {
  LLM_PROVIDER: z
    .enum(languageProviders)
    .default('none')
    .describe(
      'Language model that distils sessions, and says which hits of a search answer where somebody asks for that: anthropic, openai (and all that speak like it), ollama, command (what LLM_COMMAND runs). Parts of sessions are sent to it. none: rules alone. See docs/distilling.md.',
    ),
  LLM_MODEL: z
    .string()
    .max(200)
    .optional()
    .describe('Model of the provider. Unset: claude-haiku-4-5, gpt-5-mini or qwen3.'),
  LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word')
    .optional()
    .describe('Key of the provider. Never logged.'),
  LLM_COMMAND: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      'For LLM_PROVIDER=command: a program with its arguments, run without a shell. It gets the prompt on standard input and answers JSON on standard output.',
    ),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://api.example.com/v1' })
    .optional()
    .describe(
      'Address of the provider. Unset: https://api.anthropic.com/v1, https://api.openai.com/v1 or http://localhost:11434/v1.',
    ),
  LLM_DAILY_USD: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(2)
    .describe(
      'What a team may spend on the model in a day (UTC), in US dollars, unless its admin set another cap.',
    ),
  LLM_DAILY_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(1_000_000)
    .describe('Tokens that a team may use in a day, for models whose price is not known too.'),
  LLM_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(5)
    .describe('A session must have been quiet for so long before the model distils it.'),
  LLM_MIN_PROMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(1)
    .describe('Prompts that must have come since the model distilled the session last.'),
}

const languageEnvSchema = z.object(languageEnv)
export type LanguageEnv = z.infer<typeof languageEnvSchema>

export type LanguageSettings = {
  /** Undefined: no model, rules alone. */
  model: LanguageConfig | undefined
  dailyUsd: number
  dailyTokens: number
  idleMinutes: number
  minPrompts: number
}

const TIMEOUT_MS = 120_000

/** For `superRefine`: a provider of the world wants a key. */
export const checkLanguageEnv = (env: LanguageEnv, context: z.RefinementCtx): void => {
  const { LLM_PROVIDER: provider } = env
  if (provider === 'command') {
    if (env.LLM_COMMAND === undefined)
      context.addIssue({
        code: 'custom',
        path: ['LLM_COMMAND'],
        message: 'must be set for LLM_PROVIDER=command',
      })
    return
  }
  if (provider === 'none' || provider === 'ollama' || env.LLM_BASE_URL !== undefined) return
  if (env.LLM_API_KEY === undefined)
    context.addIssue({
      code: 'custom',
      path: ['LLM_API_KEY'],
      message: `must be set for LLM_PROVIDER=${provider}`,
    })
}

/** The server's own settings, its database and keys among them, are nothing to a command. */
const HANDED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'LLM_MODEL',
  'LLM_API_KEY',
  'LLM_BASE_URL',
]

type Environment = Readonly<Record<string, string | undefined>>

const handedOn = (source: Environment): Record<string, string> =>
  Object.fromEntries(
    HANDED_ON.flatMap((name) => {
      const value = source[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const modelOf = (env: LanguageEnv, source: Environment): LanguageConfig | undefined => {
  const provider = env.LLM_PROVIDER
  if (provider === 'none') return undefined
  if (provider === 'command')
    return {
      provider,
      model: env.LLM_MODEL ?? 'command',
      command: env.LLM_COMMAND ?? '',
      environment: handedOn(source),
      timeoutMs: TIMEOUT_MS,
    }
  return {
    provider,
    model: env.LLM_MODEL ?? DEFAULTS[provider].model,
    url: env.LLM_BASE_URL ?? DEFAULTS[provider].url,
    apiKey: env.LLM_API_KEY,
    timeoutMs: TIMEOUT_MS,
  }
}

/** @param source the environment that `env` was read from: a command finds its programs by it. */
export const languageSettingsOf = (env: LanguageEnv, source: Environment): LanguageSettings => ({
  model: modelOf(env, source),
  dailyUsd: env.LLM_DAILY_USD,
  dailyTokens: env.LLM_DAILY_TOKENS,
  idleMinutes: env.LLM_IDLE_MINUTES,
  minPrompts: env.LLM_MIN_PROMPTS,
})

/** What people are shown of it: no key, no address. The digest of both stays within the server. */
export const serverModelOf = ({ model, dailyUsd, dailyTokens }: LanguageSettings) => ({
  model: model === undefined ? null : { provider: model.provider, name: model.model },
  setup: model === undefined ? null : setupOf(model),
  caps: { dailyUsd, dailyTokens },
})
