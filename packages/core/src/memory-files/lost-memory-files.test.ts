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

test('a memory file that no search finds any more is indexed again by the next report, and no other is', async () => {
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

test('so is one of which a part is lost, in the middle too; one that came in before anybody counted is left alone', async () => {
  const word = (n: number) => `Quay ${n} is kept free for the pilot.`
  const text = `# Quays\n\n${Array.from({ length: 120 }, (_, n) => word(n)).join('\n\n')}\n`
  const files = [buildMemoryFile({ path: 'QUAYS.md', text })]
  const mirror = async (revision: number) =>
    (
      await makeReportMemoryFiles({ unitOfWork: world.unitOfWork })(
        world.scope,
        buildMemoryFilesReport(files, { revision }),
      )
    ).files
  const chunks = async () =>
    (await world.rowsOf('documents', 'chunk, title, body')).filter(({ title }) =>
      String(title).startsWith('QUAYS'),
    )
  await mirror(2)
  const before = await chunks()
  expect(before.length).toBeGreaterThan(3)
  const lose = (chunk: number) =>
    database.engine.db.execute(
      `delete from teamlore.documents where title like 'QUAYS%' and chunk = ${chunk}`,
    )
  for (const chunk of [0, 1, before.length - 1]) {
    await lose(chunk)
    expect(await mirror(2)).toMatchObject({ changed: 1 })
    expect(await chunks()).toEqual(before)
    expect(await mirror(2)).toMatchObject({ changed: 0 })
  }
  await database.engine.db.execute('update teamlore.memory_files set documents = null')
  await lose(1)
  expect(await mirror(2)).toMatchObject({ changed: 0 })
})
