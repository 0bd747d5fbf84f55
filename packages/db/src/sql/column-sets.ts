import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { json } from './json.ts'

/** Some columns of a table, under the names that the code has for them. */
export type ColumnSet = Record<string, PgColumn>

/** The columns of a table without some. */
export const columnsBut = <T extends PgTable, Name extends keyof T['_']['columns'] & string>(
  table: T,
  ...left: Name[]
): Omit<T['_']['columns'], Name> => {
  const without: readonly string[] = left
  const kept = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name))
  return Object.fromEntries(kept) as Omit<T['_']['columns'], Name>
}

const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)

const named = (columns: ColumnSet, write: (column: SQL) => SQL): SQL =>
  joined(Object.values(columns).map((column) => write(sql.raw(column.name))))

/** `key, parent_key`, or `r.key, r.parent_key` where they are those `of` something. */
export const namesOf = (columns: ColumnSet, of?: string): SQL =>
  named(columns, (column) => (of === undefined ? column : sql`${sql.raw(of)}.${column}`))

/** `key = r.key, parent_key = r.parent_key`: what an update sets. */
export const setFrom = (columns: ColumnSet, from: string): SQL =>
  named(columns, (column) => sql`${column} = ${sql.raw(from)}.${column}`)

const typed = (columns: ColumnSet): SQL =>
  joined(Object.values(columns).map((column) => sql.raw(`${column.name} ${column.getSQLType()}`)))

/**
 * Records as the rows `r` of one parameter, however many there are. Times are ISO texts or dates. Their `place` among the others is a
 * column, too, for statements in which the order counts.
 */
export const recordsOf = <Columns extends ColumnSet>(
  columns: Columns,
  records: readonly Readonly<Record<keyof Columns, unknown>>[],
): SQL => {
  const entries = Object.entries(columns)
  const rows = records.map((record, place) =>
    Object.fromEntries([
      ['place', place],
      ...entries.map(([name, column]) => [column.name, record[name]]),
    ]),
  )
  return sql`jsonb_to_recordset(${json(rows)}) as r(place integer, ${typed(columns)})`
}

type ColumnNames<Columns extends ColumnSet> = Columns[keyof Columns]['_']['name']

/** The same of records that name their fields as the columns are named; what else they have is left out. */
export const recordsByColumn = <Columns extends ColumnSet>(
  columns: Columns,
  records: readonly Readonly<Record<ColumnNames<Columns>, unknown>>[],
): SQL => sql`jsonb_to_recordset(${json(records)}) as r(${typed(columns)})`
