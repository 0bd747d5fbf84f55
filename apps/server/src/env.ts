import { resolve } from 'node:path'
import { type CommonConfig, commonEnv, type Environment, readEnvironment } from '@teamlore/api'
import { settings } from '@teamlore/shared/process'
import { z } from 'zod'

/** What `npm start` reads. Every description ends up in docs/configuration.md. */
export const envSchema = z.object({
  PORT: settings.PORT.describe('Port of everything: dashboard, API and MCP.'),
  TEAMLORE_HOME: z
    .string()
    .default('./.teamlore')
    .describe('Folder of the embedded database, the admin key and the log.'),
  TEAMLORE_ADMIN_KEY: settings.TEAMLORE_ADMIN_KEY.describe(
    'Fixes the first admin API key instead of generating one; no sign-in link is printed then.',
  ),
  DATABASE_URL: settings.DATABASE_URL.optional().describe(
    'PostgreSQL 15 or newer with pgvector. Unset: the embedded database.',
  ),
  REDIS_URL: settings.REDIS_URL,
  ...commonEnv,
  LOG_LEVEL: settings.LOG_LEVEL.describe('How much is written to server.log in TEAMLORE_HOME.'),
})

export type Config = CommonConfig & {
  home: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
}

/** @throws ConfigError naming every variable that is off, and why. */
export const parseEnv = (source?: Environment): Config => {
  const { env, common } = readEnvironment('Teamlore', envSchema, source)
  return {
    ...common,
    home: resolve(env.TEAMLORE_HOME),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
  }
}
