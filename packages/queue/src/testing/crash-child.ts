import { openEngine } from '@teamlore/db'
import { createQueueBackend, type QueueConfig } from '../create-queue-backend.ts'
import { createPublisherFor } from '../publisher.ts'
import { startWorkersFor } from '../start-workers.ts'
import { testJobs } from './test-jobs.ts'

/**
 * A process to be killed: takes the first job of the queue and never finishes it.
 * argv[2]: JSON of a config whose embedded kind names a directory instead of a pool.
 */

export type CrashPlace =
  | { kind: 'redis' | 'postgres'; url: string; prefix: string }
  | { kind: 'embedded'; dataDir: string; prefix: string; hasUsualLocks?: boolean }

/** What the process is to do: it may publish jobs before it takes one. */
type Crash = CrashPlace & { publishes?: readonly number[] }

export const openCrashPlace = async (
  place: CrashPlace,
): Promise<{ config: QueueConfig; close(): Promise<void> }> => {
  if (place.kind !== 'embedded') return { config: place, close: async () => {} }
  const engine = await openEngine({ kind: 'embedded', dataDir: place.dataDir })
  return {
    config: { kind: 'embedded', pool: engine.pgPool(), prefix: place.prefix },
    close: () => engine.close(),
  }
}

const isCrash = (value: unknown): value is Crash =>
  typeof value === 'object' && value !== null && 'kind' in value && 'prefix' in value

/** Only when run as a program: the test imports `openCrashPlace` from here. */
const main = async (argument: string): Promise<void> => {
  const place: unknown = JSON.parse(argument)
  if (!isCrash(place)) throw new Error('argv[2] must be a place to crash in')
  const { config } = await openCrashPlace(place)
  const backend = await createQueueBackend(config)
  await backend.migrate()
  const publisher = createPublisherFor(backend, testJobs)
  for (const n of place.publishes ?? []) await publisher.publish('sturdy', { team_id: 'team_a', n })
  const stick = async (): Promise<void> => {
    process.stdout.write('stuck\n')
    await new Promise(() => {})
  }
  await startWorkersFor(testJobs, {
    backend,
    handlers: { sturdy: stick, fragile: stick },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    ...('hasUsualLocks' in place && place.hasUsualLocks ? {} : { lockDurationMs: 2_000 }),
  })
}

if (/crash-child\.(?:ts|mjs)$/.test(process.argv[1] ?? '') && process.argv[2] !== undefined) {
  await main(process.argv[2])
}
