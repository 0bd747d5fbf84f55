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
import { type AllowedHosts, outboundSettings } from '@teamlore/shared/outbound'
import { type LogLevel, readSettings, settings } from '@teamlore/shared/process'
import { z } from 'zod'

/** What the standalone worker process reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  DATABASE_URL: settings.DATABASE_URL.describe(
    'PostgreSQL 15 or newer with pgvector, the same as the API’s.',
  ),
  DATABASE_POOL: settings.DATABASE_POOL.pipe(z.number().min(2)).describe(
    'Connections to the database.',
  ),
  REDIS_URL: settings.REDIS_URL,
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
    .default(8)
    .describe('How long running jobs may take to finish at SIGTERM; what is left runs elsewhere.'),
  WORKER_STATEMENT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(300)
    .describe(
      'What one statement of a job may take before PostgreSQL ends it; the job fails with that reason and is tried again.',
    ),
  TEAMLORE_SECRET: settings.TEAMLORE_SECRET,
  ...outboundSettings,
  LOG_LEVEL: settings.LOG_LEVEL,
})

export type Config = {
  database: { url: string; pool: number }
  redisUrl: string | undefined
  embedding: EmbeddingConfig
  language: LanguageSettings
  concurrency: number
  health: { port: number; host: string } | undefined
  drainMs: number
  statementTimeoutMs: number
  /** Of hosts that teams are connected to. */
  hosts: { secret: string | undefined; allowedHosts: AllowedHosts }
  logLevel: LogLevel
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  const schema = envSchema.superRefine(checkEmbeddingEnv).superRefine(checkLanguageEnv)
  const env = readSettings('The worker', schema, source)
  return {
    database: { url: env.DATABASE_URL, pool: env.DATABASE_POOL },
    redisUrl: env.REDIS_URL,
    embedding: embeddingConfigOf(env),
    language: languageSettingsOf(env, source),
    concurrency: env.WORKER_CONCURRENCY,
    health:
      env.WORKER_HEALTH_PORT === undefined
        ? undefined
        : { port: env.WORKER_HEALTH_PORT, host: env.WORKER_HEALTH_HOST },
    drainMs: env.WORKER_DRAIN_SECONDS * 1_000,
    statementTimeoutMs: env.WORKER_STATEMENT_SECONDS * 1_000,
    hosts: { secret: env.TEAMLORE_SECRET, allowedHosts: env.ALLOWED_PRIVATE_HOSTS },
    logLevel: env.LOG_LEVEL,
  }
}

export const readEnv = (): Config => parseEnv(process.env)
