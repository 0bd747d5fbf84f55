import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { customType, type PgTable, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

/** Everything of ours lives in this schema, so no table can shadow one of the queue's in `bullmq`. */
export const teamlore = pgSchema('teamlore')

/** Ids are text compared byte by byte (COLLATE "C" in the migration), so they sort by time on every server. */
export const id = <T extends string>(name: string) => text(name).$type<T>()

export const time = (name: string) => timestamp(name, { withTimezone: true })

/** Half-precision vector without fixed dimensions: each embedding space has its own partial index. */
export const halfvec = customType<{ data: string }>({ dataType: () => 'halfvec' })

/** Bytes as they are. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Of columns that an insert finds taken: what it would have written. For `onConflictDoUpdate`. */
export const asInserted = <T extends PgTable, Name extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: Name[]
): Record<Name, SQL> => {
  const columns: Record<string, { name: string }> = getTableColumns(table)
  const values: [string, SQL][] = names.map((name) => [
    name,
    sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`,
  ])
  return Object.fromEntries(values) as Record<Name, SQL>
}
