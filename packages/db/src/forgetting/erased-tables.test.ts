import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { decoded, text } from '../sql/decode.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { ERASED_TABLES } from './erased-tables.ts'
import { PERSON_TABLES, SOUNDS_PERSONAL } from './person-tables.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const tablesWith = async (...columns: string[]): Promise<string[]> => {
  const names = sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  )
  const found = await decoded(
    engine.db,
    { name: text },
    sql`select distinct c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') ${columns.length === 0 ? sql`` : sql`and a.attname in (${names})`} order by 1`,
  )
  return found.map(({ name }) => name)
}

/** It counts what was paid; a session that is gone is taken out of it by its foreign key. */
const NAMES_SESSIONS_ALONE = ['usage_events']

describe('every table', () => {
  test('says how it is erased', async () => {
    expect(Object.keys(ERASED_TABLES).sort()).toEqual(await tablesWith())
  })

  test('that names a session or a memory hides what is forgotten of it by a restrictive policy', async () => {
    const guarded = await decoded(
      engine.db,
      { name: text },
      sql`select tablename as name from pg_policies where schemaname = 'teamlore'
        and permissive = 'RESTRICTIVE' and policyname = tablename || '_hidden' and cmd in ('ALL', 'SELECT')`,
    )
    const names = guarded.map(({ name }) => name)
    const wanted = await tablesWith('session_id', 'memory_id')
    expect(wanted.filter((name) => !names.includes(name) && !EXEMPT.includes(name))).toEqual([])
    for (const name of ['sessions', 'memories', 'document_vectors', 'embedding_queue'])
      expect(names).toContain(name)
  })

  test('that belongs to a session is purged by it, or goes with one that is', async () => {
    const wanted = (await tablesWith('session_id')).filter(
      (name) => !NAMES_SESSIONS_ALONE.includes(name),
    )
    const without = wanted.filter((name) => {
      const erasure = ERASED_TABLES[name]
      return erasure === undefined || 'holds' in erasure
    })
    expect(without).toEqual([])
  })
})

describe('every column that sounds like a person', () => {
  test('says what becomes of it when they are erased', async () => {
    const columns = await decoded(
      engine.db,
      { table: text, column: text },
      sql`select c.relname as "table", a.attname as "column" from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p')`,
    )
    const personal = columns.filter(({ column }) => SOUNDS_PERSONAL.test(column))
    expect(personal.length).toBeGreaterThan(80)
    const missing = personal.filter(({ table, column }) => {
      const { rows = [], machines = [], blanks = [], ids = [] } = PERSON_TABLES[table] ?? {}
      // A row that is a person's goes as a whole.
      const named = [...rows, ...machines, ...blanks, ...ids]
      return !rows.includes('user_id') && !named.includes(column)
    })
    expect(missing).toEqual([])
  })

  test('is a column that there is', async () => {
    for (const [table, { rows = [], machines = [], blanks = [], ids = [] }] of Object.entries(
      PERSON_TABLES,
    ))
      for (const column of [...rows, ...machines, ...blanks, ...ids])
        expect(`${table}.${column}: ${(await tablesWith(column)).includes(table)}`).toBe(
          `${table}.${column}: true`,
        )
  })
})

/** They name a memory or a session by its id alone. */
const EXEMPT = [...NAMES_SESSIONS_ALONE, 'commit_relations']
