import { ConfigError } from '@teamlore/shared/process'
import { expect, test } from 'vitest'
import { envSchema, parseEnv } from './env.ts'

const DATABASE_URL = 'postgres://teamlore@localhost:5432/teamlore'

test('the database is all that must be set', () => {
  expect(parseEnv({ DATABASE_URL })).toEqual({
    database: { url: DATABASE_URL, pool: 10 },
    redisUrl: undefined,
    language: {
      model: undefined,
      dailyUsd: 2,
      dailyTokens: 1_000_000,
      idleMinutes: 5,
      minPrompts: 1,
    },
    embedding: { provider: 'local', model: 'minilm-bge', idleMs: 600_000 },
    hosts: { secret: undefined, allowedHosts: { names: new Set(), ranges: [] } },
    concurrency: 2,
    health: undefined,
    drainMs: 8_000,
    statementTimeoutMs: 300_000,
    logLevel: 'info',
  })
})

test('an empty value counts as unset', () => {
  expect(parseEnv({ DATABASE_URL, REDIS_URL: '', WORKER_HEALTH_PORT: '' })).toMatchObject({
    redisUrl: undefined,
    health: undefined,
  })
})

test('a health port brings the health server', () => {
  expect(parseEnv({ DATABASE_URL, WORKER_HEALTH_PORT: '4001' }).health).toEqual({
    port: 4001,
    host: '127.0.0.1',
  })
})

test('everything that is off is named at once', () => {
  const parse = () => parseEnv({ DATABASE_URL: 'mysql://x', WORKER_CONCURRENCY: '0' })
  expect(parse).toThrow(ConfigError)
  expect(parse).toThrow(/DATABASE_URL: must look like postgres:.*\n.*WORKER_CONCURRENCY/)
})

test('every variable says what it does', () => {
  for (const [name, schema] of Object.entries(envSchema.shape))
    expect(schema.description, name).toMatch(/\.$/)
})
