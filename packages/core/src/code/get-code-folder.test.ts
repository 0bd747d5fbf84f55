import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { CodeGraphFile } from '@teamlore/shared/code'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file as fileOf, lines, openLinkingWorld } from '../linking/testing/linking-world.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildCommit, buildCommits } from '../testing/commit-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetCodeFolder } from './get-code-graph.ts'
import { makeStoreCodeGraph } from './store-code-graph.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const code = (path: string): CodeGraphFile => ({
  path,
  language: 'typescript',
  hash: 'a'.repeat(32),
  lines: 9,
  unresolved: 0,
  symbols: [],
  imports: [],
})

test('a folder shows what lies in it, how many memories are about it and sessions wrote there', async () => {
  const world = await openLinkingWorld(database)
  const { unitOfWork, teamId } = world.team
  await world.write('writer', lines('a'), 10)
  const fresh = new Date(Date.now() - 86_400_000)
  await world.commit(buildCommit(12, {}, { ...fileOf(lines('a')), path: 'src/parser.ts' }))
  await readAsOwner(
    database.engine,
    `with files as (update teamlore.commit_files set authored_at = '${fresh.toISOString()}' where team_id = '${teamId}')
      update teamlore.commits set authored_at = '${fresh.toISOString()}' where team_id = '${teamId}' returning 1`,
  )
  const folder = (path?: string) =>
    makeGetCodeFolder({ unitOfWork })(world.scope, { project: 'acme/parser', path })
  // Nobody reported the code yet, so the commits do.
  expect((await folder()).items).toMatchObject([{ name: 'src', kind: 'folder', files: 1 }])
  const { machine, project } = buildCommits()
  await makeStoreCodeGraph({ unitOfWork })(world.scope, {
    machine,
    project,
    build: '1'.repeat(16),
    built_at: fresh.toISOString(),
    commit: null,
    branch: 'main',
    is_default_branch: true,
    mode: 'whole',
    gone: [],
    has_more: false,
    files: ['src/parser.ts', 'src/deep/a.ts', 'src/deep/b.ts', 'readme.ts'].map(code),
  })
  for (const [statement, path] of [
    ['The parser reads numbers with a sign.', 'src/parser.ts'],
    ['Nothing deep touches the disk.', 'src/deep'],
  ])
    await makeRemember({ unitOfWork })(
      world.scope,
      rememberRequestSchema.parse({ statement, project: 'acme/parser', anchors: [{ path }] }),
    )
  expect((await folder()).items).toMatchObject([
    { name: 'src', kind: 'folder', files: 3, memories: 2, sessions: 1 },
    { name: 'readme.ts', kind: 'file', files: 1, memories: 0, sessions: 0, last_at: null },
  ])
  expect((await folder('src')).items).toMatchObject([
    { path: 'src/deep', kind: 'folder', files: 2, memories: 1, sessions: 0 },
    { path: 'src/parser.ts', kind: 'file', memories: 1, sessions: 1, last_at: fresh.toISOString() },
  ])
  await expect(folder('nowhere')).rejects.toMatchObject({ code: 'code.folder_not_found' })
  const others = await createIngestWorld(database.engine)
  await expect(
    makeGetCodeFolder({ unitOfWork: others.team.unitOfWork })(others.scope, {
      project: 'acme/parser',
    }),
  ).rejects.toMatchObject({ code: 'code.project_not_found' })
})
