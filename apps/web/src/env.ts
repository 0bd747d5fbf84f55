import { listOf, readSettings, settings, withoutTrailingSlash } from '@teamlore/shared/process'
import { z } from 'zod'

/** What the standalone web service reads (`docker compose`); the all-in-one server needs none of it. */
export const envSchema = z.object({
  PORT: settings.PORT.describe('Port of the dashboard; the API is reachable through it too.'),
  HOST: settings.HOST,
  TEAMLORE_URL: settings.TEAMLORE_URL.describe(
    'Address people and agents use, as the API has it. The dashboard is served below its path, and under its host name.',
  ),
  ALLOWED_HOSTS: settings.ALLOWED_HOSTS,
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
  publicUrl: string
  ownHosts: string[]
  apiUrl: string
  trustProxy: boolean | string[]
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source: Record<string, string | undefined>): Config => {
  const env = readSettings('The dashboard', envSchema, source)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: withoutTrailingSlash(env.TEAMLORE_URL ?? `http://localhost:${env.PORT}`),
    ownHosts: listOf(env.ALLOWED_HOSTS),
    apiUrl: withoutTrailingSlash(env.API_URL),
    trustProxy: env.TRUST_PROXY,
  }
}

export const readEnv = (): Config => parseEnv(process.env)
