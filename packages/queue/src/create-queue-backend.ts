import type { BackendOptions, QueueBackend } from './backends/backend.ts'
import {
  createEmbeddedBackend,
  createServerBackend,
  type EmbeddedPool,
} from './backends/postgres-backend.ts'
import { createRedisBackend } from './backends/redis-backend.ts'

export type QueueConfig = BackendOptions &
  (
    | { kind: 'redis'; url: string }
    | { kind: 'postgres'; url: string }
    | { kind: 'embedded'; pool: EmbeddedPool }
  )

/**
 * Connects to where the jobs are kept. Call `migrate()` once before anything else.
 *
 * @throws with a sentence for people when the server cannot be reached.
 */
export const createQueueBackend = async (config: QueueConfig): Promise<QueueBackend> => {
  switch (config.kind) {
    case 'redis':
      return createRedisBackend(config)
    case 'postgres':
      return createServerBackend(config)
    case 'embedded':
      return createEmbeddedBackend(config)
  }
}
