import { type SQL, sql } from 'drizzle-orm'

/** Where a page begins in a list ordered by (time, id), newest first. */
export type TimeKey = {
  /** Microseconds since 1970, exact: PostgreSQL's own precision. */
  at: number
  id: string
}

export type PageRequest<K> = { limit: number; after?: K | undefined }
export type PageOf<T, K> = { items: T[]; next: K | null }

/** `2026-01-31T08:00:00.000Z`, or null. */
export const iso = (time: SQL): SQL =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const micros = (time: SQL): SQL => sql`(extract(epoch from ${time}) * 1000000)::bigint`

/** Exact for whatever `micros` returns: interval arithmetic keeps whole microseconds below 2^53. */
export const fromMicros = (value: number): SQL =>
  sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`

/** Rows of a list in descending (time, id) order that come after `key`. */
export const afterKey = (time: SQL, id: SQL, key: TimeKey | undefined): SQL =>
  key === undefined ? sql`true` : sql`(${time}, ${id}) < (${fromMicros(key.at)}, ${key.id})`

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
