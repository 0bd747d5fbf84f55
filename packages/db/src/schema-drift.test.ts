import { readdirSync } from 'node:fs'
import { getTableColumns, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from './engine/engine.types.ts'
import { rows } from './engine/rows.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const source = new URL('./', import.meta.url)
const modules = await Promise.all(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[\\/]table\.ts$/.test(name))
    .map((name): Promise<object> => import(new URL(name.replaceAll('\\', '/'), source).href)),
)

const declared = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => is(value, PgTable))

/** `table.column type nullability`, the same for both sides. */
const describeDeclared = (): string[] =>
  declared.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    expect(columns).toHaveLength(Object.keys(getTableColumns(table)).length)
    return columns.map(
      (column) => `${name}.${column.name} ${column.getSQLType()}${column.notNull ? '' : ' null'}`,
    )
  })

test('the tables declared for TypeScript are those the migrations make, column by column', async () => {
  const found = await rows<{ line: string }>(
    engine.db,
    sql`
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then '' else ' null' end as line
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r'`,
  )
  expect(describeDeclared().sort()).toEqual(found.map(({ line }) => line).sort())
})
