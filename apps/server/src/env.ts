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
import { z } from 'zod'

/** What `npm start` reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4000)
    .describe('Port of everything: dashboard, API and MCP.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. 0.0.0.0 lets other machines in; put TLS in front of it then.'),
  TEAMLORE_HOME: z
    .string()
    .default('./.teamlore')
    .describe('Folder of the embedded database, the admin key and the log.'),
  TEAMLORE_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://lore.example.com' })
    .optional()
    .describe('Address people and agents use, when it is not http://localhost:PORT.'),
  TEAMLORE_ADMIN_KEY: z
    .string()
    .min(8, 'must have at least 8 characters')
    .optional()
    .describe(
      'Fixes the first admin API key instead of generating one; no sign-in link is printed then.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host:5432/name' })
    .optional()
    .describe('PostgreSQL 15 or newer with pgvector. Unset: the embedded database.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' })
    .optional()
    .describe('Redis or Valkey for the queue. Unset: the queue lives in the database.'),
  ...signInEnv,
  ...embeddingEnv,
  ...mailEnv,
  ...languageEnv,
  CAPTURE_SILENT_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .default(72)
    .describe('A machine with sessions that said nothing for so long is an alarm of capture.'),
  TRANSCRIPT_MAX_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_024)
    .default(64)
    .describe('How large a session file may be that somebody imports in the dashboard.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is written to server.log in TEAMLORE_HOME.'),
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
  logLevel: z.infer<typeof envSchema>['LOG_LEVEL']
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
    .superRefine(checkMailEnv)
    .superRefine(checkSignInEnv)
    .safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new ConfigError(`Teamlore cannot start with these settings:\n${lines.join('\n')}`)
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    home: resolve(env.TEAMLORE_HOME),
    publicUrl: env.TEAMLORE_URL?.replace(/\/+$/, ''),
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
