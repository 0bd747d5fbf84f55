import { randomUUID } from 'node:crypto'
import { createShutdown } from '@teamlore/core'
import type { Engine } from '@teamlore/db'
import type { Embedder } from '@teamlore/models'
import {
  createHasten,
  createPublisher,
  createQueueHealth,
  type JobHandlers,
  type QueueBackend,
  type QueueLog,
  startWorkers,
} from '@teamlore/queue'
import { composeWorker, type LanguageOptions } from './compose.ts'
import type { HostOptions } from './compose-hosts.ts'
import { type GiveWay, givingWay, givingWayFirst } from './giving-way.ts'
import { startHealthReporter } from './health-reporter.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createLiveness, type Liveness } from './liveness.ts'
import { startOutboxRelay } from './outbox-relay.ts'
import { startPulse } from './pulse.ts'
import { startSchedules } from './schedules.ts'

export type WorkerOptions = {
  /** Migrated already. */
  engine: Engine
  queue: QueueBackend
  /** Undefined: nothing is embedded, and search works by words alone. */
  embedder: Embedder | undefined
  /** Undefined: sessions are distilled by rules alone. */
  language?: LanguageOptions | undefined
  /** What is needed to ask hosts that teams are connected to; none is asked by default. */
  hosts?: HostOptions | undefined
  log: QueueLog
  /** Sessions distilled at once; 2 by default. */
  concurrency?: number
  /** How long running jobs may take to finish at `close`; 8 s by default. */
  drainMs?: number
  /** What one statement of a job may take on PostgreSQL; 5 minutes by default. */
  statementTimeoutMs?: number
  /** Jobs and events of a process that vanished are taken again after this time; 30 s by default. */
  lockDurationMs?: number
  /** Awaited before each piece of background work, where people who wait share its process; nobody is waited for by default. */
  giveWay?: GiveWay
  /** Wraps the handlers; for tests that want to look on or interfere. */
  wrap?: (handlers: JobHandlers) => JobHandlers
}

export type RunningWorker = {
  /** Whether jobs are being picked up, with the reasons when not. */
  check(): Liveness
  /** Stops taking events and jobs, waits for what runs, and takes the health report back. */
  close(): Promise<void>
}

type Composed = ReturnType<typeof composeWorker>

const CONCURRENCY = 2
const DRAIN_MS = 8_000
const STATEMENT_TIMEOUT_MS = 300_000
/** How often it is looked whether jobs wait for a time that only a wrong clock named. */
const HASTEN_MS = 60_000

const startHastening = ({ queue, log }: WorkerOptions, explain: (error: unknown) => string) => {
  const hasten = createHasten(queue)
  return startPulse({
    everyMs: HASTEN_MS,
    beat: () => hasten(Date.now()),
    onError: (error) => log.warn({ reason: explain(error) }, 'delayed jobs could not be looked at'),
  })
}

/** A worker that said nothing for so long has no sockets any more. */
const LEASE_MS = 30_000

const startSockets = (
  { log, lockDurationMs = LEASE_MS }: WorkerOptions,
  { socketsToSlack, explain }: Pick<Composed, 'socketsToSlack' | 'explain'>,
) => {
  const sockets = socketsToSlack({
    leaseSeconds: lockDurationMs / 1_000,
    onError: (slack, error) =>
      log.warn({ slack, reason: explain(error) }, 'a socket to Slack failed'),
  })
  const pulse = startPulse({
    everyMs: lockDurationMs / 6,
    beat: sockets.beat,
    onError: (error) => log.warn({ reason: explain(error) }, 'sockets to Slack cannot be taken'),
  })
  return {
    close: async () => {
      await pulse.close()
      await sockets.close()
    },
  }
}

/**
 * Everything that happens in the background, in this process: committed events become jobs, jobs are run, what is due
 * is scheduled, and the state of it is reported. Engine, queue and embedder are closed by who opened them, afterwards.
 */
export const startWorker = async (options: WorkerOptions): Promise<RunningWorker> => {
  const { engine, queue, log, giveWay, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const embedder = options.embedder && givingWay(options.embedder, giveWay)
  const bounds = { giveWay, statementTimeoutMs, hosts: options.hosts }
  const composed = composeWorker(engine, embedder, options.language, bounds)
  const { unitOfWorkOf, explain } = composed
  await queue.migrate()
  const liveness = createLiveness()
  const publisher = createPublisher(queue)
  const queueHealth = createQueueHealth(queue)
  const shutdown = createShutdown({
    onError: (part, error) => log.error({ part, reason: explain(error) }, 'closing failed'),
  })
  const reporter = startHealthReporter({
    unitOfWork: unitOfWorkOf('health-report'),
    queueHealth,
    liveness,
    markDistilFailed: composed.markDistilFailed,
    space: embedder?.space ?? null,
    workerId: randomUUID(),
    startedAt: new Date(),
    log,
    explain,
  })
  shutdown.add({ name: 'health reports', close: reporter.close })
  const workers = await startWorkers({
    backend: queue,
    handlers: givingWayFirst(options.wrap?.(composed.handlers) ?? composed.handlers, giveWay),
    concurrency: { 'distil-session': options.concurrency ?? CONCURRENCY },
    log,
    onEvent: reporter.onEvent,
    ...(options.lockDurationMs === undefined ? {} : { lockDurationMs: options.lockDurationMs }),
  })
  const timeoutMs = options.drainMs ?? DRAIN_MS
  const close = async () => void (await workers.close({ timeoutMs }))
  shutdown.add({ name: 'running jobs', close })
  const scheduled = startSchedules({
    unitOfWork: unitOfWorkOf('schedules'),
    publisher,
    log,
    explain,
    language: options.language,
  })
  shutdown.add({ name: 'schedules', close: scheduled.close })
  const housekeeping = startHousekeeping({ analyseTables: composed.analyseTables, log, explain })
  shutdown.add({ name: 'housekeeping', close: housekeeping.close })
  shutdown.add({ name: 'what was delayed', close: startHastening(options, explain).close })
  const relay = startOutboxRelay({
    unitOfWork: unitOfWorkOf('outbox-relay'),
    publisher,
    queueHealth,
    log,
    explain,
    onTick: liveness.relayed,
    ...(options.lockDurationMs === undefined ? {} : { claimMs: options.lockDurationMs }),
  })
  shutdown.add({ name: 'outbox relay', close: relay.close })
  shutdown.add({ name: 'sockets to Slack', close: startSockets(options, composed).close })
  const unlisten = await composed.onOutbox(relay.wake)
  shutdown.add({ name: 'outbox notifications', close: unlisten })
  return {
    check: liveness.check,
    close: () => {
      liveness.closing()
      return shutdown.run()
    },
  }
}
