import type { PostgresPool } from './postgres-pool.ts'
import { assertDefined, createTransactionContext } from './transaction-context.ts'
import { runTransaction, type Session } from './transaction-runner.ts'

/** A pool of connections as one session: a query borrows one, a transaction keeps one to its end. */
export const createPostgresSession = (
  pool: PostgresPool,
  { idleTransactionMs }: { idleTransactionMs: number },
): Session => {
  const context = createTransactionContext()
  return {
    query: async (text, params, shape) => {
      context.assertOutside()
      assertDefined(params)
      return pool.use((connection) => connection.query(text, params, shape))
    },
    transaction: async (work, opening) => {
      context.assertOutside()
      return pool.use((ground) =>
        runTransaction({ ground, context, idleMs: idleTransactionMs, opening, work }),
      )
    },
  }
}
