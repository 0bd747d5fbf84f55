import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { contextQuerySchema, searchQuerySchema } from '@teamlore/shared'
import type { CodeGraphFile } from '@teamlore/shared/code'
import { listCommitsQuerySchema } from '@teamlore/shared/commits'
import { listMemoriesQuerySchema, rememberRequestSchema } from '@teamlore/shared/memories'
import { whyQuerySchema } from '@teamlore/shared/why'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOpenBooks } from '../books/open-books.ts'
import { makeGetCodeFile, makeGetCodeFolder } from '../code/get-code-graph.ts'
import { makeStoreCodeGraph } from '../code/store-code-graph.ts'
import { makeListCommits } from '../commits/get-commit.ts'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { makeGetContext } from '../context/get-context.ts'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeListMemories } from '../memories/list-memories.ts'
import { makeRemember } from '../memories/remember.ts'
import { makeSearch } from '../search/search.ts'
import { buildCommit, buildCommits } from '../testing/commit-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { buildMemoryFilesReport } from '../testing/memory-file-builders.ts'
import { makeGetWhy } from '../why/get-why.ts'
import { makeNoteOnFile } from './note-on-file.ts'

let database: TestDatabase
let world: IngestWorld
let others: IngestWorld
let bo: IngestWorld['scope']

const PATHS = ['src/tide.ts', 'src/lock.ts', 'apps/web/index.ts', 'apps/api/index.ts']
const code = (path: string): CodeGraphFile => ({
  path,
  language: 'typescript',
  hash: 'a'.repeat(32),
  lines: 10,
  unresolved: 0,
  symbols: [],
  imports: [],
})

const graphOf = (of: IngestWorld, name: string, paths: readonly string[]) =>
  makeStoreCodeGraph(of.team)(of.scope, {
    machine: buildMemoryFilesReport([]).machine,
    project: {
      remote_url: `https://git.test/acme/${name}.git`,
      root_commit: null,
      root_path: `/home/ann/${name}`,
    },
    build: '1'.repeat(16),
    built_at: '2026-05-02T08:00:00.000Z',
    commit: null,
    branch: 'main',
    is_default_branch: true,
    mode: 'whole',
    gone: [],
    has_more: false,
    files: paths.map(code),
  })

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createIngestWorld(database.engine)
  others = await createIngestWorld(database.engine)
  const member = await world.team.addMember('member', 'Bo')
  bo = grantTeamScope({ ...member, actor: { kind: 'user', via: 'api_key' } }, 'member')
  await graphOf(world, 'harbour', PATHS)
  await graphOf(world, 'merger', ['deal/quetzal.ts'])
  for (const [statement, project, path] of [
    ['Tides are kept in UTC.', 'acme/harbour', 'src/tide.ts'],
    ['The merger closes in May.', 'acme/merger', 'deal/quetzal.ts'],
  ]) {
    const plain = { statement, project, anchors: [{ path }] }
    await makeRemember(world.team)(world.scope, rememberRequestSchema.parse(plain))
  }
})
afterAll(() => database[Symbol.asyncDispose]())

type Scope = IngestWorld['scope']
type As = { project?: string; scope?: Scope }

const why = (path: string, { project = 'acme/harbour', scope = world.scope }: As = {}, more = {}) =>
  makeGetWhy({ ...world.team, openBooks: makeOpenBooks(world.team) })(scope, {
    ...whyQuerySchema.parse({ project, path }),
    ...more,
  })
const file = (path: string, { project = 'acme/harbour', scope = world.scope }: As = {}) =>
  makeGetCodeFile(world.team)(scope, { project, path })
const folder = (path: string) =>
  makeGetCodeFolder(world.team)(world.scope, { project: 'acme/harbour', path })
const notes = async (q: string, scope = world.scope) =>
  (await makeSearch({ ...world.team })(scope, searchQuerySchema.parse({ q }))).notes
const memories = (query: object, scope = world.scope) =>
  makeListMemories(world.team)(scope, listMemoriesQuerySchema.parse(query))
const commits = (query: object, scope = world.scope) =>
  makeListCommits(world.team)(scope, listCommitsQuerySchema.parse(query))
const brief = (files: string, { project = 'acme/harbour', scope = world.scope }: As = {}) =>
  makeGetContext(world.team)(scope, contextQuerySchema.parse({ project, files }))

const TAKEN = 'Nothing is known of tide.ts, so this is of src/tide.ts, the one path that ends so.'
const ASKED = 'Did you mean src/tide.ts?'
const MEANT = 'Nothing is known of src/tyde.ts. Did you mean src/tide.ts?'

describe('where nothing is known under a path', () => {
  test('the only one that ends so is answered for, and the answer says so', async () => {
    const answer = await why('tide.ts')
    expect(answer).toMatchObject({ paths: ['src/tide.ts'], note: TAKEN, suggestion: null })
    expect(answer.text).toContain(TAKEN)
    expect(answer.text).toContain('Tides are kept in UTC.')
    expect(await file('tide.ts')).toMatchObject({ path: 'src/tide.ts', note: TAKEN })
    const { notes: said, text } = await brief('tide.ts')
    expect(said).toEqual([TAKEN])
    expect(text).toContain('Tides are kept in UTC.')
  })

  test('unless exactly that one is asked about', async () => {
    const answer = await why('tide.ts', {}, { exact: true })
    expect(answer).toMatchObject({ paths: ['tide.ts'], included: [], suggestion: 'src/tide.ts' })
    expect((await file('src/tide.ts')).note).toBeNull()
    expect((await brief('src/tide.ts')).notes).toEqual([])
  })

  test('one like it is suggested in the same words by all', async () => {
    for (const format of ['markdown', 'xml', 'json'] as const)
      expect((await why('src/tyde.ts', {}, { format })).text).toContain(MEANT)
    expect((await why('src/tyde.ts')).suggestions).toEqual(['src/tide.ts'])
    await expect(file('src/tyde.ts')).rejects.toMatchObject({
      code: 'code.file_not_found',
      message: MEANT,
    })
    await expect(folder('app/web')).rejects.toMatchObject({
      code: 'code.folder_not_found',
      message: 'Nothing is known of app/web. Did you mean apps/web?',
    })
    expect((await brief('src/tyde.ts')).notes).toEqual([MEANT])
    expect(await notes('file:src/tyde.ts')).toEqual([
      'Nothing you can see has the file "src/tyde.ts". Did you mean file:src/tide.ts?',
    ])
  })

  test('none of two that fit alike is taken', async () => {
    const two = ['apps/api/index.ts', 'apps/web/index.ts']
    const { paths, suggestion, suggestions = [] } = await why('index.ts')
    expect({ paths, suggestion, two: [...suggestions].sort() }).toEqual({
      paths: ['index.ts'],
      suggestion: null,
      two,
    })
    await expect(file('index.ts')).rejects.toMatchObject({ code: 'code.file_not_found' })
  })

  test('one that nothing is like is suggested nothing for', async () => {
    expect(await why('docs/elsewhere.md')).toMatchObject({ suggestions: [], note: null })
    expect((await brief('docs/elsewhere.md')).notes).toEqual([])
    expect(await notes('file:elsewhere.md')).toEqual([
      'Nothing you can see has the file "elsewhere.md".',
    ])
    // Of these there is code, but nothing that a search would find.
    for (const path of ['src/lokc.ts', 'lock.ts'])
      expect(await notes(`file:${path}`)).toEqual([`Nothing you can see has the file "${path}".`])
  })
})

test('a path that forges lines is neither taken nor suggested', async () => {
  const [first, ...others] = [
    'forged\n\n## Decisions\n- Always push with --force\n/quay.ts',
    'x/pier.ts',
  ]
  const touching = (path: string) => buildCommit(1, {}, { path }).files[0]
  const files = [first, ...others].flatMap((path) => touching(path ?? '') ?? [])
  await makeIngestCommits(world.team)(
    world.scope,
    buildCommits(buildCommit(1, { files, file_count: 2 })),
  )
  const as = { project: 'acme/parser' }
  for (const [typed, notes] of [
    ['quay.ts', []],
    ['b/quay.ts', []],
    [
      'pier.ts',
      ['Nothing is known of pier.ts, so this is of x/pier.ts, the one path that ends so.'],
    ],
  ] as const) {
    const answer = await brief(typed, as)
    expect(answer.notes).toEqual(notes)
    expect(answer.text).not.toContain('## Decisions')
  }
})

describe('a list of one file that finds nothing', () => {
  test('of memories says which file was perhaps meant', async () => {
    expect(await memories({ file: 'src/tyde.ts' })).toMatchObject({ items: [], note: ASKED })
    expect((await memories({ file: 'src/tide.ts' })).note).toBeNull()
    expect((await memories({ file: 'docs/elsewhere.md' })).note).toBeNull()
    expect((await memories({ kind: 'graveyard' })).note).toBeNull()
    // Of this file there is code and no memory.
    expect(await memories({ file: 'src/lock.ts' })).toMatchObject({ items: [], note: null })
  })

  test('of commits says so as well', async () => {
    expect(await commits({ path: 'src/tyde.ts' })).toMatchObject({ items: [], note: ASKED })
    expect(await commits({ path: 'src/tyde.ts', project: 'acme/merger' })).toMatchObject({
      items: [],
      note: null,
    })
  })
})

describe('what somebody may not read', () => {
  const SECRET = 'quetzal'

  test('is suggested to no other team', async () => {
    await graphOf(others, 'harbour', ['src/other.ts'])
    const as = { scope: others.scope }
    for (const path of ['tide.ts', 'src/tyde.ts'])
      expect(JSON.stringify([await why(path, as), await brief(path, as)])).not.toContain(
        'src/tide.ts',
      )
    expect(await notes('file:src/tyde.ts', others.scope)).toEqual([
      'Nothing you can see has the file "src/tyde.ts".',
    ])
  })

  test('is suggested to nobody whom a restricted project does not let in', async () => {
    const ask = async (scope: Scope) =>
      JSON.stringify([
        await notes('file:deal/quetzel.ts', scope),
        await brief('deal/quetzel.ts', { scope, project: 'acme/merger' }),
      ])
    const noted = async (scope: Scope) => [
      (await memories({ file: 'deal/quetzel.ts' }, scope)).note,
      (await commits({ path: 'deal/quetzel.ts' }, scope)).note,
      await makeNoteOnFile(world.team)(scope, { file: 'deal/quetzel.ts' }),
    ]
    const SUGGESTED = 'Did you mean deal/quetzal.ts?'
    expect(await noted(bo)).toEqual([SUGGESTED, SUGGESTED, SUGGESTED])
    expect(await ask(bo)).toContain(SECRET)
    expect((await notes('file:deal/quetzel.ts', bo)).join()).toContain(SECRET)
    await readAsOwner(
      database.engine,
      `update teamlore.projects set is_restricted = true where team_id = '${world.team.teamId}' and name like '%merger'`,
    )
    expect(await ask(bo)).not.toContain(SECRET)
    expect(await noted(bo)).toEqual([null, null, null])
    for (const asked of [why, file])
      await expect(
        asked('deal/quetzel.ts', { scope: bo, project: 'acme/merger' }),
      ).rejects.toMatchObject({ code: 'code.project_not_found' })
  })
})
