import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookVersionsTable } from '../books/table.ts'
import { editsTable } from '../edits/table.ts'
import type { Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { columnsBut, namesOf, recordsOf } from './column-sets.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

test('records become rows with the names and types of the columns of a table, in their order', async () => {
  const { ts, path, added, addedLines } = columnsBut(editsTable, 'id', 'teamId')
  const columns = { ts, path, added, addedLines }
  const records = [
    { ts: '2026-01-31T08:00:00.000Z', path: 'a', added: ['x', 'y'], addedLines: 2 },
    { ts: null, path: 'b', added: [], addedLines: 0 },
  ]
  const found = await rows(
    engine.db,
    sql`select place, ${namesOf(columns, 'r')}, pg_typeof(ts)::text as type from ${recordsOf(columns, records)} order by place`,
  )
  expect(found).toEqual([
    {
      place: 0,
      ts: expect.stringContaining('2026-01-31'),
      path: 'a',
      added: ['x', 'y'],
      added_lines: 2,
      type: 'timestamp with time zone',
    },
    {
      place: 1,
      ts: null,
      path: 'b',
      added: [],
      added_lines: 0,
      type: 'timestamp with time zone',
    },
  ])
})

test('columns of a table but for some keep their order', () => {
  const columns = columnsBut(bookVersionsTable, 'teamId', 'bookId', 'files')
  expect(Object.keys(columns)).toEqual([
    'commit',
    'committedAt',
    'tags',
    'projectText',
    'schemaText',
    'recordedAt',
  ])
})
