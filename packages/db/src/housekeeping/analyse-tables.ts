import { type SQL, sql } from 'drizzle-orm'
import type { Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { textsIn } from '../sql/lists.ts'
import { quotedTable, TABLES } from './tables.ts'

export type AnalysedTable = { table: string; ms: number }

/** As PostgreSQL's own autovacuum has it: so many rows and such a part of the table must have changed. */
const CHANGED_ROWS = 50
const CHANGED_SHARE = 0.1
/** Growth in pages shows changes nobody counted: the embedded engine forgets its counters when it stops. */
const GROWN_PAGES = 8
const GROWN_SHARE = 0.2

/**
 * Of how many rows it is found out what a table holds: 300 times that. On the one session of the embedded engine everybody waits
 * for it meanwhile; a tenth of a second for the largest table otherwise.
 */
const EMBEDDED_TARGET = 25

/** The most changed first, of those named; of all without names. */
const tablesToAnalyse = (
  { db }: Pick<Engine, 'db'>,
  names: readonly string[] | undefined,
): Promise<{ schema: string; name: string }[]> =>
  rows(
    db,
    sql`
    select schema, name from ${TABLES} t
    where pages > 0 and ${names === undefined ? sql`true` : sql`name = ${textsIn(names)}`} and (
      reltuples < 0
      or changed > ${CHANGED_ROWS}::int + ${CHANGED_SHARE}::float8 * reltuples
      or pages > relpages + ${GROWN_PAGES}::int + ${GROWN_SHARE}::float8 * relpages)
    order by changed desc, pages - relpages desc, schema, name`,
  )

/**
 * Analyses the tables that changed so much that the planner knows too little of them: on the embedded engine nobody else does,
 * and on a server a first import is ahead of autovacuum. One table at a time, so that others get their turn in between; what
 * another process analyses already is passed over.
 */
export const analyseTables = async (
  engine: Pick<Engine, 'db' | 'kind' | 'transaction'>,
  { signal, names }: { signal?: AbortSignal; names?: readonly string[] } = {},
): Promise<AnalysedTable[]> => {
  const analysed: AnalysedTable[] = []
  for (const found of await tablesToAnalyse(engine, names)) {
    if (signal?.aborted === true) break
    const table = quotedTable(found)
    const began = performance.now()
    await analyse(engine, sql.raw(`analyze (skip_locked) ${table}`))
    analysed.push({ table, ms: Math.round(performance.now() - began) })
  }
  return analysed
}

/** Those that questions to a book in SQL read. */
const BOOK_TABLES = ['entities', 'entity_edges', 'entity_events']

export const analyseBooks = (engine: Parameters<typeof analyseTables>[0]) =>
  analyseTables(engine, { names: BOOK_TABLES })

const analyse = async (
  { kind, db, transaction }: Pick<Engine, 'db' | 'kind' | 'transaction'>,
  statement: SQL,
): Promise<void> => {
  if (kind === 'postgres') {
    await db.execute(statement)
    return
  }
  await transaction(async (tx) => {
    await tx.execute(sql.raw(`set local default_statistics_target = ${EMBEDDED_TARGET}`))
    await tx.execute(statement)
  })
}
