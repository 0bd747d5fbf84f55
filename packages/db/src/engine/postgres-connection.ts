import postgres from 'postgres'
import { createPace } from './query-pace.ts'
import { createStatementHabits } from './statement-habits.ts'
import type { RowShape, ThreadResult } from './thread-protocol.ts'
import type { QueryFunction, TransactionGround } from './transaction-runner.ts'

/**
 * One connection to PostgreSQL, used once. postgres.js reconnects by itself and then goes on with
 * what it was doing: 3.4.9 may run the rest of a lost transaction on the new connection, outside
 * of any transaction and as another role, or end the process by writing to the closed one. So each
 * connection has a client of its own, in which nothing ever waits to be sent, and which is never asked
 * again once it was closed.
 */
export type PostgresConnection = TransactionGround & {
  readonly closed: boolean
  end(options: { timeoutSeconds: number }): Promise<void>
}

export type ConnectionHooks = {
  onClose?: () => void
  onNotify?: (channel: string, payload: string) => void
  wrapQuery?: ((query: QueryFunction) => QueryFunction) | undefined
}

export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
  /** What PostgreSQL calls it, for `sqlstate`. */
  readonly code = '08006'
  constructor(cause?: unknown) {
    super(
      'The connection to PostgreSQL was lost; what was not committed is undone. Try again.',
      cause === undefined ? {} : { cause },
    )
  }
}

const CONNECT_SECONDS = 10

const parseInt8 = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** As on the embedded engine. */
const TYPES = {
  int8: {
    to: 20,
    from: [20],
    parse: parseInt8,
    serialize: (value: number | bigint | string) => String(value),
  },
  bytea: {
    to: 17,
    from: [17],
    parse: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
    serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
  },
}

const asText = (value: unknown): unknown => value
const dateAsText = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : value

/** drizzle maps dates itself and hands over json as text; a Date in raw SQL works all the same. */
const suitDrizzle = ({ options }: postgres.Sql): void => {
  // date, time, timestamp, timestamptz and the arrays of date, timestamp, timestamptz, numeric
  for (const oid of [1082, 1083, 1114, 1184, 1182, 1115, 1185, 1231]) {
    options.parsers[oid] = asText
    options.serializers[oid] = dateAsText
  }
  options.serializers[114] = asText
  options.serializers[3802] = asText
}

const createClient = (url: string, hooks: ConnectionHooks): postgres.Sql => {
  const options = {
    max: 1,
    connect_timeout: CONNECT_SECONDS,
    // The driver closes connections by age, and may be asked something at that very moment.
    max_lifetime: null,
    onnotice: () => {},
    onclose: hooks.onClose ?? (() => {}),
    onnotify: hooks.onNotify,
    connection: {
      application_name: 'teamlore',
      search_path: 'teamlore, public',
      TimeZone: 'UTC',
      // How rare the words of a question are decides its plan, also when the statement was prepared long ago.
      plan_cache_mode: 'force_custom_plan',
      // Compiling a statement of a few milliseconds took a hundred times as long as running it.
      jit: 'off',
    },
    types: TYPES,
  }
  const client = postgres(url, options) as unknown as postgres.Sql
  suitDrizzle(client)
  return client
}

/** The server answered, and goes on answering. */
const isAnswer = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && !['FATAL', 'PANIC'].includes(error.severity)

/** Refused by the driver before anything was sent. */
const isRefusal = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    'code' in error &&
    ['MAX_PARAMETERS_EXCEEDED', 'UNDEFINED_VALUE', 'NOT_TAGGED_CALL'].includes(String(error.code)))

type Answered = postgres.RowList<postgres.Row[]>

/** Of several statements in one text the last one's answer, as on the embedded engine. */
const lastOf = (found: Answered | Answered[]): Answered =>
  'command' in found ? found : (found.at(-1) ?? ([] as unknown as Answered))

/** Connects with the first query. */
export const createConnection = (
  url: string,
  { wrapQuery = (query) => query, ...hooks }: ConnectionHooks = {},
): PostgresConnection => {
  let closed = false
  const client = createClient(url, {
    ...hooks,
    onClose: () => {
      closed = true
      hooks.onClose?.()
    },
  })

  const habits = createStatementHabits()
  const pace = createPace()
  const ask = async (
    text: string,
    params: readonly unknown[],
    { shape, prepare }: { shape: RowShape; prepare: boolean },
  ): Promise<ThreadResult> => {
    if (closed) throw new ConnectionLostError()
    try {
      const pending = client.unsafe(text, [...params] as never[], { prepare })
      const found = lastOf(await (shape === 'array' ? pending.values() : pending))
      const { command = '', count = 0 } = found
      return { rows: [...found], command, affectedRows: count, fields: [] } satisfies ThreadResult
    } catch (error) {
      if (isAnswer(error) || isRefusal(error)) throw error
      closed = true
      throw new ConnectionLostError(error)
    }
  }

  return {
    get closed() {
      return closed
    },
    query: wrapQuery((text, params, shape) => {
      const prepare = params.length > 0 && habits.isWorthPreparing(text)
      const isWhole = params.length === 0 || prepare
      return pace(isWhole, () => ask(text, params, { shape, prepare }))
    }),
    abandon: () => {
      closed = true
    },
    end: async ({ timeoutSeconds }) => {
      closed = true
      await client.end({ timeout: timeoutSeconds })
    },
  }
}
