import { inject } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { openEngine } from '../engine/open-engine.ts'
// Declares what it provides.
import type { TestTemplate } from './global-setup.ts'
import { createServerDatabase } from './server-database.ts'

export type TestDatabase = { engine: Engine; [Symbol.asyncDispose](): Promise<void> }

/**
 * A fresh, migrated database of its own for one test file: embedded in memory, or a new database
 * on the server of TEST_DATABASE_URL when TEST_ENGINE=postgres. Dispose it in `afterAll`. The
 * workspace's vitest.config.ts must name `@teamlore/db/testing/global-setup` as globalSetup.
 */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const template: TestTemplate | undefined = inject('teamloreTemplate')
  if (template === undefined) {
    throw new Error(
      "createTestDatabase needs globalSetup: ['@teamlore/db/testing/global-setup'] in vitest.config.ts",
    )
  }
  if (template.kind === 'embedded') {
    const engine = await openEngine({ ...template, memory: true })
    return { engine, [Symbol.asyncDispose]: () => engine.close() }
  }
  const database = await createServerDatabase(template.serverUrl, template)
  const engine = await openEngine({ kind: 'postgres', url: database.url, max: 4 })
  return {
    engine,
    [Symbol.asyncDispose]: async () => {
      await engine.close()
      await database.drop()
    },
  }
}
