import { resolve } from 'node:path'
import { commonEnv, readEnvironment } from '@teamlore/api'
import { ConfigError } from '@teamlore/shared/process'
import { describe, expect, test } from 'vitest'
import { envSchema, parseEnv } from './env.ts'

describe('the settings of npm start', () => {
  test('nothing needs to be set', () => {
    expect(parseEnv({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      home: resolve('.teamlore'),
      databaseUrl: undefined,
      redisUrl: undefined,
      embedding: { provider: 'local' },
      captureSilentHours: 72,
    })
  })

  test('an empty variable counts as unset', () => {
    expect(parseEnv({ DATABASE_URL: '', PORT: '' })).toMatchObject({
      port: 4000,
      databaseUrl: undefined,
    })
  })

  test.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL: must look like postgres://'],
    [{ REDIS_URL: 'http://host' }, 'REDIS_URL: must look like redis://'],
    [{ TEAMLORE_ADMIN_KEY: 'short' }, 'TEAMLORE_ADMIN_KEY: must have at least 8 characters'],
    [{ EMBEDDING_PROVIDER: 'magic' }, 'EMBEDDING_PROVIDER'],
  ])('%o is refused by name', (env, sentence) => {
    expect(() => parseEnv(env)).toThrow(ConfigError)
    expect(() => parseEnv(env)).toThrow(sentence)
  })

  test('every variable that is off is named at once', () => {
    expect(() => parseEnv({ PORT: '-1', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })

  test('a public address loses its last slash, since paths are put after it', () => {
    expect(parseEnv({ TEAMLORE_URL: 'https://lore.example.org/' }).publicUrl).toBe(
      'https://lore.example.org',
    )
  })

  test('that the API has as a process of its own are the same here, and read alike', () => {
    const shared = Object.keys(commonEnv)
    expect(Object.keys(envSchema.shape)).toEqual(expect.arrayContaining(shared))
    const source = { CAPTURE_SILENT_HOURS: '5', TRANSCRIPT_MAX_MB: '2', SystemRoot: 'C:\\Windows' }
    const { common } = readEnvironment('Teamlore', envSchema, source)
    expect(common).toMatchObject({
      captureSilentHours: 5,
      transcripts: { maxBytes: 2 * 1024 * 1024, systemRoot: 'C:\\Windows' },
    })
    expect(parseEnv(source)).toMatchObject(common)
  })
})
