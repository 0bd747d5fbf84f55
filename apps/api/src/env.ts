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
import {
  type LogLevel,
  listOf,
  readRotation,
  readSettings,
  settings,
  withoutTrailingSlash,
} from '@teamlore/shared/process'
import { z } from 'zod'
import {
  checkSignInEnv,
  type SignInConfig,
  signInConfigOf,
  signInEnv,
} from './modules/sign-in/sign-in-env.ts'
import type { RateLimits } from './plugins/rate-limit.plugin.ts'

/**
 * What the API reads wherever it runs, in a process of its own or in that of `npm start`, and what means the same to both. Every
 * description ends up in docs/configuration.md.
 */
export const commonEnv = {
  HOST: settings.HOST,
  TEAMLORE_URL: settings.TEAMLORE_URL.describe(
    'Address people and agents use, when it is not http://localhost:PORT; it may have a path, as https://example.com/teamlore. Links, cookies and the check of hosts and origins follow it.',
  ),
  ALLOWED_HOSTS: settings.ALLOWED_HOSTS,
  ...signInEnv,
  ...embeddingEnv,
  ...mailEnv,
  ...languageEnv,
  MCP_CLIENT_DOCUMENTS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on`: a client of /mcp may be known by the address of a document, which this server fetches from the internet. Leave it `off` where the server has no way out; clients register themselves then.',
    ),
  CAPTURE_SILENT_HOURS: settings.CAPTURE_SILENT_HOURS,
  TRANSCRIPT_MAX_MB: settings.TRANSCRIPT_MAX_MB,
  TEAM_MESSAGES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'New messages that each team may send in a day (UTC); more is refused with 429, stays in the spool of the agent and is sent the day after. Unset: as many as it likes.',
    ),
}

/** What both read too, and each describes for itself. */
type DescribedApart = Pick<typeof settings, 'PORT' | 'TEAMLORE_ADMIN_KEY' | 'LOG_LEVEL'>
type CommonEnv = z.output<z.ZodObject<typeof commonEnv & DescribedApart>>
export type Environment = Readonly<Record<string, string | undefined>>

export type CommonConfig = {
  port: number
  host: string
  publicUrl: string
  /** Names of hosts beside that of `publicUrl` and those of this machine. */
  ownHosts: string[]
  adminKey: string | undefined
  signIn: SignInConfig
  embedding: EmbeddingConfig
  language: LanguageSettings
  mail: MailConfig | undefined
  /** Whether a client of /mcp may be known by a document that this server fetches. */
  clientDocuments: boolean
  captureSilentHours: number
  messagesPerDay: number | undefined
  /** Of the reader of session files that people hand in. */
  transcripts: { maxBytes: number; systemRoot: string | undefined }
  logLevel: LogLevel
}

/**
 * Reads the environment of a process that holds the API; `source` is that of this process by default.
 * @throws ConfigError naming every variable that is off, and why.
 */
export const readEnvironment = <T extends CommonEnv>(
  who: string,
  schema: z.ZodType<T>,
  source: Environment = process.env,
): { env: T; common: CommonConfig } => {
  const checked = schema
    .superRefine(checkEmbeddingEnv)
    .superRefine(checkLanguageEnv)
    .superRefine(checkMailEnv)
    .superRefine(checkSignInEnv)
  const env = readSettings(who, checked, source)
  const common = {
    port: env.PORT,
    host: env.HOST,
    publicUrl: withoutTrailingSlash(env.TEAMLORE_URL ?? `http://localhost:${env.PORT}`),
    ownHosts: listOf(env.ALLOWED_HOSTS),
    adminKey: env.TEAMLORE_ADMIN_KEY,
    signIn: signInConfigOf(env),
    embedding: embeddingConfigOf(env),
    language: languageSettingsOf(env, source),
    mail: mailConfigOf(env),
    clientDocuments: env.MCP_CLIENT_DOCUMENTS === 'on',
    captureSilentHours: env.CAPTURE_SILENT_HOURS,
    messagesPerDay: env.TEAM_MESSAGES_PER_DAY,
    transcripts: {
      maxBytes: env.TRANSCRIPT_MAX_MB * 1024 * 1024,
      // No setting of ours: Windows starts no program without it.
      systemRoot: source['SystemRoot'],
    },
    logLevel: env.LOG_LEVEL,
  }
  return { env, common }
}

const perMinute = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** What the API reads as a process of its own. */
export const envSchema = z.object({
  PORT: settings.PORT.describe('Port to listen on.'),
  DATABASE_URL: settings.DATABASE_URL.describe('PostgreSQL 15 or newer with pgvector.'),
  DATABASE_POOL: settings.DATABASE_POOL,
  TEAMLORE_ADMIN_KEY: settings.TEAMLORE_ADMIN_KEY.describe(
    'Fixes the first admin API key. Without it the first start prints a sign-in link; with it, none.',
  ),
  ...commonEnv,
  LOG_LEVEL: settings.LOG_LEVEL,
  TRUST_PROXY: settings.TRUST_PROXY,
  REDIS_URL: settings.REDIS_URL.describe(
    'Redis or Valkey in which all processes of the API count limits together. Unset: each process counts for itself.',
  ),
  MCP_ALLOWED_HOSTS: z
    .string()
    .default('')
    .describe(
      'Further host names under which /mcp alone answers, with commas, beside those of ALLOWED_HOSTS.',
    ),
  RATE_LIMIT_PER_MINUTE: perMinute(1_200).describe(
    'Requests a person may make a minute, by all their keys and browsers together; who shows none: an address.',
  ),
  RATE_LIMIT_ROUTE_PER_MINUTE: perMinute(600).describe(
    'Requests a person may make a minute of one kind, such as searches.',
  ),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute(20).describe(
    'How often a minute one sign-in (a link, an invitation, a device) may be tried from one address; ten times as many may begin there.',
  ),
  RATE_LIMIT_FAILED_PER_MINUTE: perMinute(60).describe(
    'Wrong keys and tokens that may come from one address a minute.',
  ),
})

export type Config = CommonConfig & {
  database: { url: string; pool: number }
  trustProxy: boolean | string[]
  mcpAllowedHosts: string[]
  redisUrl: string | undefined
  rateLimits: RateLimits
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source?: Environment): Config => {
  const { env, common } = readEnvironment('The API', envSchema, source)
  return {
    ...common,
    database: { url: env.DATABASE_URL, pool: env.DATABASE_POOL },
    trustProxy: env.TRUST_PROXY,
    mcpAllowedHosts: listOf(env.MCP_ALLOWED_HOSTS),
    redisUrl: env.REDIS_URL,
    rateLimits: {
      perMinute: env.RATE_LIMIT_PER_MINUTE,
      perRoutePerMinute: env.RATE_LIMIT_ROUTE_PER_MINUTE,
      signInPerMinute: env.RATE_LIMIT_SIGN_IN_PER_MINUTE,
      failedPerMinute: env.RATE_LIMIT_FAILED_PER_MINUTE,
    },
  }
}

/** What `rotate-secret` reads beside. @throws ConfigError */
export const parseRotation = (source: Environment = process.env) => readRotation(source)
