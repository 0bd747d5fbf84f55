import type { Engine } from '../engine/engine.types.ts'

export type TestDatabase = { engine: Engine; [Symbol.asyncDispose](): Promise<void> }

/**
 * A fresh, migrated database of its own for one test file: embedded in memory, or a new database
 * on the server of TEST_DATABASE_URL when TEST_ENGINE=postgres. Dispose it in `afterAll`.
 */
export declare const createTestDatabase: () => Promise<TestDatabase>
