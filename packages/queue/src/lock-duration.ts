import type { QueueBackend } from './backends/backend.ts'

/** A process may vanish beside others, which take its jobs once their locks have ended. */
const LOCK_MS = 30_000
/**
 * The embedded database has one process. A lock that ended there would only mean that this process is slow, and whoever is slow twice
 * would be set aside. What was locked by a process before is given back at the start instead.
 */
const EMBEDDED_LOCK_MS = 60 * 60_000

export const lockMsOf = ({ kind }: Pick<QueueBackend, 'kind'>): number =>
  kind === 'embedded' ? EMBEDDED_LOCK_MS : LOCK_MS

/** How often it is looked for jobs whose lock has ended. */
export const stalledIntervalOf = (lockMs: number): number => Math.min(lockMs, LOCK_MS) / 2

/**
 * Gives back whatever a process before held, for a process that has the database to itself, before it starts workers. Without, its
 * jobs would wait for the end of their locks.
 */
export const giveBackHeldJobs = async (backend: QueueBackend): Promise<void> => {
  if (backend.kind !== 'embedded') return
  await backend.migrate()
  await backend.releaseHeldBeyond(0)
}
