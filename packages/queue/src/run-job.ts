import { UnrecoverableError, WaitingError } from 'bullmq'
import type { JobProcessor, RawJob } from './backends/backend.ts'
import type { JobContext, JobDefinition } from './define-job.ts'
import { inLine, type Turns } from './turns.ts'

/** The part of a pino logger that is used. */
export type QueueLog = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export type JobEvent = {
  /** `retrying`: failed and will be tried again; `dead`: failed permanently; `returned`: given back at shutdown, or as its run took too long. */
  type: 'completed' | 'retrying' | 'dead' | 'returned'
  job: string
  jobId: string
  attempt: number
  /** From the start of this attempt to its end. */
  durationMs: number
  /** From publishing to the start of this attempt, earlier attempts and delays included. */
  waitedMs: number
  reason?: string
}

type RunnerParts = {
  name: string
  definition: JobDefinition
  handler: (payload: Record<string, unknown>, context: JobContext) => Promise<void>
  log: QueueLog
  onEvent: (event: JobEvent) => void
  /** Aborted when the time to drain is over. */
  stop: AbortSignal
  /** What one run may take. */
  runMs: number
  /** What one turn may take while others wait. */
  turnMs: number
  turns: Turns
  /** Whether another job of this name waits to be run. */
  othersWait: () => Promise<boolean>
  /** Whether a job of the same key lost its worker twice, and waits for a person. */
  isSetAside?: (payload: Record<string, unknown>) => Promise<boolean>
}

const MAX_REASON = 500

/**
 * Why it failed, fit to be stored with the job and shown: drizzle's messages hold the statement
 * with its parameters, which are team data, so the database's own words are taken instead.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error).slice(0, MAX_REASON)
  const wrapped = 'query' in error && 'params' in error && error.cause instanceof Error
  return (wrapped && error.cause instanceof Error ? error.cause : error).message.slice(
    0,
    MAX_REASON,
  )
}

const isPermanent = (error: unknown): boolean =>
  error instanceof UnrecoverableError ||
  (error instanceof Error && 'permanent' in error && error.permanent === true)

/** Only the frames: the first lines of a stack repeat the message. */
const framesOf = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter((line) => line.startsWith('    at '))
        .join('\n')
    : ''

const toStoredError = (error: unknown, permanent: boolean): Error => {
  const reason = reasonOf(error)
  const stored = permanent ? new UnrecoverableError(reason) : new Error(reason)
  stored.stack = `${stored.name}: ${reason}\n${framesOf(error)}`
  return stored
}

const parsePayload = (name: string, definition: JobDefinition, data: unknown) => {
  const parsed = definition.payload.safeParse(data)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  throw new UnrecoverableError(`The payload of ${name} is invalid: ${issues.join('; ')}`)
}

/** Wraps a handler: parses, measures, logs one line and decides between again and never. */
export const createJobProcessor = (parts: RunnerParts): JobProcessor => {
  const { name, definition } = parts
  return async (job, token, lockSignal) => {
    const started = Date.now()
    const attempt = job.attemptsMade + 1
    const jobId = job.id ?? ''
    const reportRun = (type: JobEvent['type'], reason?: string): void =>
      report(parts, {
        type,
        job: name,
        jobId,
        attempt,
        durationMs: Date.now() - started,
        waitedMs: Math.max(0, started - job.timestamp),
        ...(reason === undefined ? {} : { reason }),
      })
    const time = timeOf(parts)
    const { isUp: isTimeUp } = time
    const place = placeIn(parts, job)
    place.taken()
    try {
      const payload = parsePayload(name, definition, job.data)
      const signal = time.orUntil(lockSignal)
      // Nothing is lost: it runs when somebody has the one that was set aside tried again.
      if (await parts.isSetAside?.(payload)) {
        parts.log.warn({ job: name, jobId }, `job ${name} is set aside and was not run`)
        return
      }
      const turn = time.turnOrUntil(signal)
      await parts.handler(payload, { signal, turn, jobId, attempt, isTimeUp })
      reportRun('completed')
    } catch (error) {
      if (time.ends.aborted || time.isTurnOver(error)) {
        // Without losing an attempt, and behind the first of every other team.
        await place.giveBack(token)
        reportRun('returned')
        throw new WaitingError()
      }
      const isLast = attempt >= (job.opts.attempts ?? definition.attempts)
      const permanent = isPermanent(error)
      reportRun(permanent || isLast ? 'dead' : 'retrying', reasonOf(error))
      throw toStoredError(error, permanent)
    } finally {
      time.done()
    }
  }
}

/** The time of one run, and what ends it through no fault of the job's: what is left of it comes with the next. */
const timeOf = ({ definition, stop, runMs, turnMs, othersWait }: RunnerParts) => {
  const limit = new AbortController()
  const turn = new AbortController()
  const look = async (): Promise<void> => {
    // Who cannot find out goes on: the run is bounded all the same.
    if (await othersWait().catch(() => false)) turn.abort(new Error('It is the turn of others.'))
  }
  const looks = definition.isResumable ? setInterval(() => void look(), turnMs) : undefined
  const late = setTimeout(() => limit.abort(new Error('The run took too long.')), runMs)
  const ends = definition.isResumable ? AbortSignal.any([stop, limit.signal]) : stop
  return {
    ends,
    orUntil: (lockLost: AbortSignal | undefined): AbortSignal =>
      lockLost ? AbortSignal.any([ends, lockLost]) : ends,
    turnOrUntil: (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, turn.signal]),
    // Of itself: what fails by chance then has failed.
    isTurnOver: (error: unknown) => turn.signal.aborted && error === turn.signal.reason,
    isUp: () => limit.signal.aborted || turn.signal.aborted,
    done: () => {
      clearTimeout(late)
      clearInterval(looks)
    },
  }
}

/** Where a job that runs is in the line, and how it goes back into it. */
const placeIn = ({ name, definition, turns }: RunnerParts, job: RawJob) => {
  const payload = definition.payload.safeParse(job.data).data
  const asked = payload && inLine(name, payload, definition.key(payload))
  return {
    taken: (): void => {
      turns.reached(name, job.priority)
      if (asked) turns.left(name, asked.key)
    },
    giveBack: async (token: string | undefined): Promise<void> => {
      if (asked) await job.changePriority({ priority: turns.againOf(asked) })
      await job.moveToWait(token)
    },
  }
}

const report = ({ log, onEvent }: RunnerParts, event: JobEvent): void => {
  const { type, job } = event
  if (type === 'completed' || type === 'returned') log.info(event, `job ${job} ${type}`)
  else if (type === 'retrying') log.warn(event, `job ${job} failed and will be tried again`)
  else log.error(event, `job ${job} is dead`)
  onEvent(event)
}
