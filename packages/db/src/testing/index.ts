export { createServerDatabase, type ServerDatabase } from './server-database.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { testServers } from './test-env.ts'
export { createTestTeam, readAsOwner, type TestMember, type TestTeam } from './test-team.ts'
