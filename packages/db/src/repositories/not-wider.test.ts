import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { rows, sqlstate } from '../engine/rows.ts'
import { inTeam } from '../engine/team-session.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { type SeededTeam, seedEveryTable } from '../testing/seed-every-table.ts'

let database: TestDatabase
let engine: Engine
let ann: SeededTeam
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  ann = await seedEveryTable(engine, { isPrivate: true })
})
afterAll(() => database[Symbol.asyncDispose]())

/** What background work, which sees everything, is told when it opens a row of what is private. */
const open = (name: string, to: string | null) =>
  engine
    .transaction(async (tx) => {
      await inTeam(tx, { ...ann, userId: 'system' })
      const found = await rows(
        tx,
        sql`update teamlore.${sql.identifier(name)} set private_to = ${to} returning 1`,
      )
      return found.length
    })
    .catch(sqlstate)

test.each([
  'messages',
  'edits',
  'observations',
  'summaries',
  'documents',
  'memory_evidence',
  'memory_curations',
])(
  'a row of %s that came of a private session is opened by nobody, nor given to somebody else',
  async (name) => {
    expect(await open(name, null)).toBe('42501')
    expect(await open(name, 'usr_bob')).toBe('42501')
    expect(await open(name, ann.userId)).toBe(1)
  },
)
