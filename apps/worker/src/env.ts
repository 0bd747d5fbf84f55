import { checkMailEnv, type MailConfig, mailConfigOf, mailEnv } from '@teamlore/hosts'
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
  TEAMLORE_URL: settings.TEAMLORE_URL.describe(
    'Where the pages are, for links in mails. Needed with SMTP_URL.',
  ),
  ...mailEnv,
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
  /** Of hosts that teams are connected to, and of mail. */
  hosts: {
    secret: string | undefined
    allowedHosts: AllowedHosts
    mail: { smtp: MailConfig; pages: string } | undefined
  }
  logLevel: LogLevel
}

type MailEnv = Parameters<typeof mailConfigOf>[0] & { TEAMLORE_URL?: string | undefined }

const mailOf = (env: MailEnv): Config['hosts']['mail'] => {
  const smtp = mailConfigOf(env)
  return smtp && { smtp, pages: env.TEAMLORE_URL ?? '' }
}

/** A mail without links to the pages is of little use. */
const checkLinks = (env: MailEnv, context: z.RefinementCtx): void => {
  if (env.SMTP_URL !== undefined && env.TEAMLORE_URL === undefined)
    context.addIssue({
      code: 'custom',
      path: ['TEAMLORE_URL'],
      message: 'must be set with SMTP_URL',
    })
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  const schema = envSchema
    .superRefine(checkEmbeddingEnv)
    .superRefine(checkLanguageEnv)
    .superRefine(checkMailEnv)
    .superRefine(checkLinks)
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
    hosts: {
      secret: env.TEAMLORE_SECRET,
      allowedHosts: env.ALLOWED_PRIVATE_HOSTS,
      mail: mailOf(env),
    },
    logLevel: env.LOG_LEVEL,
  }
}

export const readEnv = (): Config => parseEnv(process.env)
