import { z } from 'zod'

/** What the standalone web service reads (`docker compose`); the all-in-one server needs none of it. */
export const envSchema = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4000)
    .describe('Port of the dashboard; the API is reachable through it too.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. 0.0.0.0 lets other machines in; put TLS in front of it then.'),
  API_URL: z
    .url({ protocol: /^https?$/, error: 'must look like http://api:4000' })
    .default('http://127.0.0.1:4001')
    .describe('Where the API service is, as seen from the web service.'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[\d.a-f:/, ]*[.:][\d.a-f:/, ]*)$/i, 'must be true, false or addresses')
    .default('false')
    .describe(
      'Whose X-Forwarded-* headers count: true, false, or addresses and CIDR ranges with commas. Needed behind TLS.',
    ),
})

export type Config = {
  port: number
  host: string
  apiUrl: string
  trustProxy: boolean | string[]
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  // An empty variable is what a compose file makes of an unset one.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = envSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new ConfigError(`The dashboard cannot start with these settings:\n${lines.join('\n')}`)
  }
  const { PORT, HOST, API_URL, TRUST_PROXY } = parsed.data
  return {
    port: PORT,
    host: HOST,
    apiUrl: API_URL.replace(/\/+$/, ''),
    trustProxy: parseTrustProxy(TRUST_PROXY),
  }
}

const parseTrustProxy = (text: string): boolean | string[] => {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  return text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
}

export const readEnv = (): Config => parseEnv(process.env)
