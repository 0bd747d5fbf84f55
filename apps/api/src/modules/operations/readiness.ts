import type { FastifyBaseLogger } from 'fastify'
import { describeError } from '../../errors/describe-error.ts'
import { answeredInTime, heldLoop } from './responsiveness.ts'

/** Whether requests can be served now, with a sentence when they cannot. */
export type CheckReadiness = () => Promise<{ ready: boolean; reason: string | null }>

type Deps = {
  /** Names of the migrations that the database still lacks. */
  pendingMigrations: () => Promise<readonly string[]>
  log?: FastifyBaseLogger | undefined
}

/** Ready means: the database answers, and is as new as this version needs. */
export const makeCheckReadiness = ({ pendingMigrations, log }: Deps): CheckReadiness => {
  let asked: Promise<readonly string[]> | undefined
  return async () => {
    try {
      const held = heldLoop()
      if (held !== null) return { ready: false, reason: held }
      // One question at a time: a database that hangs is not asked again by every monitor.
      asked ??= pendingMigrations().finally(() => {
        asked = undefined
      })
      const pending = await answeredInTime(asked)
      if (pending === undefined)
        return {
          ready: false,
          reason:
            'The database has not answered for 1.5 seconds; it is busy or hangs. It is asked again at the next request.',
        }
      if (pending.length === 0) return { ready: true, reason: null }
      const migrations = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
      return {
        ready: false,
        reason: `The database lacks ${migrations} of this version; they are applied when a server of this version starts.`,
      }
    } catch (error) {
      log?.warn({ failure: describeError(error) }, 'the database cannot be reached')
      return { ready: false, reason: 'The database cannot be reached. Check that it is running.' }
    }
  }
}
