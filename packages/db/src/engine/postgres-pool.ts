import type { PostgresConnection } from './postgres-connection.ts'

/** Lends connections, each to one borrower at a time, first come first served. */
export type PostgresPool = {
  use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T>
  /** Waits for borrowers for some seconds, then cuts them off. */
  close(): Promise<void>
}

type PoolOptions = {
  max: number
  open: (hooks: { onClose: () => void }) => PostgresConnection
}

const CLOSE_SECONDS = 5

type Waiter = { resolve: (connection: PostgresConnection) => void; reject: (error: Error) => void }

const closedPool = () => new Error('The database engine is closed.')

export const createPostgresPool = ({ max, open }: PoolOptions): PostgresPool => {
  const idle: PostgresConnection[] = []
  const lent = new Set<PostgresConnection>()
  const waiters: Waiter[] = []
  let closing: Promise<void> | undefined
  let whenAllBack = (): void => {}

  const lend = (connection: PostgresConnection): PostgresConnection => {
    lent.add(connection)
    return connection
  }

  const openOne = (): PostgresConnection => {
    const connection = open({
      onClose: () => {
        const place = idle.indexOf(connection)
        if (place < 0) return
        idle.splice(place, 1)
        discard(connection)
      },
    })
    return connection
  }

  const discard = (connection: PostgresConnection): void => {
    connection.end({ timeoutSeconds: 0 }).catch(() => {})
  }

  const borrow = (): Promise<PostgresConnection> | PostgresConnection => {
    if (closing !== undefined) throw closedPool()
    const connection = idle.pop()
    if (connection) return lend(connection)
    if (lent.size < max) return lend(openOne())
    return new Promise((resolve, reject) => waiters.push({ resolve, reject }))
  }

  const giveBack = (connection: PostgresConnection): void => {
    lent.delete(connection)
    if (connection.closed) discard(connection)
    const waiter = waiters.shift()
    if (waiter) waiter.resolve(lend(connection.closed ? openOne() : connection))
    else if (!connection.closed) idle.push(connection)
    if (lent.size === 0) whenAllBack()
  }

  const close = async (): Promise<void> => {
    const allBack = new Promise<void>((resolve) => {
      whenAllBack = resolve
      if (lent.size === 0) resolve()
    })
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, CLOSE_SECONDS * 1000).unref()
    })
    await Promise.race([allBack, late])
    for (const { reject } of waiters.splice(0)) reject(closedPool())
    const rest = [...idle.splice(0), ...lent]
    await Promise.all(rest.map((connection) => connection.end({ timeoutSeconds: CLOSE_SECONDS })))
  }

  return {
    use: async (work) => {
      const connection = await borrow()
      try {
        return await work(connection)
      } finally {
        giveBack(connection)
      }
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
