import { openEmbedded } from './embedded-engine.ts'
import type {
  EmbeddedConfig,
  EmbeddedEngine,
  Engine,
  EngineConfig,
  MemoryConfig,
  PostgresConfig,
  PostgresEngine,
} from './engine.types.ts'
import { openPostgres } from './postgres-engine.ts'

type OpenEngine = {
  (config: EmbeddedConfig | MemoryConfig): Promise<EmbeddedEngine>
  (config: PostgresConfig): Promise<PostgresEngine>
  (config: EngineConfig): Promise<Engine>
}

/**
 * Opens the database, whichever size. Does not migrate.
 *
 * @throws DirectoryInUseError when another process has the embedded directory open; otherwise an
 * Error whose sentence says what is missing.
 */
export const openEngine: OpenEngine = ((config: EngineConfig) =>
  config.kind === 'embedded' ? openEmbedded(config) : openPostgres(config)) as OpenEngine
