import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../engine/rows.ts'
import { createOwnTestDatabase, type TestDatabase } from './test-database.ts'

describe('createOwnTestDatabase', () => {
  let one: TestDatabase
  let other: TestDatabase
  beforeAll(async () => {
    one = await createOwnTestDatabase()
    other = await createOwnTestDatabase()
  })
  afterAll(async () => {
    await one[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
  })

  test('a new database has every migration applied', async () => {
    expect((await one.engine.migrate()).applied).toEqual([])
    const found = await rows<{ name: string | null }>(
      one.engine.db,
      sql`select to_regclass('teamlore.teams')::text as name`,
    )
    expect(found[0]?.name).not.toBeNull()
  })

  test('two databases share nothing', async () => {
    await one.engine.db.execute(sql`create table public.only_here (a int)`)
    await expect(other.engine.db.execute(sql`select * from public.only_here`)).rejects.toThrow()
  })
})
