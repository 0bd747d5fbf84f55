import type { DatabaseThread } from './database-thread.ts'
import { createTurns, type Lane, type Turns } from './session-turns.ts'
import {
  assertDefined,
  createTransactionContext,
  type TransactionContext,
} from './transaction-context.ts'
import { runTransaction, type Session, type SessionTransaction } from './transaction-runner.ts'

/**
 * The one session of the embedded database, shared by everybody: transactions take turns, single
 * queries slip in between them, all in the order they were asked for.
 */
export type EmbeddedSession = Session & {
  /** Keeps everybody else out until `release`; for clients that send BEGIN themselves. */
  hold(): Promise<SessionTransaction & { release(): void }>
}

type Options = { idleTransactionMs: number }
type Parts = Options & { thread: DatabaseThread; turns: Turns; context: TransactionContext }

/** The same session once for each lane. */
export const createSessions = (
  thread: DatabaseThread,
  options: Options,
): Record<Lane, EmbeddedSession> => {
  const parts = { ...options, thread, turns: createTurns(), context: createTransactionContext() }
  return {
    first: sessionOf('first', parts),
    machines: sessionOf('machines', parts),
    background: sessionOf('background', parts),
  }
}

const sessionOf = (
  lane: Lane,
  { thread, turns, context, idleTransactionMs }: Parts,
): EmbeddedSession => {
  // The only session there is: when it cannot be rolled back, the thread has died.
  const ground = { query: thread.query, abandon: () => {} }
  return {
    query: async (text, params, shape) => {
      context.assertOutside()
      assertDefined(params)
      const release = await turns.take(lane)
      try {
        const answer = thread.query(text, params, shape)
        // The thread answers in order, so who comes next need not wait for it. What is in the background does: what it
        // has asked already nobody can get ahead of.
        return lane === 'first' ? answer : await answer
      } finally {
        release()
      }
    },
    transaction: async (work) => {
      context.assertOutside()
      const release = await turns.take(lane)
      try {
        return await runTransaction({ ground, context, idleMs: idleTransactionMs, work })
      } finally {
        release()
      }
    },
    hold: async () => {
      context.assertOutside()
      const release = await turns.take(lane)
      return { query: thread.query, release }
    },
  }
}
