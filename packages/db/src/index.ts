export type { DbScope } from './db-scope.ts'
export { APP_ROLE } from './engine/app-role.ts'
export { DirectoryInUseError } from './engine/directory-lock.ts'
export type {
  DbExecutor,
  EmbeddedConfig,
  EmbeddedEngine,
  Engine,
  EngineConfig,
  MemoryConfig,
  MigrateOptions,
  PostgresConfig,
  PostgresEngine,
  SessionPool,
  Unlisten,
} from './engine/engine.types.ts'
export { openEngine } from './engine/open-engine.ts'
export { databaseMessage, rows, sqlstate } from './engine/rows.ts'
export { inTeam, type TeamSession } from './engine/team-session.ts'
export { OutsideTransactionError } from './engine/transaction-context.ts'
export type { DocumentRepository, NewDocument } from './repositories/documents.repository.ts'
export {
  LIVE_CHANNEL,
  type LiveNotice,
  OUTBOX_CHANNEL,
  type OutboxEvent,
  type OutboxRepository,
} from './repositories/outbox.repository.ts'
export type { SystemRepositories } from './system-repositories.ts'
export type { TeamRepositories } from './team-repositories.ts'
export { createUnitOfWork, type UnitOfWork } from './unit-of-work.ts'
