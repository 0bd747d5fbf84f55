import { inject } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { openEngine } from '../engine/open-engine.ts'
// Declares what it provides.
import type { TestTemplate } from './global-setup.ts'
import { createServerDatabase } from './server-database.ts'

export type TestDatabase = { engine: Engine; [Symbol.asyncDispose](): Promise<void> }

const givenTemplate = (): TestTemplate => {
  const template: TestTemplate | undefined = inject('teamloreTemplate')
  if (template !== undefined) return template
  throw new Error(
    "A test database needs globalSetup: ['@teamlore/db/testing/global-setup'] in vitest.config.ts",
  )
}

/**
 * A fresh, migrated database of its own: embedded in memory, or a new database on the server of TEST_DATABASE_URL when
 * TEST_ENGINE=postgres. For files that count, sweep or change what is not of one team; dispose it in `afterAll`. The
 * workspace's vitest.config.ts must name `@teamlore/db/testing/global-setup` as globalSetup.
 */
export const createOwnTestDatabase = async (): Promise<TestDatabase> => {
  const template = givenTemplate()
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

/** Of one test process, whose files share their modules or not. */
const processWide = globalThis as typeof globalThis & {
  teamloreTestDatabase?: Promise<TestDatabase>
}

/**
 * The database that all files of a test process share: each makes teams of its own, which row-level security keeps apart. It
 * ends with the process; opening it takes most of the time of a file's first test.
 */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  processWide.teamloreTestDatabase ??= createOwnTestDatabase()
  const { engine } = await processWide.teamloreTestDatabase
  return { engine, [Symbol.asyncDispose]: async () => {} }
}
