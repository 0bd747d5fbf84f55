import type { DatabaseThread } from './database-thread.ts'
import { createTurns, type Lane, type Turns } from './session-turns.ts'
import {
  assertDefined,
  createTransactionContext,
  type TransactionContext,
} from './transaction-context.ts'
import { runTransaction, type Session, type SessionTransaction } from './transaction-runner.ts'
import { createTurnWatch, type OnTurn, type TurnWatch } from './turn-watch.ts'

/**
 * The one session of the embedded database, shared by everybody: transactions take turns, single
 * queries slip in between them, all in the order they were asked for.
 */
export type EmbeddedSession = Session & {
  /** Keeps everybody else out until `release`; for clients that send BEGIN themselves. */
  hold(): Promise<SessionTransaction & { release(): void }>
}

type Options = { idleTransactionMs: number; onTurn?: OnTurn | undefined }
type Parts = {
  idleTransactionMs: number
  thread: DatabaseThread
  turns: Turns
  context: TransactionContext
  watch: TurnWatch
}

type Sessions = Record<Lane | 'queue', EmbeddedSession> & Pick<TurnWatch, 'named'>

/** The same session once for each lane, and once more for the queue, which is in the background. */
export const createSessions = (
  thread: DatabaseThread,
  { idleTransactionMs, onTurn }: Options,
): Sessions => {
  const watch = createTurnWatch(onTurn)
  const context = createTransactionContext()
  const parts = { idleTransactionMs, thread, turns: createTurns(), context, watch }
  return {
    named: watch.named,
    first: sessionOf('first', parts),
    machines: sessionOf('machines', parts),
    background: sessionOf('background', parts),
    queue: sessionOf('background', parts, 'queue'),
  }
}

const sessionOf = (
  lane: Lane,
  { thread, turns, context, watch, idleTransactionMs }: Parts,
  work?: string,
): EmbeddedSession => {
  const take = async () => {
    const turn = watch.ask(lane, work)
    const release = await turns.take(lane)
    turn.begin()
    const end = (): void => {
      release()
      turn.end()
    }
    return { query: turn.watching(thread.query), release: end, letNextAsk: release }
  }
  return {
    query: async (text, params, shape) => {
      context.assertOutside()
      assertDefined(params)
      const { query, release, letNextAsk } = await take()
      try {
        const answer = query(text, params, shape)
        // The thread answers in order, so who comes next need not wait for it. What is in the background does: what it
        // has asked already nobody can get ahead of.
        if (lane === 'first') letNextAsk()
        return await answer
      } finally {
        release()
      }
    },
    transaction: async (work, opening) => {
      context.assertOutside()
      const { query, release } = await take()
      // The only session there is: when it cannot be rolled back, the thread has died.
      const ground = { query, abandon: () => {} }
      try {
        return await runTransaction({ ground, context, idleMs: idleTransactionMs, opening, work })
      } finally {
        release()
      }
    },
    hold: async () => {
      context.assertOutside()
      return take()
    },
  }
}
