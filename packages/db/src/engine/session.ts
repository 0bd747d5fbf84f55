import type { DatabaseThread } from './database-thread.ts'
import { assertDefined, createTransactionContext } from './transaction-context.ts'
import { runTransaction, type Session, type SessionTransaction } from './transaction-runner.ts'

/**
 * The one session of the embedded database, shared by everybody: transactions take turns, single
 * queries slip in between them, all in the order they were asked for.
 */
export type EmbeddedSession = Session & {
  /** Keeps everybody else out until `release`; for clients that send BEGIN themselves. */
  hold(): Promise<SessionTransaction & { release(): void }>
}

export const createSession = (
  thread: DatabaseThread,
  { idleTransactionMs }: { idleTransactionMs: number },
): EmbeddedSession => {
  const context = createTransactionContext()
  let turn: Promise<void> = Promise.resolve()
  // The only session there is: when it cannot be rolled back, the thread has died.
  const ground = { query: thread.query, abandon: () => {} }

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

  return {
    query: async (text, params, shape) => {
      context.assertOutside()
      assertDefined(params)
      // The thread answers in order, so waiting for the last transaction is enough.
      await turn
      return thread.query(text, params, shape)
    },
    transaction: async (work) => {
      context.assertOutside()
      const release = await takeTurn()
      try {
        return await runTransaction({ ground, context, idleMs: idleTransactionMs, work })
      } finally {
        release()
      }
    },
    hold: async () => {
      context.assertOutside()
      const release = await takeTurn()
      return { query: thread.query, release }
    },
  }
}
