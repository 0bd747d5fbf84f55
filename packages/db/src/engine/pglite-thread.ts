import { parentPort, workerData } from 'node:worker_threads'
import { type PGlite, type QueryOptions, type Results, types } from '@electric-sql/pglite'
import { createDiskSpaceGuard, type DiskSpaceGuard } from './disk-space.ts'
import { type OpenPglite, openPglite } from './pglite-open.ts'
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts'
import {
  type RowShape,
  type ThreadCommand,
  type ThreadMessage,
  type ThreadRequest,
  type ThreadResult,
  type ThreadStart,
  toPlainError,
} from './thread-protocol.ts'

/**
 * Entry of the database thread. Postgres in WASM computes synchronously: here it may, without
 * stopping the event loop that serves everybody else.
 */

const asText = (value: string): string => value

/** The types drizzle maps itself; its own parser functions cannot cross the thread boundary. */
const DRIZZLE_PARSERS = Object.fromEntries(
  [
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.INTERVAL,
    types.DATE,
    ...[1231, 1115, 1185, 1187, 1182], // arrays of numeric, timestamp, timestamptz, interval, date
  ].map((oid) => [oid, asText]),
)

const ROW_MODES = { object: 'object', array: 'array', session: 'object' } as const

type Parsers = Record<RowShape, PGlite['parsers']>

/**
 * Those of each shape, put together once. Parsers that are named with a query are put together again with those of all other types,
 * some hundreds, which takes longer than many a query does.
 */
const parsersOf = ({ parsers }: PGlite): Parsers => {
  const drizzle = { ...parsers, ...DRIZZLE_PARSERS }
  return {
    object: drizzle,
    array: drizzle,
    session: { ...parsers, [types.INT8]: asText, [types.NUMERIC]: asText },
  }
}

/**
 * WASM that overflows the native stack ends in the middle of a query, without an answer and with
 * its memory half changed. PGlite reports that as an empty result, so it is looked for here.
 */
class BrokenEngineError extends Error {
  override name = 'BrokenEngineError'
}

const noAnswer = () => new BrokenEngineError('The embedded database gave no answer to a query.')

type Opened = OpenPglite & { parsers: Parsers; prepared: PreparedStatements }

/** Commands after which a statement may return other columns than before. */
const CHANGES_TABLES = new Set(['CREATE', 'ALTER', 'DROP', 'DO'])

/** Without parameters a text may hold several statements, as with every other driver. */
const runTexts = async (
  { pglite, prepared }: Opened,
  text: string,
  options: QueryOptions,
): Promise<Results | undefined> => {
  const results = await pglite.exec(text, options)
  if (results.some(({ command = '' }) => CHANGES_TABLES.has(command))) await prepared.forgetAll()
  return results.at(-1)
}

const runQuery = async (
  opened: Opened,
  { text, params, shape }: Extract<ThreadCommand, { op: 'query' }>,
): Promise<ThreadResult> => {
  const { pglite, parsers, prepared } = opened
  // Queries are run one after the other.
  pglite.parsers = parsers[shape]
  const options = { rowMode: ROW_MODES[shape] }
  const simple = params.length === 0
  const result = simple
    ? await runTexts(opened, text, options)
    : await prepared.query(text, params, options)
  // Every command has a tag; an empty text has a result without one.
  if (result === undefined || (!simple && result.command === undefined)) throw noAnswer()
  const { rows, command = '', affectedRows = 0, fields } = result
  return { rows, command, affectedRows, fields }
}

const isBroken = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    error instanceof BrokenEngineError ||
    error.name === 'RuntimeError' ||
    error.name === 'ExitStatus' ||
    error.message.includes('Maximum call stack') ||
    // What Postgres says when an overflow before this query left its error stack full.
    (code === 'XX000' && error.message.includes('ERRORDATA_STACK_SIZE'))
  )
}

const perform = async (
  open: Opened,
  command: ThreadCommand,
  space: DiskSpaceGuard | undefined,
): Promise<unknown> => {
  switch (command.op) {
    case 'query':
      space?.ensureFor(command.text)
      return runQuery(open, command)
    case 'dump':
      return new Uint8Array(await (await open.pglite.dumpDataDir('none')).arrayBuffer())
    case 'facts':
      return open.facts()
    case 'close':
      return open.pglite.close()
  }
}

const serve = async (port: NonNullable<typeof parentPort>, start: ThreadStart): Promise<void> => {
  const send = (message: ThreadMessage): void => port.postMessage(message)
  const opened = await openPglite(start)
  const { pglite } = opened
  const open: Opened = {
    ...opened,
    parsers: parsersOf(pglite),
    prepared: createPreparedStatements(pglite),
  }
  const { clusterDir, reserveBytes } = start
  const space =
    clusterDir === undefined ? undefined : createDiskSpaceGuard(clusterDir, { reserveBytes })
  open.pglite.onNotification((channel, payload) => send({ kind: 'notification', channel, payload }))
  // One after the other and in the order asked: transactions rely on it.
  let line: Promise<void> = Promise.resolve()
  port.on('message', (request: ThreadRequest) => {
    line = line.then(async () => {
      try {
        send({ kind: 'reply', id: request.id, value: await perform(open, request, space) })
      } catch (error) {
        if (isBroken(error)) send({ kind: 'broken', error: toPlainError(error) })
        send({ kind: 'refusal', id: request.id, error: toPlainError(error) })
      }
    })
  })
  send({ kind: 'ready' })
}

if (parentPort !== null) {
  const port = parentPort
  serve(port, workerData).catch((error: unknown) => {
    port.postMessage({ kind: 'failed', error: toPlainError(error) } satisfies ThreadMessage)
  })
}
