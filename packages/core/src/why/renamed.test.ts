import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { IngestCommit } from '@teamlore/shared/commits'
import { whyQuerySchema } from '@teamlore/shared/why'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOpenBooks } from '../books/open-books.ts'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetWhy } from './get-why.ts'

let database: TestDatabase
let world: IngestWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const at = (day: number): string => `2026-05-0${day}T08:00:00.000Z`
const commit = (
  n: number,
  day: number,
  path: string,
  old_path: string | null = null,
): IngestCommit =>
  buildCommit(
    n,
    { subject: `Commit ${n}`, authored_at: at(day), committed_at: at(day) },
    {
      path,
      old_path,
      status: old_path === null ? 'modified' : 'renamed',
      added: [hashOfNumber(n).slice(0, 16)],
      added_lines: 1,
      removed: [],
      removed_lines: 0,
    },
  )
const send = (...commits: IngestCommit[]) =>
  makeIngestCommits({ unitOfWork: world.team.unitOfWork })(world.scope, buildCommits(...commits))
const why = async (path: string) => {
  const { unitOfWork } = world.team
  const { text, included } = await makeGetWhy({
    unitOfWork,
    openBooks: makeOpenBooks({ unitOfWork }),
  })(world.scope, whyQuerySchema.parse({ project: 'acme/parser', path }))
  return { text, via: included.map((one) => one.via) }
}

test('a file that was renamed is shown with the commits and sessions of the names it had before', async () => {
  const { sessions } = await world.send(
    buildSession({
      native_id: 'wrote',
      messages: buildMessages(2),
      title: 'Station',
      edits: [buildEdit('e1', { ts: at(1), path: 'src/station.ts', added: ['a'.repeat(16)] })],
    }),
  )
  await send(
    commit(1, 1, 'src/station.ts'),
    commit(2, 2, 'src/quay/station.ts', 'src/station.ts'),
    commit(3, 3, 'src/quay/tide-station.ts', 'src/quay/station.ts'),
    commit(4, 4, 'src/quay/tide-station.ts'),
  )
  const { text, via } = await why('src/quay/tide-station.ts')
  for (const n of [1, 2, 3, 4]) expect(text).toContain(`Commit ${n}`)
  expect(text).toContain(sessions[0]?.session_id)
  expect(via).toEqual(expect.arrayContaining(['src/station.ts', 'src/quay/station.ts']))
})

test('what a later file of its former name is about is not said of it', async () => {
  await send(
    commit(1, 1, 'src/station.ts'),
    commit(2, 2, 'src/tide-station.ts', 'src/station.ts'),
    commit(3, 3, 'src/station.ts'),
  )
  const renamed = await why('src/tide-station.ts')
  expect(renamed.text).toContain('Commit 1')
  expect(renamed.text).not.toContain('Commit 3')
})

test('files that took their names from each other come to an end', async () => {
  await send(
    commit(1, 1, 'src/a.ts', 'src/b.ts'),
    commit(2, 2, 'src/b.ts', 'src/a.ts'),
    commit(3, 3, 'src/a.ts', 'src/b.ts'),
  )
  expect((await why('src/a.ts')).text).toContain('Commit 3')
})
