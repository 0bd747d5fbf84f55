import type { z } from 'zod'

export type Payload = z.ZodType<Record<string, unknown>>

export type JobDefinition<S extends Payload = Payload> = {
  /** Ids only: the row is the truth, and it may have changed since the job was queued. */
  payload: S
  /** How often it is tried before it is dead. */
  attempts: number
  /** Milliseconds before the second try; doubled for each one after it. */
  backoffMs: number
  /**
   * Jobs of one key are one job: while it waits, publishing it again changes nothing; while it
   * runs, publishing it again makes it run once more afterwards, so nothing is missed.
   * Everything in the payload that matters must be in the key.
   */
  key: (payload: z.infer<S>) => string
  /**
   * Run again, it goes on where it was: closing gives it back at once instead of waiting for its end, and so does a run that takes
   * longer than a run may.
   */
  isResumable?: boolean
}

/** Name of the job → its contract. The name is what lies in the queue: never change one. */
export type JobTable = Record<string, JobDefinition>

export const defineJob = <S extends Payload>(job: {
  payload: S
  attempts: number
  backoffMs: number
  key(payload: z.infer<S>): string
  isResumable?: boolean
}): JobDefinition<S> => job

export type NameOf<T extends JobTable> = keyof T & string
export type PayloadOf<T extends JobTable, N extends NameOf<T>> = z.infer<T[N]['payload']>

/** A job with its payload, of any name of the table. */
export type JobOf<T extends JobTable> = {
  [N in NameOf<T>]: { name: N; payload: PayloadOf<T, N>; delayMs?: number }
}[NameOf<T>]

export type JobContext = {
  /**
   * Aborted when the worker has to stop now, or somebody else took the job over; of a job that can be resumed, also when its run has
   * taken as long as one may. Pass it on.
   */
  signal: AbortSignal
  jobId: string
  /** 1 for the first try. */
  attempt: number
  /**
   * Aborted when `signal` is, and when a job that can be resumed has had its turn while others wait. For who looks at it between
   * parts: the one at hand is done to its end.
   */
  turn: AbortSignal
  /** The run has taken as long as one may, or as its turn may while others wait. Who works in parts that may not be cut ends after the one it is at. */
  isTimeUp: () => boolean
}

/** A job without a handler does not compile. */
export type HandlersOf<T extends JobTable> = {
  [N in NameOf<T>]: (payload: PayloadOf<T, N>, context: JobContext) => Promise<void>
}
