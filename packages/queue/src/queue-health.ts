import type { QueueBackend } from './backends/backend.ts'
import type { JobTable, NameOf } from './define-job.ts'
import { type JobName, jobs } from './jobs.ts'
import { jobOptions } from './publisher.ts'
import { isLostReason, RETRIED, SET_ASIDE_REASON } from './set-aside.ts'

export type JobCounts = {
  waiting: number
  active: number
  /** To run at a later time, retries included. */
  delayed: number
  /** Of the last ones kept. */
  completed: number
  /** Dead. */
  failed: number
}

export type DeadJob<N extends string = JobName> = {
  /** `<job>/<number>`: what `retryDead` and `discardDead` take. */
  id: string
  name: N
  payload: Record<string, unknown>
  attempts: number
  reason: string
  failedAt: Date
}

export type QueueHealthOf<N extends string> = {
  counts(): Promise<Record<N, JobCounts>>
  /** Newest first. `teamId`: only those whose payload names this team. */
  listDead(options?: { teamId?: string; limit?: number }): Promise<DeadJob<N>[]>
  /** Publishes it again, with all its attempts. `false`: there is no such dead job. */
  retryDead(id: string, options?: { teamId?: string }): Promise<boolean>
  /** Forgets it. `false`: there is no such dead job. */
  discardDead(id: string, options?: { teamId?: string }): Promise<boolean>
}

export type QueueHealth = QueueHealthOf<JobName>

const DEFAULT_LIMIT = 100
/** How far back a team's dead jobs are looked for. */
const SCAN = 1_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const belongsTo = (payload: unknown, teamId: string | undefined): boolean =>
  teamId === undefined || (isRecord(payload) && payload['team_id'] === teamId)

const countsOf = async (backend: QueueBackend, name: string): Promise<JobCounts> => {
  const found = await backend
    .queue(name)
    .getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed')
  // A job with a place in the line is counted apart by the queue; it waits like any other.
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, completed = 0, failed = 0 } = found
  return { waiting: waiting + prioritized, active, delayed, completed, failed }
}

export const createQueueHealthFor = <T extends JobTable>(
  backend: QueueBackend,
  table: T,
): QueueHealthOf<NameOf<T>> => {
  const names = Object.keys(table) as NameOf<T>[]

  const deadOf = async (name: NameOf<T>, teamId: string | undefined, limit: number) => {
    const failed = await backend.queue(name).getFailed(0, (teamId === undefined ? limit : SCAN) - 1)
    return failed
      .filter((job) => belongsTo(job.data, teamId))
      .map((job) => ({
        id: `${name}/${job.id}`,
        name,
        payload: isRecord(job.data) ? job.data : {},
        attempts: job.attemptsMade,
        reason: isLostReason(job.failedReason) ? SET_ASIDE_REASON : (job.failedReason ?? ''),
        failedAt: new Date(job.finishedOn ?? job.timestamp),
      }))
  }

  const findDead = async (id: string, teamId: string | undefined) => {
    const [name = '', number = ''] = id.split('/')
    if (!Object.hasOwn(table, name)) return undefined
    const job = await backend.queue(name).getJob(number)
    if (!job || !belongsTo(job.data, teamId) || !(await job.isFailed())) return undefined
    return { name, job }
  }

  return {
    counts: async () => {
      const entries = await Promise.all(
        names.map(async (name) => [name, await countsOf(backend, name)]),
      )
      return Object.fromEntries(entries) as Record<NameOf<T>, JobCounts>
    },
    listDead: async ({ teamId, limit = DEFAULT_LIMIT } = {}) => {
      const lists = await Promise.all(names.map((name) => deadOf(name, teamId, limit)))
      return lists
        .flat()
        .sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
        .slice(0, limit)
    },
    retryDead: async (id, { teamId } = {}) => {
      const dead = await findDead(id, teamId)
      if (!dead) return false
      const { name, job } = dead
      // Published again rather than revived, so that it takes its key again and never runs beside
      // a younger job of the same key. A crash in between leaves both, which is harmless.
      const payload = table[name]?.payload.safeParse(job.data)
      if (!payload?.success) {
        throw new Error(`The payload of ${id} is invalid, so it can only be discarded.`)
      }
      // A set-aside job keeps all of its key from running: no more, before the new one is there.
      await job.updateProgress(RETRIED)
      await backend
        .queue(name)
        .add(name, payload.data, jobOptions(backend, table, { name, payload: payload.data }))
      await job.remove()
      return true
    },
    discardDead: async (id, { teamId } = {}) => {
      const dead = await findDead(id, teamId)
      if (!dead) return false
      await dead.job.remove()
      return true
    },
  }
}

export const createQueueHealth = (backend: QueueBackend): QueueHealth =>
  createQueueHealthFor(backend, jobs)
