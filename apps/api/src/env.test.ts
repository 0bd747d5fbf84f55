import { ConfigError } from '@teamlore/shared/process'
import { describe, expect, test } from 'vitest'
import { envSchema, parseEnv } from './env.ts'

const DATABASE_URL = 'postgres://teamlore@localhost:5432/teamlore'

describe('the environment of the API', () => {
  test('needs nothing but a database', () => {
    expect(parseEnv({ DATABASE_URL })).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      trustProxy: false,
      embedding: { provider: 'local' },
      redisUrl: undefined,
      rateLimits: {
        perMinute: 1200,
        perRoutePerMinute: 600,
        signInPerMinute: 20,
        failedPerMinute: 60,
      },
      signIn: { providers: [], secret: undefined },
    })
  })

  test('takes an empty variable for an unset one', () => {
    expect(parseEnv({ DATABASE_URL, TEAMLORE_URL: '', PORT: '' }).publicUrl).toBe(
      'http://localhost:4000',
    )
  })

  test('drops the slash at the end of the public address', () => {
    expect(parseEnv({ DATABASE_URL, TEAMLORE_URL: 'https://lore.test/' }).publicUrl).toBe(
      'https://lore.test',
    )
  })

  test.each([
    ['true', true],
    ['false', false],
    ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
  ])('reads TRUST_PROXY=%s', (text, expected) => {
    expect(parseEnv({ DATABASE_URL, TRUST_PROXY: text }).trustProxy).toEqual(expected)
  })

  test('refuses a number of hops, which anyone who connects directly could forge', () => {
    expect(() => parseEnv({ DATABASE_URL, TRUST_PROXY: '2' })).toThrow(/TRUST_PROXY/)
  })

  test('names every variable that is off in one error', () => {
    const broken = () => parseEnv({ PORT: 'x', TEAMLORE_URL: 'ftp://a', DATABASE_URL: 'mysql://b' })
    expect(broken).toThrow(ConfigError)
    expect(broken).toThrow(/PORT: .*\n.*DATABASE_URL: must look like postgres[\s\S]*TEAMLORE_URL/)
  })

  test('says in plain words what a value must be', () => {
    const given = {
      DATABASE_POOL: '0',
      LOG_LEVEL: 'loud',
      PORT: 'harbour',
      RATE_LIMIT_PER_MINUTE: '1.5',
      TRANSCRIPT_MAX_MB: '9999',
    }
    expect(() => parseEnv(given)).toThrow(
      new ConfigError(
        [
          'The API cannot start with these settings:',
          '  PORT: must be a number',
          '  DATABASE_URL: must look like postgres://user@host:5432/name',
          '  DATABASE_POOL: must be at least 1',
          '  TRANSCRIPT_MAX_MB: must be at most 1024',
          '  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
          '  RATE_LIMIT_PER_MINUTE: must be a whole number',
        ].join('\n'),
      ),
    )
  })

  test('describes every variable', () => {
    for (const [name, schema] of Object.entries(envSchema.shape))
      expect(schema.description, name).toMatch(/\.$/)
  })
})
