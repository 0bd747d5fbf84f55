export { createServerDatabase, type ServerDatabase } from './server-database.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { testServers } from './test-env.ts'
