import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createTestTeam, type TestDatabase } from '../testing/index.ts'
import { createBookFileRepository } from './files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

test('of a file with many versions the one that is asked for is read and no other', async () => {
  const team = await createTestTeam(database.engine)
  const { teamId } = team
  const { userId } = await team.addMember('member')
  const book = newId.book()
  const { db } = database.engine
  await db.execute(sql`
    insert into teamlore.books (id, team_id, name, project_text, schema_text, generation, summary, problems, ingested_at)
    values (${book}, ${teamId}, 'quay', '', '', 1, '{}', '[]', now())`)
  const files = createBookFileRepository(db, { teamId, userId })
  const version = (hash: string) => ({ path: 'is/quay.md', hash, text: `text ${hash}` })
  await files.add(book, [version('one'), version('two'), version('three')])
  expect(await files.listOf(book, [{ path: 'is/quay.md', hash: 'two' }])).toEqual([version('two')])
})
