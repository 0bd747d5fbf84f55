import { newId } from '@teamlore/shared'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DbExecutor } from './engine/engine.types.ts'
import { rows } from './engine/rows.ts'
import { teamOpening } from './engine/team-session.ts'
import { projectsTable } from './projects/table.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { type SeededTeam, seedEveryTable } from './testing/seed-every-table.ts'

/** Every way to ask that a repository has; Drizzle sends them at different moments. */
const WAYS: [string, (tx: DbExecutor, team: string) => Promise<unknown[]>][] = [
  [
    'a query of the builder',
    async (tx, team) =>
      await tx
        .select()
        .from(projectsTable)
        .where(eq(projectsTable.teamId, team as never)),
  ],
  ['SQL', (tx, team) => rows(tx, sql`select id from teamlore.projects where team_id = ${team}`)],
  [
    'SQL without parameters',
    (tx, team) => rows(tx, sql.raw(`select id from teamlore.projects where team_id = '${team}'`)),
  ],
  [
    'a savepoint',
    (tx, team) =>
      tx.transaction((nested) =>
        rows(nested, sql`select id from teamlore.projects where team_id = ${team}`),
      ),
  ],
  [
    'an update of the builder',
    async (tx, team) =>
      await tx
        .update(projectsTable)
        .set({ name: 'taken' })
        .where(eq(projectsTable.teamId, team as never))
        .returning({ id: projectsTable.id }),
  ],
]

describe.each(WAYS)('the first statement of a transaction, %s', (_, ask) => {
  let database: TestDatabase
  let ours: SeededTeam
  let theirs: SeededTeam
  beforeAll(async () => {
    database = await createTestDatabase()
    ours = await seedEveryTable(database.engine)
    theirs = await seedEveryTable(database.engine)
  })
  afterAll(() => database[Symbol.asyncDispose]())

  const asOurs = (team: string) =>
    database.engine.transaction((tx) => ask(tx, team), teamOpening(ours))

  test('is judged by the policies of the team', async () => {
    expect(await asOurs(theirs.teamId)).toEqual([])
    expect(await asOurs(newId.team())).toEqual([])
    expect(await asOurs(ours.teamId)).not.toEqual([])
  })
})
