export type { DbScope } from './db-scope.ts'
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
