import { describe, test } from 'vitest'
import { describeEngineContract } from '../testing/engine-contract.ts'
import { createServerDatabase } from '../testing/server-database.ts'
import { testServers } from '../testing/test-env.ts'
import { openEngine } from './open-engine.ts'

describeEngineContract('the embedded engine', async (options) => {
  const engine = await openEngine({ kind: 'embedded', memory: true, ...options })
  return { engine, dispose: () => engine.close() }
})

const { databaseUrl } = testServers()
if (databaseUrl === undefined) {
  describe.skip('engine on PostgreSQL', () => {
    test('needs TEST_DATABASE_URL', () => {})
  })
} else {
  describeEngineContract('PostgreSQL', async (options) => {
    const database = await createServerDatabase(databaseUrl)
    const engine = await openEngine({ kind: 'postgres', url: database.url, max: 4, ...options })
    return {
      engine,
      dispose: async () => {
        await engine.close()
        await database.drop()
      },
    }
  })
}
