import { readSettings, settings, withoutTrailingSlash } from '@teamlore/shared/process'
import { z } from 'zod'

/** What the standalone web service reads (`docker compose`); the all-in-one server needs none of it. */
export const envSchema = z.object({
  PORT: settings.PORT.describe('Port of the dashboard; the API is reachable through it too.'),
  HOST: settings.HOST,
  API_URL: z
    .url({ protocol: /^https?$/, error: 'must look like http://api:4000' })
    .default('http://127.0.0.1:4001')
    .describe('Where the API service is, as seen from the web service.'),
  TRUST_PROXY: settings.TRUST_PROXY.describe(
    'Whose X-Forwarded-* headers count: true, false, or addresses and CIDR ranges with commas. Needed behind TLS.',
  ),
})

export type Config = {
  port: number
  host: string
  apiUrl: string
  trustProxy: boolean | string[]
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  const { PORT, HOST, API_URL, TRUST_PROXY } = readSettings('The dashboard', envSchema, source)
  return {
    port: PORT,
    host: HOST,
    apiUrl: withoutTrailingSlash(API_URL),
    trustProxy: TRUST_PROXY,
  }
}

export const readEnv = (): Config => parseEnv(process.env)
