import { openEngine } from '@teamlore/db'
import { createServerDatabase, testServers } from '@teamlore/db/testing'
import { describe, test } from 'vitest'
import { describeQueueContract } from './testing/queue-contract.ts'

const { databaseUrl, redisUrl } = testServers()

// The embedded engine's tests belong to the other lane.
if (process.env['TEST_ENGINE'] !== 'postgres')
  describeQueueContract('the embedded engine', {
    open: async () => {
      const engine = await openEngine({ kind: 'embedded', memory: true })
      return { config: { kind: 'embedded', pool: engine.pgPool() }, close: () => engine.close() }
    },
  })

if (databaseUrl === undefined) {
  describe.skip('queue on PostgreSQL', () => {
    test('needs TEST_DATABASE_URL', () => {})
  })
} else {
  describeQueueContract('PostgreSQL', {
    open: async () => {
      const database = await createServerDatabase(databaseUrl)
      return { config: { kind: 'postgres', url: database.url }, close: database.drop }
    },
  })
}

if (redisUrl === undefined) {
  describe.skip('queue on Redis', () => {
    test('needs TEST_REDIS_URL', () => {})
  })
} else {
  describeQueueContract('Redis', {
    open: async () => ({ config: { kind: 'redis', url: redisUrl }, close: async () => {} }),
  })
}
