import { z } from 'zod'
import { isTakenPath } from '../api-paths.ts'
import { basePathOf } from '../base-path.ts'
import { settingInWords } from './setting-in-words.ts'

/** What several processes read from their environment, in one wording; each describes what means another thing to it. */
export const settings = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. 0.0.0.0 lets other machines in; put TLS in front of it then.'),
  TEAMLORE_URL: z
    .url({ protocol: /^https?$/, abort: true, error: 'must look like https://lore.example.com' })
    .refine(isPlainAddress, {
      error:
        'must be an address without a query or password, such as https://lore.example.com or https://example.com/teamlore, with letters, digits, - and _ in its path',
    })
    .refine(isFreePath, {
      error:
        'has a path that begins with a name which pages or the API of Teamlore have themselves; take another one, such as /teamlore',
    })
    .optional(),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .describe(
      'Further host names under which this server answers and whose pages may ask it, with commas; that of TEAMLORE_URL and localhost always do.',
    ),
  TEAMLORE_ADMIN_KEY: z
    .string()
    .regex(/^\S{8,}$/, 'must have at least 8 characters and no spaces')
    .optional(),
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'must look like postgres://user@host:5432/name',
  }),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(10)
    .describe('Connections to the database.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' })
    .optional()
    .describe('Redis or Valkey for the queue. Unset: the queue lives in the database.'),
  TEAMLORE_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters; `openssl rand -base64 32` makes a good one')
    .optional()
    .describe(
      'Encrypts what is entered or received on the settings pages and must be read again: client secrets of sign-in providers, keys of connected code hosts. The API and the worker need the same. `npm start` makes one of its own in TEAMLORE_HOME.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged to standard output.'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[\d.a-f:/, ]*[.:][\d.a-f:/, ]*)$/i, 'must be true, false or addresses')
    .default('false')
    .transform(trustedProxies)
    .describe(
      'Whose X-Forwarded-* headers count: true, false, or addresses and CIDR ranges with commas.',
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
}

export type LogLevel = z.infer<(typeof settings)['LOG_LEVEL']>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Settings of a process, read as its schema says; an empty variable counts as unset, since that is what a compose file
 * makes of one.
 * @throws ConfigError naming every variable that is off, and why.
 */
export const readSettings = <T>(
  who: string,
  schema: z.ZodType<T>,
  source: Record<string, string | undefined>,
): T => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given, { error: settingInWords })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new ConfigError(`${who} cannot start with these settings:\n${lines.join('\n')}`)
}

/** The parts of a list with commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

/** What is no address at all is complained of by itself. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { search, hash, username, password } = new URL(text)
  // As it was written: what an address leaves out of a path, such as `..`, would stay in every link.
  const isPlain = /^https?:\/\/[^/]+(\/[\w-]+)*\/*$/i.test(text)
  return isPlain && `${search}${hash}${username}${password}` === ''
}

/** Proxies may take the path away or leave it: of `/sessions/x` nobody could say which one did. */
function isFreePath(text: string): boolean {
  return !URL.canParse(text) || !isTakenPath(basePathOf(text))
}

/** `true`, `false` or a list of addresses: as Fastify takes it. */
function trustedProxies(text: string): boolean | string[] {
  const word = text.trim().toLowerCase()
  return word === 'true' || word === 'false' ? word === 'true' : listOf(text)
}
