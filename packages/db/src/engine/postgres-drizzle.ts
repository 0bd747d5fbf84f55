import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import type { Session, SessionTransaction } from './transaction-runner.ts'

/**
 * drizzle's postgres-js driver over a session of ours. Of a postgres.js client it touches only
 * `options`, `unsafe`, `begin` and, in a transaction, `savepoint`.
 */

/** Rows as objects when awaited, as arrays after `values()`, like a query of postgres.js. */
const pendingQuery = (target: SessionTransaction, text: string, params: readonly unknown[]) => {
  const run = async (shape: 'object' | 'array') => (await target.query(text, params, shape)).rows
  return {
    values: () => run('array'),
    // biome-ignore lint/suspicious/noThenProperty: drizzle awaits it, and only then may it be sent
    then: <A, B>(done: (rows: unknown[]) => A, failed: (error: unknown) => B) =>
      run('object').then(done, failed),
  }
}

type Savepoint = <T>(work: (nested: TransactionClient) => Promise<T>) => Promise<T>
type TransactionClient = {
  unsafe: (text: string, params?: readonly unknown[]) => ReturnType<typeof pendingQuery>
  savepoint: Savepoint
}

const transactionClient = (transaction: SessionTransaction, depth: number): TransactionClient => ({
  unsafe: (text, params = []) => pendingQuery(transaction, text, params),
  savepoint: async (work) => {
    const name = `nested_${depth}`
    const send = (text: string) => transaction.query(text, [], 'object')
    await send(`savepoint ${name}`)
    try {
      const result = await work(transactionClient(transaction, depth + 1))
      await send(`release savepoint ${name}`)
      return result
    } catch (error) {
      await send(`rollback to savepoint ${name}`)
      throw error
    }
  },
})

export const drizzleOn = (session: Session): PostgresJsDatabase => {
  const client = {
    // drizzle sets its parsers here; ours have them already, connection by connection.
    options: { parsers: {}, serializers: {} },
    unsafe: (text: string, params: readonly unknown[] = []) => pendingQuery(session, text, params),
    begin: <T>(work: (tx: TransactionClient) => Promise<T>) =>
      session.transaction((transaction) => work(transactionClient(transaction, 1))),
  }
  return drizzle(client as unknown as postgres.Sql)
}
