import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { CodeGraphFile, CodeGraphRequest } from '@teamlore/shared/code'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { buildMemoryFilesReport } from '../testing/memory-file-builders.ts'
import { makeGetCodeFile, makeGetCodeGraph } from './get-code-graph.ts'
import { makeStoreCodeGraph } from './store-code-graph.ts'

let database: TestDatabase
let world: IngestWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const file = (path: string, imports: string[] = [], content = 'a'): CodeGraphFile => ({
  path,
  language: 'typescript',
  hash: content.repeat(32),
  lines: 10,
  imports: imports.map((to) => ({ to, kind: 'static' })),
  unresolved: 0,
  symbols: [],
})
const { machine } = buildMemoryFilesReport([])
const at = (minute: number): string => new Date(Date.UTC(2026, 4, 2, 8, minute)).toISOString()

const send = (files: CodeGraphFile[], more: Partial<CodeGraphRequest> = {}, as = world.scope) =>
  makeStoreCodeGraph({ unitOfWork: world.team.unitOfWork })(as, {
    machine,
    project: {
      remote_url: 'https://git.test/acme/harbour.git',
      root_commit: null,
      root_path: '/home/ann/harbour',
    },
    build: '1'.repeat(16),
    built_at: at(0),
    commit: 'c'.repeat(40),
    branch: 'main',
    is_default_branch: true,
    mode: 'whole',
    files,
    gone: [],
    has_more: false,
    ...more,
  })
const get = (path: string, as: TeamScope = world.scope) =>
  makeGetCodeFile({ unitOfWork: world.team.unitOfWork })(as, { project: 'acme/harbour', path })
const overview = (as: TeamScope = world.scope) =>
  makeGetCodeGraph({ unitOfWork: world.team.unitOfWork })(as, { project: 'acme/harbour' })

describe('the code graph of a project', () => {
  test('says what a file imports and what imports it; the same again changes nothing', async () => {
    const files = [file('a.ts', ['b.ts']), file('b.ts'), file('c.ts', ['b.ts'])]
    expect(await send(files)).toMatchObject({
      state: 'stored',
      files: { sent: 3, changed: 3, gone: 0 },
    })
    expect(await get('b.ts')).toMatchObject({
      imports: [],
      imported_by: [{ path: 'a.ts', kind: 'static' }, { path: 'c.ts' }],
    })
    const before = await world.rowsOf('code_imports')
    await send(files)
    expect(await world.rowsOf('code_imports')).toEqual(before)
    expect(await overview()).toMatchObject({ files: 3, imports: 2, branch: 'main' })
  })

  test('takes changes, and a whole one lets go of what it does not name', async () => {
    await send([file('a.ts', ['b.ts']), file('b.ts')])
    await send([file('a.ts', [], 'b')], { mode: 'changes', gone: ['b.ts'], built_at: at(1) })
    await expect(get('b.ts')).rejects.toMatchObject({ code: 'code.file_not_found' })
    expect((await get('a.ts')).imports).toEqual([])
    await send([file('z.ts')], { build: '2'.repeat(16), has_more: true, built_at: at(2) })
    await send([file('y.ts')], { build: '2'.repeat(16), built_at: at(2) })
    expect((await world.rowsOf('code_files', 'path')).map(({ path }) => path)).toEqual([
      'y.ts',
      'z.ts',
    ])
  })

  test('is that of the default branch; another branch only adds, an older build changes nothing', async () => {
    await send([file('a.ts', ['b.ts']), file('b.ts')], { built_at: at(5) })
    const other = {
      branch: 'try',
      is_default_branch: false,
      build: '3'.repeat(16),
      built_at: at(6),
    }
    expect(await send([file('a.ts', [], 'f'), file('n.ts')], other)).toMatchObject({
      state: 'added',
    })
    expect((await get('a.ts')).imports).toHaveLength(1)
    expect((await get('n.ts')).path).toBe('n.ts')
    expect(await send([file('x.ts')], { built_at: at(1) })).toMatchObject({ state: 'outdated' })
    expect(await overview()).toMatchObject({ files: 3, branch: 'main' })
  })

  test('asks for the whole where it has nothing that could change', async () => {
    expect(await send([], { mode: 'changes' })).toMatchObject({ wants_whole: true })
  })

  test('is one team’s alone, and of a private project its owner’s', async () => {
    await send([file('a.ts')])
    const others = await createIngestWorld(database.engine)
    await expect(get('a.ts', others.scope)).rejects.toMatchObject({
      code: 'code.project_not_found',
    })
    await readAsOwner(
      database.engine,
      `update teamlore.projects set default_visibility = 'private' where team_id = '${world.team.teamId}'`,
    )
    await send([file('mine.ts')], { built_at: at(9), build: '9'.repeat(16) })
    const colleague = await world.team.addMember('member')
    const theirs = grantTeamScope(
      { ...colleague, actor: { kind: 'user', via: 'api_key' } },
      'member',
    )
    await expect(get('mine.ts', theirs)).rejects.toMatchObject({ code: 'code.file_not_found' })
    expect((await get('mine.ts')).path).toBe('mine.ts')
  })
})
