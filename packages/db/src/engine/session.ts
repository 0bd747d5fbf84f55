import type { DatabaseThread } from './database-thread.ts'
import { watchIdle } from './idle-watch.ts'
import type { RowShape, ThreadResult } from './thread-protocol.ts'
import { assertDefined, assertOpen, createTransactionContext } from './transaction-context.ts'

export type SessionTransaction = {
  query(text: string, params: readonly unknown[], shape: RowShape): Promise<ThreadResult>
}

/**
 * The one session of the embedded database, shared by everybody: transactions take turns, single
 * queries slip in between them, all in the order they were asked for.
 */
export type Session = SessionTransaction & {
  transaction<T>(work: (transaction: SessionTransaction) => Promise<T>): Promise<T>
  /** Holds the session until `release`; for clients that send BEGIN themselves. */
  hold(): Promise<SessionTransaction & { release(): void }>
}

export const createSession = (
  thread: DatabaseThread,
  { idleTransactionMs }: { idleTransactionMs: number },
): Session => {
  const context = createTransactionContext()
  let turn: Promise<void> = Promise.resolve()

  /** Queues behind everything asked so far; whoever asks later waits until `release`. */
  const takeTurn = async (): Promise<() => void> => {
    const before = turn
    let release = (): void => {}
    turn = new Promise<void>((resolve) => {
      release = resolve
    })
    await before
    return release
  }

  /** The thread answers in order, so waiting for the last transaction is enough. */
  const query: Session['query'] = async (text, params, shape) => {
    context.assertOutside()
    assertDefined(params)
    await turn
    return thread.query(text, params, shape)
  }

  const inTransaction = async <T>(
    work: (transaction: SessionTransaction) => Promise<T>,
  ): Promise<T> => {
    const watch = watchIdle(idleTransactionMs)
    let firstError: unknown
    const result = await context
      .run((state) => {
        const query: Session['query'] = async (text, params, shape) => {
          assertOpen(state)
          assertDefined(params)
          return watch.during(thread.query(text, params, shape)).catch((error: unknown) => {
            firstError ??= error
            throw error
          })
        }
        return Promise.race([work({ query }), watch.expired])
      })
      .finally(watch.stop)
    const { command } = await thread.query('COMMIT', [], 'object')
    // Postgres answers COMMIT of a failed transaction with a silent ROLLBACK.
    if (command === 'ROLLBACK') {
      throw firstError ?? new Error('The transaction was rolled back because a query in it failed.')
    }
    return result
  }

  return {
    query,
    transaction: async (work) => {
      context.assertOutside()
      const release = await takeTurn()
      try {
        await thread.query('BEGIN', [], 'object')
        return await inTransaction(work)
      } catch (error) {
        // After a failed COMMIT there is nothing to roll back, which is only a warning.
        await thread.query('ROLLBACK', [], 'object').catch(() => {})
        throw error
      } finally {
        release()
      }
    },
    hold: async () => {
      context.assertOutside()
      const release = await takeTurn()
      return { query: (text, params, shape) => thread.query(text, params, shape), release }
    },
  }
}
