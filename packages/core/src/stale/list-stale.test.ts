import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { CodeGraphFile } from '@teamlore/shared/code'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followLines } from '../code/follow-lines.ts'
import { makeStoreCodeGraph } from '../code/store-code-graph.ts'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeGetMemory } from '../memories/get-memory.ts'
import { makeRemember } from '../memories/remember.ts'
import { makeUpdateMemory } from '../memories/update-memory.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { buildMemoryFilesReport } from '../testing/memory-file-builders.ts'
import { makeListStale, makeMarkStaleReported } from './list-stale.ts'

let database: TestDatabase
let world: IngestWorld
let minute = 0
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.team.unitOfWork })
type Symbols = CodeGraphFile['symbols']
const hash = (sign: string) => sign.repeat(16)
const file = (path: string, content: string, symbols: Symbols = []): CodeGraphFile => ({
  path,
  language: 'typescript',
  hash: content.repeat(32),
  lines: 90,
  imports: [],
  unresolved: 0,
  symbols,
})
const send = (...files: CodeGraphFile[]) =>
  makeStoreCodeGraph(deps())(world.scope, {
    machine: buildMemoryFilesReport([]).machine,
    project: {
      remote_url: 'https://git.test/acme/harbour.git',
      root_commit: null,
      root_path: '/home/ann/harbour',
    },
    built_at: new Date(Date.UTC(2026, 4, 2, 8, ++minute)).toISOString(),
    build: String(minute).padStart(16, '0'),
    commit: null,
    branch: 'main',
    is_default_branch: true,
    mode: 'whole' as const,
    gone: [],
    has_more: false,
    files,
  })
const remember = (anchor: object) =>
  makeRemember(deps())(
    world.scope,
    rememberRequestSchema.parse({
      statement: 'Tides are kept in UTC.',
      project: 'acme/harbour',
      anchors: [anchor],
    }),
  )
const stale = (query = {}, as: Parameters<ReturnType<typeof makeListStale>>[0] = world.scope) =>
  makeListStale(deps())(as, { mine: false, limit: 50, ...query })
const anchorOf = async (id: string) => (await makeGetMemory(deps())(world.scope, { id })).anchors[0]

test('what changed or is gone is listed, and a confirmation clears it; a read never does', async () => {
  await send(file('src/tide.ts', 'a'), file('src/lock.ts', 'b'))
  const edited = await remember({ path: 'src/tide.ts' })
  const gone = await makeRemember(deps())(
    world.scope,
    rememberRequestSchema.parse({
      statement: 'The lock is fair to everybody.',
      project: 'acme/harbour',
      anchors: [{ path: 'src/lock.ts' }],
    }),
  )
  await send(file('src/tide.ts', 'a'), file('src/lock.ts', 'b'), file('x.ts', 'c'))
  expect((await stale()).items).toEqual([])
  await send(file('src/tide.ts', 'd'))
  const listed = async () => (await stale()).items.map(({ memory }) => memory.id)
  expect(await listed()).toEqual([gone.id, edited.id])
  expect((await anchorOf(gone.id))?.state).toBe('broken')
  expect(await listed()).toHaveLength(2)
  const confirm = (id: string) =>
    makeUpdateMemory(deps())(world.scope, { id, request: { action: 'confirm', reason: '' } })
  await confirm(edited.id)
  await confirm(gone.id)
  expect(await listed()).toEqual([])
  expect((await anchorOf(edited.id))?.state).toBe('fresh')
  expect((await stale({ state: 'unknown' })).items.map(({ memory }) => memory.id)).toEqual([
    gone.id,
  ])
})

test('a change is news to the owner of a memory once; what others wrote is no news, and another team sees nothing', async () => {
  await send(file('src/tide.ts', 'a'))
  const { id } = await remember({ path: 'src/tide.ts' })
  await send(file('src/tide.ts', 'd'))
  expect(await stale()).toMatchObject({ news: 1, items: [{ is_news: true }] })
  const eve = grantTeamScope(
    { ...(await world.team.addMember('member')), actor: { kind: 'user', via: 'api_key' } },
    'member',
  )
  expect(await stale({}, eve)).toMatchObject({ news: 0, total: 1 })
  expect(await stale({ mine: true }, eve)).toMatchObject({ total: 0 })
  const markReported = makeMarkStaleReported(deps())
  expect(await markReported(eve, { ids: [id] })).toEqual({ reported: 0 })
  expect(await markReported(world.scope, { ids: [id, id] })).toEqual({ reported: 1 })
  expect(await markReported(world.scope, { ids: [id] })).toEqual({ reported: 0 })
  expect(await stale()).toMatchObject({ news: 0, total: 1 })
  const other = await createIngestWorld(database.engine)
  expect(
    await makeListStale({ unitOfWork: other.team.unitOfWork })(other.scope, {
      mine: false,
      limit: 9,
    }),
  ).toMatchObject({ items: [], total: 0 })
})

test('an anchor follows its file to a new name, and its lines within a definition', async () => {
  const moor = (start: number, sign = 'a') => ({
    name: hash('e'),
    hash: hash(sign),
    start,
    end: start + 9,
  })
  await send(file('src/old.ts', 'a', [moor(10)]))
  const { id } = await remember({ path: 'src/old.ts', start_line: 12, end_line: 14 })
  await send(file('src/new.ts', 'a', [moor(10)]))
  expect(await anchorOf(id)).toMatchObject({ path: 'src/new.ts', start_line: 12 })
  await send(file('src/new.ts', 'b', [moor(31)]))
  expect(await anchorOf(id)).toMatchObject({ start_line: 33, end_line: 35, state: 'fresh' })
  await send(file('src/new.ts', 'c', [moor(31, 'b')]))
  expect(await anchorOf(id)).toMatchObject({ start_line: 33, state: 'dirty' })
})

test('lines follow their definition through fifty commits that shift, swap and shorten what is around it', () => {
  let state: { start_line: number | null; end_line: number | null } = {
    start_line: 43,
    end_line: 45,
  }
  const at = (start: number, sign: string) => ({
    path: 'a.ts',
    hash: `${sign}${start}`,
    symbols: [
      { name: 'other', hash: 'o', start: 1, end: Math.max(1, start - 2) },
      { name: 'own', hash: 'x', start, end: start + 9 },
    ],
  })
  let before = at(40, 'a')
  let right = 0
  for (let n = 1; n <= 50; n++) {
    const after = at(20 + ((n * 37) % 90), String(n))
    state = { ...state, ...followLines(state, before, after) }
    const start = after.symbols[1]?.start ?? 0
    if (state.start_line === start + 3 && state.end_line === start + 5) right++
    before = after
  }
  expect(right).toBe(50)
})
