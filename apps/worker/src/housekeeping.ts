import type { QueueLog } from '@teamlore/queue'
import { type Pulse, startPulse } from './pulse.ts'

type Deps = {
  /** Of those tables that need it. */
  analyseTables: (options: { signal: AbortSignal }) => Promise<{ table: string; ms: number }[]>
  log: QueueLog
  explain: (error: unknown) => string
}

/** Often enough that whoever asks after a first import is answered by good plans; looking costs a millisecond or two. */
const EVERY_MS = 10_000

/** Keeps the database quick to ask while tables grow. Every worker does it; what one is at, others pass over. */
export const startHousekeeping = ({ analyseTables, log, explain }: Deps): Pulse => {
  const stopping = new AbortController()
  const pulse = startPulse({
    everyMs: EVERY_MS,
    firstMs: EVERY_MS / 2,
    beat: async () => {
      for (const analysed of await analyseTables({ signal: stopping.signal }))
        log.info(analysed, 'a table was analysed')
    },
    onError: (error) => log.warn({ reason: explain(error) }, 'tables could not be analysed'),
  })
  return {
    wake: pulse.wake,
    close: () => {
      stopping.abort()
      return pulse.close()
    },
  }
}
