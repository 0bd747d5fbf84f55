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
