import type { Shutdown } from '@teamlore/core'
import { type Engine, openEngine } from '@teamlore/db'
import { createQueueBackend, type QueueBackend } from '@teamlore/queue'
import type { Config } from './env.ts'
import type { Home } from './home.ts'

type Opened = {
  engine: Engine
  /** The same, for what nobody waits for. */
  background: Engine
  queue: QueueBackend
  where: string
}

/** Opens database and queue of the size that the settings ask for, and registers their closing. */
export const openParts = async (
  config: Config,
  home: Home,
  shutdown: Shutdown,
  onFatal: (error: Error) => void,
): Promise<Opened> => {
  if (config.databaseUrl === undefined) {
    const engine = await openEngine({ kind: 'embedded', dataDir: home.database, onFatal })
    shutdown.add({ name: 'database', close: () => engine.close() })
    await engine.migrate()
    const queue = await openQueue(config, { kind: 'embedded', pool: engine.pgPool() })
    shutdown.add({ name: 'queue', close: () => queue.close() })
    const background = engine.inBackground()
    return { engine, background, queue, where: `embedded, in ${home.database}` }
  }
  const engine = await openEngine({ kind: 'postgres', url: config.databaseUrl })
  shutdown.add({ name: 'database', close: () => engine.close() })
  await engine.migrate()
  const queue = await openQueue(config, { kind: 'postgres', url: config.databaseUrl })
  shutdown.add({ name: 'queue', close: () => queue.close() })
  return { engine, background: engine, queue, where: withoutPassword(config.databaseUrl) }
}

const openQueue = (
  { redisUrl }: Config,
  inDatabase: Parameters<typeof createQueueBackend>[0],
): Promise<QueueBackend> =>
  createQueueBackend(redisUrl === undefined ? inDatabase : { kind: 'redis', url: redisUrl })

const withoutPassword = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  url.password = ''
  return url.href
}
