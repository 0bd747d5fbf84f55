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
import { checkMailEnv, mailConfigOf, mailEnv } from './mail/mail-env.ts'
import type { MailConfig } from './mail/smtp-sender.ts'
import {
  checkSignInEnv,
  type SignInConfig,
  signInConfigOf,
  signInEnv,
} from './sign-in/sign-in-env.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const perMinute = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** What the standalone API process reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000).describe('Port to listen on.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. 0.0.0.0 lets other machines in; put TLS in front of it then.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host:5432/name' })
    .describe('PostgreSQL 15 or newer with pgvector.'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(10)
    .describe('Connections to the database.'),
  TEAMLORE_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://lore.example.com' })
    .optional()
    .describe(
      'Address people and agents use, when it is not http://localhost:PORT. Links, cookies and the origin check follow it.',
    ),
  TEAMLORE_ADMIN_KEY: z
    .string()
    .regex(/^\S{8,}$/, 'must have at least 8 characters and no spaces')
    .optional()
    .describe(
      'Fixes the first admin API key. Without it the first start prints a sign-in link; with it, none.',
    ),
  ...signInEnv,
  ...embeddingEnv,
  ...mailEnv,
  ...languageEnv,
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('How much is logged to standard output.'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[\d.a-f:/, ]*[.:][\d.a-f:/, ]*)$/i, 'must be true, false or addresses')
    .default('false')
    .describe(
      'Whose X-Forwarded-* headers count: true, false, or addresses and CIDR ranges with commas.',
    ),
  MCP_ALLOWED_HOSTS: z
    .string()
    .default('')
    .describe(
      'Further host names under which /mcp answers, with commas; that of TEAMLORE_URL and localhost always do.',
    ),
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
  logLevel: (typeof LOG_LEVELS)[number]
  trustProxy: boolean | string[]
  mcpAllowedHosts: string[]
  rateLimits: RateLimits
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `true`, `false` or a list of addresses: as Fastify takes it. */
const parseTrustProxy = (text: string): Config['trustProxy'] =>
  text === 'true' || text === 'false' ? text === 'true' : list(text)

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
    throw new ConfigError(`The API cannot start with these settings:\n${lines.join('\n')}`)
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    database: { url: env.DATABASE_URL, pool: env.DATABASE_POOL },
    publicUrl: (env.TEAMLORE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    adminKey: env.TEAMLORE_ADMIN_KEY,
    signIn: signInConfigOf(env),
    embedding: embeddingConfigOf(env),
    language: languageSettingsOf(env),
    mail: mailConfigOf(env),
    logLevel: env.LOG_LEVEL,
    captureSilentHours: env.CAPTURE_SILENT_HOURS,
    transcriptMaxBytes: env.TRANSCRIPT_MAX_MB * 1024 * 1024,
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    mcpAllowedHosts: list(env.MCP_ALLOWED_HOSTS),
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
