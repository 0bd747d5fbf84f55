import type { Metrics } from '@teamlore/api'
import type { OnTurn } from '@teamlore/db'
import type { Logger } from 'pino'

/** Everybody else waited for so long: the log says for whom. */
const LONG_MS = 1_000
/** What whoever looks for the cause of slow pages wants to see. */
const NOTABLE_MS = 50

/** Puts how long turns on the one session of the embedded database took into the metrics, and long ones into the log. */
export const reportTurns =
  (
    { databaseTurns, databaseWaits }: Pick<Metrics, 'databaseTurns' | 'databaseWaits'>,
    log: Pick<Logger, 'warn' | 'debug'>,
  ): OnTurn =>
  ({ lane, work, waitedMs, tookMs, statements, slowest, slowestMs }) => {
    databaseTurns.observe({ lane, work }, tookMs / 1_000)
    databaseWaits.observe({ lane }, waitedMs / 1_000)
    if (tookMs < NOTABLE_MS) return
    const level = tookMs > LONG_MS ? 'warn' : 'debug'
    log[level](
      {
        lane,
        work,
        statements,
        slowest,
        waited_ms: Math.round(waitedMs),
        took_ms: Math.round(tookMs),
        slowest_ms: Math.round(slowestMs),
      },
      'a turn on the database was long',
    )
  }
