import { resolve } from 'node:path'
import {
  checkMailEnv,
  checkSignInEnv,
  type MailConfig,
  mailConfigOf,
  mailEnv,
  type SignInConfig,
  signInConfigOf,
  signInEnv,
} from '@teamlore/api'
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
  readSettings,
  settings,
  withoutTrailingSlash,
} from '@teamlore/shared/process'
import { z } from 'zod'

/** What `npm start` reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  PORT: settings.PORT.describe('Port of everything: dashboard, API and MCP.'),
  HOST: settings.HOST,
  TEAMLORE_HOME: z
    .string()
    .default('./.teamlore')
    .describe('Folder of the embedded database, the admin key and the log.'),
  TEAMLORE_URL: settings.TEAMLORE_URL.describe(
    'Address people and agents use, when it is not http://localhost:PORT.',
  ),
  TEAMLORE_ADMIN_KEY: settings.TEAMLORE_ADMIN_KEY.describe(
    'Fixes the first admin API key instead of generating one; no sign-in link is printed then.',
  ),
  DATABASE_URL: settings.DATABASE_URL.optional().describe(
    'PostgreSQL 15 or newer with pgvector. Unset: the embedded database.',
  ),
  REDIS_URL: settings.REDIS_URL,
  ...signInEnv,
  ...embeddingEnv,
  ...mailEnv,
  ...languageEnv,
  CAPTURE_SILENT_HOURS: settings.CAPTURE_SILENT_HOURS,
  TRANSCRIPT_MAX_MB: settings.TRANSCRIPT_MAX_MB,
  LOG_LEVEL: settings.LOG_LEVEL.describe('How much is written to server.log in TEAMLORE_HOME.'),
})

export type Config = {
  port: number
  host: string
  home: string
  publicUrl: string | undefined
  adminKey: string | undefined
  signIn: SignInConfig
  databaseUrl: string | undefined
  redisUrl: string | undefined
  embedding: EmbeddingConfig
  mail: MailConfig | undefined
  language: LanguageSettings
  captureSilentHours: number
  transcriptMaxBytes: number
  logLevel: LogLevel
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  const schema = envSchema
    .superRefine(checkEmbeddingEnv)
    .superRefine(checkLanguageEnv)
    .superRefine(checkMailEnv)
    .superRefine(checkSignInEnv)
  const env = readSettings('Teamlore', schema, source)
  return {
    port: env.PORT,
    host: env.HOST,
    home: resolve(env.TEAMLORE_HOME),
    publicUrl: env.TEAMLORE_URL && withoutTrailingSlash(env.TEAMLORE_URL),
    adminKey: env.TEAMLORE_ADMIN_KEY,
    signIn: signInConfigOf(env),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    embedding: embeddingConfigOf(env),
    mail: mailConfigOf(env),
    language: languageSettingsOf(env),
    logLevel: env.LOG_LEVEL,
    captureSilentHours: env.CAPTURE_SILENT_HOURS,
    transcriptMaxBytes: env.TRANSCRIPT_MAX_MB * 1024 * 1024,
  }
}

export const readEnv = (): Config => parseEnv(process.env)
