import { type EmbeddedEngine, type Engine, openEngine } from '@teamlore/db'
import { createQueueBackend, type JobHandlers, type QueueBackend } from '@teamlore/queue'
import { startWorker } from '../start-worker.ts'

/**
 * A worker process to be killed: it takes the first session, says "stuck" and goes no further.
 * argv[2]: JSON of a `CrashPlace`.
 */

export type CrashPlace = { prefix: string } & (
  | { kind: 'embedded'; dataDir: string }
  | { kind: 'postgres'; url: string; redisUrl?: string | undefined }
)

export const openCrashPlace = async (
  place: CrashPlace,
): Promise<{ engine: Engine; queue: QueueBackend; close(): Promise<void> }> => {
  const engine: Engine | EmbeddedEngine =
    place.kind === 'embedded'
      ? await openEngine({ kind: 'embedded', dataDir: place.dataDir })
      : await openEngine({ kind: 'postgres', url: place.url, max: 4 })
  await engine.migrate()
  const queue = await createQueueBackend(queueConfigOf(place, engine))
  return {
    engine,
    queue,
    close: async () => {
      await queue.close()
      await engine.close()
    },
  }
}

const queueConfigOf = (
  place: CrashPlace,
  engine: Engine,
): Parameters<typeof createQueueBackend>[0] => {
  const { prefix } = place
  if (place.kind === 'embedded' && 'pgPool' in engine)
    return { kind: 'embedded', pool: (engine as EmbeddedEngine).pgPool(), prefix }
  if (place.kind === 'postgres' && place.redisUrl !== undefined)
    return { kind: 'redis', url: place.redisUrl, prefix }
  if (place.kind === 'postgres') return { kind: 'postgres', url: place.url, prefix }
  throw new Error('An embedded place needs an embedded engine.')
}

const isPlace = (value: unknown): value is CrashPlace & { when: 'before' | 'after' } =>
  typeof value === 'object' && value !== null && 'kind' in value && 'when' in value

/** Stops for ever, before the findings are written or after, but before the queue hears of it. */
const stuck =
  (when: 'before' | 'after') =>
  (handlers: JobHandlers): JobHandlers => ({
    ...handlers,
    'distil-session': async (payload, context) => {
      if (when === 'after') await handlers['distil-session'](payload, context)
      process.stdout.write('stuck\n')
      await new Promise(() => {})
    },
  })

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** Only when run as a program: the test imports from here too. */
if (/crash-child\.(?:ts|mjs)$/.test(process.argv[1] ?? '')) {
  const place: unknown = JSON.parse(process.argv[2] ?? 'null')
  if (!isPlace(place)) throw new Error('argv[2] must be a place to crash in')
  const { engine, queue } = await openCrashPlace(place)
  await startWorker({
    engine,
    queue,
    embedder: undefined,
    log,
    lockDurationMs: 2_000,
    wrap: stuck(place.when),
  })
}
