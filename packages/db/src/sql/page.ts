import type { ListTotal } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number } from '../sql/decode.ts'

/** Where a page begins in a list ordered by (time, id), newest first; what has no time comes last. */
export type TimeKey = {
  /** Microseconds since 1970, exact: PostgreSQL's own precision. Null where there is no time. */
  at: number | null
  id: string
}

export type PageRequest<K> = {
  limit: number
  after?: K | undefined
  /** Whether to say how long the list is. */
  isCounted?: boolean | undefined
}

/** Lists are counted so far, and no further: what is longer is long. */
const MOST_COUNTED = 10_000

/** How many rows `from` has; null where nobody asked. */
export const countRows = async (
  tx: DbExecutor,
  from: SQL,
  { isCounted = false }: PageRequest<unknown>,
): Promise<ListTotal | null> => {
  if (!isCounted) return null
  const [found] = await decoded(
    tx,
    { n: number },
    sql`select count(*) as n from (select 1 ${from} limit ${MOST_COUNTED + 1}) counted`,
  )
  const n = found?.n ?? 0
  return n > MOST_COUNTED
    ? { value: MOST_COUNTED, relation: 'at_least' }
    : { value: n, relation: 'exact' }
}

export type PageOf<T, K> = { items: T[]; next: K | null }
export type CountedPageOf<T, K> = PageOf<T, K> & { total: ListTotal | null }

/** `2026-01-31T08:00:00.000Z`, or null. */
export const iso = (time: SQL): SQL =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A column as `iso` writes it. */
export const isoOf = <Column extends PgColumn>(column: Column) =>
  sql<
    Column['_']['notNull'] extends true ? string : string | null
  >`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Null for no time, in either spelling. */
export const micros = (time: SQL): SQL =>
  sql`case when isfinite(${time}) then (extract(epoch from ${time}) * 1000000)::bigint end`

/** What the lists by time have where nothing is known: before all times, so that one comparison finds the next page. */
export const NO_TIME: SQL = sql`'-infinity'::timestamptz`

/** Exact for whatever `micros` returns: interval arithmetic keeps whole microseconds below 2^53. */
export const fromMicros = (value: number): SQL =>
  sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`

/** Rows of a list in descending (time, id) order that come after `key`; in ascending order, when the oldest come first. */
export const afterKey = (
  time: SQL,
  id: SQL,
  key: TimeKey | undefined,
  isOldestFirst = false,
): SQL => {
  if (key === undefined) return sql`true`
  const beyond = sql.raw(isOldestFirst ? '>' : '<')
  return sql`(${time}, ${id}) ${beyond} (${timeOf(key)}, ${key.id})`
}

const timeOf = ({ at }: TimeKey): SQL => (at === null ? NO_TIME : fromMicros(at))

export const allOf = (conditions: readonly (SQL | undefined)[]): SQL =>
  sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )

/** Cuts the one row too many that was asked for, which says whether there is a next page. */
export const cutPage = <R, T, K>(
  found: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  keyOf: (row: R) => K,
): PageOf<T, K> => {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(toItem),
    next: found.length > limit && last !== undefined ? keyOf(last) : null,
  }
}

/** Lists of what seldom changes page by id, newest first. */
export type IdKey = { id: string }
