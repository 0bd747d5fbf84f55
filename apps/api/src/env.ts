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
import {
  type LogLevel,
  listOf,
  readSettings,
  settings,
  withoutTrailingSlash,
} from '@teamlore/shared/process'
import { z } from 'zod'
import { checkMailEnv, mailConfigOf, mailEnv } from './mail/mail-env.ts'
import type { MailConfig } from './mail/smtp-sender.ts'
import {
  checkSignInEnv,
  type SignInConfig,
  signInConfigOf,
  signInEnv,
} from './sign-in/sign-in-env.ts'

const perMinute = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** What the standalone API process reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  PORT: settings.PORT.describe('Port to listen on.'),
  HOST: settings.HOST,
  DATABASE_URL: settings.DATABASE_URL.describe('PostgreSQL 15 or newer with pgvector.'),
  DATABASE_POOL: settings.DATABASE_POOL,
  TEAMLORE_URL: settings.TEAMLORE_URL.describe(
    'Address people and agents use, when it is not http://localhost:PORT. Links, cookies and the origin check follow it.',
  ),
  TEAMLORE_ADMIN_KEY: settings.TEAMLORE_ADMIN_KEY.describe(
    'Fixes the first admin API key. Without it the first start prints a sign-in link; with it, none.',
  ),
  ...signInEnv,
  ...embeddingEnv,
  ...mailEnv,
  ...languageEnv,
  LOG_LEVEL: settings.LOG_LEVEL,
  TRUST_PROXY: settings.TRUST_PROXY,
  MCP_ALLOWED_HOSTS: z
    .string()
    .default('')
    .describe(
      'Further host names under which /mcp answers, with commas; that of TEAMLORE_URL and localhost always do.',
    ),
  CAPTURE_SILENT_HOURS: settings.CAPTURE_SILENT_HOURS,
  TRANSCRIPT_MAX_MB: settings.TRANSCRIPT_MAX_MB,
  RATE_LIMIT_PER_MINUTE: perMinute(1_200).describe('Requests a key or browser may make a minute.'),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute(20).describe(
    'Sign-ins that may be tried from one address a minute.',
  ),
  RATE_LIMIT_FAILED_PER_MINUTE: perMinute(60).describe(
    'Wrong keys and tokens that may come from one address a minute.',
  ),
})

export type RateLimits = { perMinute: number; signInPerMinute: number; failedPerMinute: number }

export type Config = {
  port: number
  host: string
  database: { url: string; pool: number }
  publicUrl: string
  adminKey: string | undefined
  signIn: SignInConfig
  embedding: EmbeddingConfig
  language: LanguageSettings
  mail: MailConfig | undefined
  captureSilentHours: number
  transcriptMaxBytes: number
  logLevel: LogLevel
  trustProxy: boolean | string[]
  mcpAllowedHosts: string[]
  rateLimits: RateLimits
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  const schema = envSchema
    .superRefine(checkEmbeddingEnv)
    .superRefine(checkLanguageEnv)
    .superRefine(checkMailEnv)
    .superRefine(checkSignInEnv)
  const env = readSettings('The API', schema, source)
  return {
    port: env.PORT,
    host: env.HOST,
    database: { url: env.DATABASE_URL, pool: env.DATABASE_POOL },
    publicUrl: withoutTrailingSlash(env.TEAMLORE_URL ?? `http://localhost:${env.PORT}`),
    adminKey: env.TEAMLORE_ADMIN_KEY,
    signIn: signInConfigOf(env),
    embedding: embeddingConfigOf(env),
    language: languageSettingsOf(env),
    mail: mailConfigOf(env),
    logLevel: env.LOG_LEVEL,
    captureSilentHours: env.CAPTURE_SILENT_HOURS,
    transcriptMaxBytes: env.TRANSCRIPT_MAX_MB * 1024 * 1024,
    trustProxy: env.TRUST_PROXY,
    mcpAllowedHosts: listOf(env.MCP_ALLOWED_HOSTS),
    rateLimits: {
      perMinute: env.RATE_LIMIT_PER_MINUTE,
      signInPerMinute: env.RATE_LIMIT_SIGN_IN_PER_MINUTE,
      failedPerMinute: env.RATE_LIMIT_FAILED_PER_MINUTE,
    },
  }
}

export const readEnv = (): Config => parseEnv(process.env)

/** All that a reader of foreign files is told of this machine: one folder, and what Windows cannot start a program without. */
export const environmentForReader = (
  folder: string,
  source: Record<string, string | undefined> = process.env,
): Record<string, string> => {
  const folders = ['HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP'].map((name) => [name, folder])
  const { SystemRoot } = source
  return {
    ...Object.fromEntries([...folders, ['TZ', 'UTC']]),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  }
}
