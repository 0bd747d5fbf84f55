import type { Shutdown } from '@teamlore/core'
import { type Engine, type OnTurn, openEngine } from '@teamlore/db'
import { createQueueBackend, type QueueBackend } from '@teamlore/queue'
import type { Config } from './env.ts'
import type { Home } from './home.ts'

type Opened = {
  engine: Engine
  /** The same, for what machines send. */
  machines: Engine
  /** The same, for what nobody waits for. */
  background: Engine
  /** Ends a database that does not come to its end; what was committed is there at the next start. */
  abandon: () => Promise<void>
  queue: QueueBackend
  where: string
}

/** Opens database and queue of the size that the settings ask for, and registers their closing. */
export const openParts = async (
  config: Config,
  home: Home,
  shutdown: Shutdown,
  { onFatal, onTurn }: { onFatal: (error: Error) => void; onTurn: OnTurn },
): Promise<Opened> => {
  if (config.databaseUrl === undefined) {
    const engine = await openEngine({ kind: 'embedded', dataDir: home.database, onFatal, onTurn })
    shutdown.add({ name: 'database', close: () => engine.close() })
    await engine.migrate()
    const queue = await openQueue(config, { kind: 'embedded', pool: engine.pgPool() })
    shutdown.add({ name: 'queue', close: () => queue.close() })
    return {
      engine,
      machines: engine.inLane('machines'),
      background: engine.inLane('background'),
      abandon: engine.abandon,
      queue,
      where: `embedded, in ${home.database}`,
    }
  }
  const engine = await openEngine({ kind: 'postgres', url: config.databaseUrl })
  shutdown.add({ name: 'database', close: () => engine.close() })
  await engine.migrate()
  const queue = await openQueue(config, { kind: 'postgres', url: config.databaseUrl })
  shutdown.add({ name: 'queue', close: () => queue.close() })
  return {
    engine,
    machines: engine,
    background: engine,
    queue,
    // A server of its own goes on without us.
    abandon: async () => {},
    where: withoutPassword(config.databaseUrl),
  }
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
