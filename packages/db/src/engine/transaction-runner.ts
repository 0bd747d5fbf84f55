import { watchIdle } from './idle-watch.ts'
import type { RowShape, ThreadResult } from './thread-protocol.ts'
import { assertDefined, assertOpen, type TransactionContext } from './transaction-context.ts'

export type QueryFunction = (
  text: string,
  params: readonly unknown[],
  shape: RowShape,
) => Promise<ThreadResult>

/** What code inside a transaction may use. */
export type SessionTransaction = { query: QueryFunction }

/** What a transaction runs on: one session of the database, for as long as it lasts. */
export type TransactionGround = SessionTransaction & {
  /** The session could not even be rolled back: nobody may use it again. */
  abandon(): void
}

/** Both engines behave so: alone on the session, answered in order, undone when anything failed. */
export type Session = SessionTransaction & {
  transaction<T>(work: (transaction: SessionTransaction) => Promise<T>): Promise<T>
}

type Parts<T> = {
  ground: TransactionGround
  context: TransactionContext
  idleMs: number
  work: (transaction: SessionTransaction) => Promise<T>
}

/** BEGIN, the work, COMMIT; ROLLBACK when the work throws, sits idle or has swallowed an error. */
export const runTransaction = async <T>(parts: Parts<T>): Promise<T> => {
  const { ground } = parts
  await ground.query('BEGIN', [], 'object')
  try {
    return await workAndCommit(parts)
  } catch (error) {
    // After a failed COMMIT there is nothing to roll back, which is only a warning.
    await ground.query('ROLLBACK', [], 'object').catch(() => ground.abandon())
    throw error
  }
}

const workAndCommit = async <T>({ ground, context, idleMs, work }: Parts<T>): Promise<T> => {
  const watch = watchIdle(idleMs)
  let firstError: unknown
  const result = await context
    .run((state) => {
      const query: QueryFunction = async (text, params, shape) => {
        assertOpen(state)
        assertDefined(params)
        return watch.during(ground.query(text, params, shape)).catch((error: unknown) => {
          firstError ??= error
          throw error
        })
      }
      return Promise.race([work({ query }), watch.expired])
    })
    .finally(watch.stop)
  const { command } = await ground.query('COMMIT', [], 'object')
  // Postgres answers COMMIT of a failed transaction with a silent ROLLBACK.
  if (command === 'ROLLBACK') {
    throw firstError ?? new Error('The transaction was rolled back because a query in it failed.')
  }
  return result
}
