import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { decoded, flag, jsonOf, listOf, number, orNull, text } from './decode.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

test('what a statement answers with is read column by column, the same on both engines', async () => {
  const found = await decoded(
    engine.db,
    {
      name: text,
      n: number,
      is_so: flag,
      nothing: orNull(text),
      names: listOf(text),
      about: jsonOf<{ a: number }>(),
    },
    sql`select 'x' as name, count(*) as n, true as is_so, null::text as nothing, array['a', 'b'] as names,
      '{"a": 1}'::jsonb as about, 'left out' as other`,
  )
  expect(found).toEqual([
    { name: 'x', n: 1, is_so: true, nothing: null, names: ['a', 'b'], about: { a: 1 } },
  ])
})

test.each([
  ['a null where a text is declared', { value: text }, sql`select null::text as value`],
  ['a text where a number is declared', { value: number }, sql`select '1' as value`],
  ['a number where JSON is declared', { value: jsonOf() }, sql`select 1 as value`],
  ['a text where a list is declared', { value: listOf(text) }, sql`select 'a' as value`],
  ['a column that is not there', { value: text }, sql`select 'a' as other`],
])('%s is an error that names the column', async (_, shape, query) => {
  await expect(decoded(engine.db, shape, query)).rejects.toThrow('In column value, ')
})
