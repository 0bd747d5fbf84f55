import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { buildMemoryFile, buildMemoryFilesReport } from '../testing/memory-file-builders.ts'
import { makeReportMemoryFiles } from './report-memory-files.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const FILES = [
  buildMemoryFile({ path: 'docs/CLAUDE.md' }),
  buildMemoryFile({ path: 'AGENTS.md', text: '# Tides\n\nMind the tides.\n' }),
  buildMemoryFile({ path: 'EMPTY.md', text: '\n' }),
]
const report = async () =>
  (
    await makeReportMemoryFiles({ unitOfWork: world.unitOfWork })(
      world.scope,
      buildMemoryFilesReport(FILES),
    )
  ).files
const titlesOf = async (q: string) => (await world.ask(q)).items.map(({ title }) => title)
const tides = async () =>
  (await world.rowsOf('documents', 'id, title, xmin::text')).filter(
    ({ title }) => title === 'AGENTS.md: Tides',
  )

test('a memory file that no search finds any more is indexed anew by the next report, and no other is', async () => {
  expect(await report()).toEqual({ reported: 3, changed: 3, gone: 0 })
  const before = await tides()
  expect(before).toHaveLength(1)
  await database.engine.db.execute(
    "delete from teamlore.documents where title = 'docs/CLAUDE.md: Harbour'",
  )
  expect(await titlesOf('berths numbered')).toEqual([])

  expect(await report()).toEqual({ reported: 3, changed: 1, gone: 0 })
  expect(await titlesOf('berths numbered')).toEqual(['docs/CLAUDE.md: Harbour'])
  expect(await tides()).toEqual(before)
})
