import {
  checkEmbeddingEnv,
  checkLanguageEnv,
  type EmbeddingConfig,
  embeddingConfigOf,
  embeddingEnv,
  type LanguageSettings,
  languageEnv,
  languageSettingsOf,
} from '@teamlore/models'
import { z } from 'zod'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What the standalone worker process reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host:5432/name' })
    .describe('PostgreSQL 15 or newer with pgvector, the same as the API’s.'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Connections to the database.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' })
    .optional()
    .describe('Redis or Valkey for the queue. Unset: the queue lives in the database.'),
  ...embeddingEnv,
  ...languageEnv,
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe('Sessions that are distilled at once in this process.'),
  WORKER_HEALTH_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of /healthz, which answers 200 only while jobs are picked up. Unset: none.'),
  WORKER_HEALTH_HOST: z.string().default('127.0.0.1').describe('Address /healthz listens on.'),
  WORKER_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(20)
    .describe('How long running jobs may take to finish at SIGTERM; what is left runs elsewhere.'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('How much is logged to standard output.'),
})

export type Config = {
  database: { url: string; pool: number }
  redisUrl: string | undefined
  embedding: EmbeddingConfig
  language: LanguageSettings
  concurrency: number
  health: { port: number; host: string } | undefined
  drainMs: number
  logLevel: (typeof LOG_LEVELS)[number]
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  // An empty variable is what a compose file makes of an unset one.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = envSchema
    .superRefine(checkEmbeddingEnv)
    .superRefine(checkLanguageEnv)
    .safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new ConfigError(`The worker cannot start with these settings:\n${lines.join('\n')}`)
  }
  const env = parsed.data
  return {
    database: { url: env.DATABASE_URL, pool: env.DATABASE_POOL },
    redisUrl: env.REDIS_URL,
    embedding: embeddingConfigOf(env),
    language: languageSettingsOf(env),
    concurrency: env.WORKER_CONCURRENCY,
    health:
      env.WORKER_HEALTH_PORT === undefined
        ? undefined
        : { port: env.WORKER_HEALTH_PORT, host: env.WORKER_HEALTH_HOST },
    drainMs: env.WORKER_DRAIN_SECONDS * 1_000,
    logLevel: env.LOG_LEVEL,
  }
}

export const readEnv = (): Config => parseEnv(process.env)
