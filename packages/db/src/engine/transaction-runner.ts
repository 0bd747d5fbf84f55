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
  transaction<T>(
    work: (transaction: SessionTransaction) => Promise<T>,
    opening?: string,
  ): Promise<T>
}

/** A session each transaction of which begins with a statement. */
export const openedWith = (session: Session, opening: string): Session => ({
  query: session.query,
  transaction: (work) => session.transaction(work, opening),
})

type Parts<T> = {
  ground: TransactionGround
  context: TransactionContext
  idleMs: number
  /** A statement without parameters that goes along with BEGIN. */
  opening: string | undefined
  work: (transaction: SessionTransaction) => Promise<T>
}

/**
 * BEGIN, the work, COMMIT; ROLLBACK when the work throws, sits idle or has swallowed an error. Nothing is sent before the
 * work asks something, and BEGIN goes along with what it asks.
 */
export const runTransaction = async <T>(parts: Parts<T>): Promise<T> => {
  const begun = beginning(parts)
  try {
    return await workAndCommit({ ...parts, ground: begun })
  } catch (error) {
    // After a failed COMMIT there is nothing to roll back, which is only a warning.
    if (begun.hasBegun()) await begun.query('ROLLBACK', [], 'object').catch(() => begun.abandon())
    throw error
  }
}

type Beginning = TransactionGround & { hasBegun: () => boolean }

const beginning = ({ ground, opening }: Pick<Parts<unknown>, 'ground' | 'opening'>): Beginning => {
  let hasBegun = false
  return {
    abandon: ground.abandon,
    hasBegun: () => hasBegun,
    query: async (text, params, shape) => {
      if (hasBegun) return ground.query(text, params, shape)
      hasBegun = true
      // A text without parameters may hold several statements: both travel at once.
      if (opening === undefined && params.length === 0)
        return ground.query(`BEGIN;\n${text}`, [], shape)
      const begin = ground.query(
        opening === undefined ? 'BEGIN' : `BEGIN;\n${opening}`,
        [],
        'object',
      )
      const [, result] = await Promise.all([begin, ground.query(text, params, shape)])
      return result
    },
  }
}

const workAndCommit = async <T>({
  ground,
  context,
  idleMs,
  work,
}: Omit<Parts<T>, 'ground' | 'opening'> & { ground: Beginning }): Promise<T> => {
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
  // A transaction that asked nothing still finds out that its engine is closed.
  const { command } = await ground.query('COMMIT', [], 'object')
  // Postgres answers COMMIT of a failed transaction with a silent ROLLBACK.
  if (command === 'ROLLBACK') {
    throw firstError ?? new Error('The transaction was rolled back because a query in it failed.')
  }
  return result
}
