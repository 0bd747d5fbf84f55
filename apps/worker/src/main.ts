import { createShutdown } from '@teamlore/core'
import { openEngine } from '@teamlore/db'
import { openEmbedders } from '@teamlore/models'
import { createQueueBackend } from '@teamlore/queue'
import { explainListenError, LEAVES_START_AFTER_MS, runProcess } from '@teamlore/shared/process'
import { type Logger, pino } from 'pino'
import { openLanguage } from './compose.ts'
import { type Config, readEnv } from './env.ts'
import { startHealthServer } from './health-server.ts'
import { startWorker } from './start-worker.ts'

/** The worker as a process of its own, for installations with PostgreSQL. */
const serve = async (config: Config, log: Logger): Promise<{ close: () => Promise<void> }> => {
  const shutdown = createShutdown({
    onError: (name, error) => log.error({ name, failure: String(error) }, 'could not be closed'),
  })
  try {
    const { database, redisUrl } = config
    const engine = await openEngine({ kind: 'postgres', url: database.url, max: database.pool })
    shutdown.add({ name: 'database', close: () => engine.close() })
    await engine.migrate()
    const onError = (error: Error) => log.warn({ reason: error.message }, 'the queue had an error')
    const queue = await createQueueBackend(
      redisUrl === undefined
        ? { kind: 'postgres', url: database.url, onError }
        : { kind: 'redis', url: redisUrl, onError },
    )
    shutdown.add({ name: 'queue', close: () => queue.close() })
    const { embedder } = await openEmbedders(config.embedding, { log, shutdown })
    const { concurrency, drainMs, statementTimeoutMs } = config
    const worker = await startWorker({
      engine,
      queue,
      embedder,
      log,
      concurrency,
      drainMs,
      statementTimeoutMs,
      language: openLanguage(config.language),
      hosts: config.hosts,
    })
    shutdown.add({ name: 'worker', close: worker.close })
    if (config.health !== undefined) {
      const { port, host } = config.health
      const health = await startHealthServer(worker.check, config.health).catch((error) => {
        throw explainListenError(error, port, host)
      })
      shutdown.add({ name: 'health server', close: health.close })
    }
    const embedding = embedder?.space.id ?? 'none'
    log.info({ queue: queue.kind, embedding, concurrency }, 'worker is ready')
    return { close: shutdown.run }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

let log: Logger | undefined

await runProcess(
  async () => {
    const config = readEnv()
    log = pino({ level: config.logLevel })
    return serve(config, log)
  },
  {
    onStop: (cause) => log?.info({ cause }, 'closing'),
    leavesAfterMs: LEAVES_START_AFTER_MS,
  },
)
