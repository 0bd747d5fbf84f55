import { createHash } from 'node:crypto'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { contextQuerySchema } from '@teamlore/shared'
import type { CodeGraphFile } from '@teamlore/shared/code'
import type { IngestCommit, IngestCommitFile } from '@teamlore/shared/commits'
import { type RememberRequest, rememberRequestSchema } from '@teamlore/shared/memories'
import { type WhyQuery, whyQuerySchema } from '@teamlore/shared/why'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOpenBooks } from '../books/open-books.ts'
import { makeStoreCodeGraph } from '../code/store-code-graph.ts'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { makeGetContext } from '../context/get-context.ts'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeLinkCommits } from '../linking/link-commits.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { buildMemoryFilesReport } from '../testing/memory-file-builders.ts'
import { projectWithCommits } from '../testing/project-with-commits.ts'
import { makeGetWhy } from './get-why.ts'

let database: TestDatabase
let world: IngestWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
  await makeStoreCodeGraph(deps())(world.scope, GRAPH)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ ...world.team, openBooks: makeOpenBooks(world.team) })
const file = (path: string, imports: string[] = []): CodeGraphFile => ({
  path,
  language: 'typescript',
  hash: 'a'.repeat(32),
  lines: 10,
  unresolved: 0,
  symbols: [],
  imports: imports.map((to) => ({ to, kind: 'static' })),
})
const GRAPH = {
  machine: buildMemoryFilesReport([]).machine,
  project: {
    remote_url: 'https://git.test/acme/harbour.git',
    root_commit: null,
    root_path: '/home/ann/harbour',
  },
  build: '1'.repeat(16),
  built_at: '2026-05-02T08:00:00.000Z',
  commit: null,
  branch: 'main',
  is_default_branch: true,
  mode: 'whole' as const,
  gone: [],
  has_more: false,
  files: [
    file('src/tide.ts', ['src/lock.ts']),
    file('src/lock.ts'),
    file('src/main.ts', ['src/tide.ts']),
  ],
}

const remember = (statement: string, path: string, said: Partial<RememberRequest> = {}) => {
  const plain = { statement, project: 'acme/harbour', anchors: [{ path }] }
  return makeRemember(deps())(world.scope, { ...rememberRequestSchema.parse(plain), ...said })
}
const why = (path: string, more: Partial<WhyQuery> = {}, as: TeamScope = world.scope) =>
  makeGetWhy(deps())(as, {
    ...whyQuerySchema.parse({ project: 'acme/harbour', path }),
    ...more,
  })

describe('what is about to be done', () => {
  const CACHE = 'Tried and taken back: Cache the tide tables in Redis'
  const grave = () =>
    remember(CACHE, 'src/tide.ts', {
      kind: 'graveyard',
      reason: 'It served stale tides after midnight.',
    })
  const about = 'Tide tables are slow to load. Cache them in Redis.'

  test('is warned of first where it was tried and given up, once and with its reason', async () => {
    await remember('Tides are kept in UTC.', 'src/tide.ts')
    const { id } = await grave()
    const answer = await why('src/tide.ts', { about })
    expect(answer.included[0]).toMatchObject({ id, reason: 'resembles' })
    expect(answer.included.filter((one) => one.id === id)).toHaveLength(1)
    expect(answer.text).toContain('It served stale tides after midnight.')
    expect(answer.text).toContain('in a file that it was about')
  })

  test.each([
    ['other work in the same file', 'Show the tide tables in local time.'],
    ['work that takes it out', 'Remove what is left of the Redis cache for tide tables.'],
    ['nothing', ''],
  ])('is not warned of for %s', async (_, words) => {
    const { id } = await grave()
    const { included } = await why('src/tide.ts', { about: words })
    expect(included).toMatchObject([{ id, reason: 'same_file' }])
  })

  test('is not warned of once it came back', async () => {
    const { id } = await grave()
    await readAsOwner(
      database.engine,
      `update teamlore.memories set status = 'archived' where id = '${id}' returning 1`,
    )
    expect((await why('src/tide.ts', { about })).included).toEqual([])
  })

  test('is warned of in the brief, too, before all that holds', async () => {
    await remember('Tides are kept in UTC.', 'src/tide.ts')
    const { id } = await grave()
    const brief = (more: object) =>
      makeGetContext(deps())(
        world.scope,
        contextQuerySchema.parse({ project: 'acme/harbour', ...more }),
      )
    for (const more of [{ work: `harbour lights\n${about}` }, { q: about }]) {
      const { text, included } = await brief(more)
      expect(included[0]?.id).toBe(id)
      expect(included.filter((one) => one.id === id)).toHaveLength(1)
      expect(text).toMatch(/## Careful: this resembles what was tried and given up\n+- \*\*Tried/)
      expect(text).toContain('It served stale tides after midnight.')
    }
    expect((await brief({ work: 'Number the berths.' })).text).not.toContain('Careful')
  })
})

describe('why a file is as it is', () => {
  test('is answered by memories about it, its folder and what is around it in the graph', async () => {
    const own = await remember('Tides are kept in UTC.', 'src/tide.ts')
    const folder = await remember('Nothing in src touches the disk.', 'src')
    const imported = await remember('The lock is fair.', 'src/lock.ts')
    const importer = await remember('main starts last.', 'src/main.ts')
    await remember('Docs are in English.', 'docs/a.md')
    const answer = await why('src/tide.ts')
    expect(answer.included.map(({ id, weight, reason }) => [id, weight, reason])).toEqual([
      [own.id, 1, 'same_file'],
      [folder.id, 0.7, 'parent_folder'],
      [imported.id, 0.3, 'imported'],
      [importer.id, 0.2, 'importer'],
    ])
    expect(answer.text).toContain('about src/lock.ts, which it imports')
    expect(answer.tokens).toBeLessThanOrEqual(answer.budget_tokens)
  })

  test('says what was tried and taken back apart, and what was replaced last', async () => {
    await remember('An optimistic lock was tried.', 'src/lock.ts', { kind: 'graveyard' })
    const old = await remember('Tides are kept in local time.', 'src/tide.ts')
    await remember('Tides are kept in UTC since May.', 'src/tide.ts')
    await readAsOwner(
      database.engine,
      `update teamlore.memories set status = 'superseded' where id = '${old.id}'`,
    )
    const { text, included } = await why('src/tide.ts')
    expect(text).toMatch(
      /Tried and taken back[\s\S]*optimistic[\s\S]*no longer holds[\s\S]*local time/,
    )
    expect(included.at(-1)?.id).toBe(old.id)
  })

  test('takes the files of a diff together, each memory once', async () => {
    const one = await remember('The lock is fair.', 'src/lock.ts')
    const { included } = await why('src/tide.ts\nsrc/lock.ts')
    expect(included).toMatchObject([{ id: one.id, weight: 1 }])
  })

  test('suggests the path that was meant where nothing is known of one', async () => {
    expect((await why('src/tied.ts')).suggestion).toBe('src/tide.ts')
    expect((await why('src/tide.ts')).suggestion).toBeNull()
  })

  test('never shows anything to another team, nor drafts', async () => {
    await remember('Tides are kept in UTC.', 'src/tide.ts')
    await readAsOwner(database.engine, `update teamlore.memories set status = 'draft'`)
    expect((await why('src/tide.ts')).included).toEqual([])
    const others = await createIngestWorld(database.engine)
    await expect(why('src/tide.ts', {}, others.scope)).rejects.toMatchObject({
      code: 'code.project_not_found',
    })
  })
})

describe('what a memory is anchored to', () => {
  const symbol = (hash: string) => ({
    name: MOOR,
    hash: hash.repeat(16),
    start: 1,
    end: 4,
  })
  const stateOf = async (id: string) =>
    (
      await readAsOwner<{ state: string }>(
        database.engine,
        `select state from teamlore.memory_anchors where memory_id = '${id}'`,
      )
    )[0]?.state
  let minute = 1
  const send = (files: CodeGraphFile[], mode: 'whole' | 'changes' = 'changes') =>
    makeStoreCodeGraph(deps())(world.scope, {
      ...GRAPH,
      mode,
      files,
      build: String(minute++).padStart(16, '0'),
      built_at: new Date(Date.UTC(2026, 4, 3, 8, minute)).toISOString(),
    })

  test('is fresh, changed or gone for the whole team, whatever else changes in its file', async () => {
    const tide = (symbols: CodeGraphFile['symbols'], hash = 'a') => ({
      ...file('src/tide.ts'),
      hash: hash.repeat(32),
      symbols,
    })
    const whole = await remember('Tides are kept in UTC.', 'src/tide.ts')
    const moor = await remember('moor is idempotent.', 'src/tide.ts', {
      anchors: [
        {
          path: 'src/tide.ts',
          symbol: 'Quay.moor',
          start_line: null,
          end_line: null,
          content_hash: null,
        },
      ],
    })
    const states = async () => [await stateOf(whole.id), await stateOf(moor.id)]
    expect(await states()).toEqual(['unknown', 'unknown'])
    await send([tide([symbol('1')])])
    expect(await states()).toEqual(['fresh', 'fresh'])
    await send([tide([symbol('1')], 'b')])
    expect(await states()).toEqual(['dirty', 'fresh'])
    await send([tide([symbol('2')], 'c')])
    expect(await states()).toEqual(['dirty', 'dirty'])
    await send([tide([], 'd')])
    expect(await states()).toEqual(['dirty', 'broken'])
    await send([file('src/lock.ts')], 'whole')
    expect(await states()).toEqual(['broken', 'broken'])
  })
})

/** The hash of its name, as a machine sends it. */
const MOOR = createHash('sha256').update('moor').digest('hex').slice(0, 16)

describe('what git says of a file', () => {
  const print = (n: number): string => hashOfNumber(n).slice(0, 16)
  const PROJECT = GRAPH.project
  const commit = async (...commits: IngestCommit[]) => {
    await makeIngestCommits(deps())(world.scope, {
      ...buildCommits(...commits),
      project: PROJECT,
    })
    await makeLinkCommits(deps())(grantSystemScope(world.team.teamId), {
      projectId: await projectWithCommits(database, world.team.teamId),
    })
  }
  const lines = Array.from({ length: 6 }, (_, n) => print(500 + n))
  const on = (n: number, fields: Partial<IngestCommit>, more: Partial<IngestCommitFile> = {}) =>
    buildCommit(n, fields, { path: 'src/tide.ts', added: [], removed: [], ...more })

  test('stands behind the memories: the last change with its session, and the line that was asked for', async () => {
    const { sessions } = await world.send(
      buildSession({
        project: PROJECT,
        title: 'Tides in UTC',
        edits: [buildEdit('e1', { path: 'src/tide.ts', added: lines, ts: '2026-01-05T09:00:00Z' })],
        messages: buildMessages(4),
      }),
    )
    await commit(on(5, { subject: 'Keep tides in UTC' }, { added: lines, added_lines: 6 }))
    const answer = await why('src/tide.ts', {
      line: 3,
      line_sha: hashOfNumber(5),
      line_print: lines[2],
    })
    expect(answer.included[0]).toMatchObject({
      id: sessions[0]?.session_id,
      reason: 'line',
      via: 'src/tide.ts:3',
    })
    expect(answer.text).toContain('**this line**')
    expect(answer.text).toMatch(/\*\*last change\*\* Keep tides in UTC/)
    expect(answer.text).toContain('Tides in UTC')
    const blamed = lines.map((one) => `${hashOfNumber(5)}:${one}`).join(',')
    const range = await why('src/tide.ts', { line: 1, end_line: 6, blamed })
    expect(range.text).toContain('Why src/tide.ts:1-6')
    expect(range.text.split('**some of these lines**')).toHaveLength(2)
  })

  test('shows what was taken back as such, until that was taken back as well', async () => {
    await commit(on(5, { subject: 'Cache the tides' }, { added: lines, added_lines: 6 }))
    const revert = (n: number, of: number, subject: string, side: object) =>
      commit(on(n, { subject, mentions: [{ relation: 'reverts', sha: hashOfNumber(of) }] }, side))
    await revert(6, 5, 'Revert "Cache the tides"', { removed: lines, removed_lines: 6 })
    const taken = await why('src/tide.ts')
    const graveyard = taken.text.slice(taken.text.indexOf('Tried and taken back'))
    expect(graveyard).toContain('**taken back** Cache the tides')
    expect(graveyard).toContain('Revert "Cache the tides"')
    await revert(7, 6, 'Reapply "Cache the tides"', { added: lines, added_lines: 6 })
    expect((await why('src/tide.ts')).text).not.toContain('**taken back**')
  })

  test('nor says so of what a later commit brought back without a word', async () => {
    const moored = lines.map((line) => line.split('').reverse().join(''))
    const inQuay = { path: 'src/quay.ts' }
    const inBoth = (side: 'added' | 'removed') => ({
      files: [{ ...inQuay, [side]: moored }, { [side]: lines.slice(0, 2) }].flatMap(
        (file) => on(1, {}, file).files,
      ),
    })
    await commit(on(15, { subject: 'Moor twice', ...inBoth('added') }))
    await commit(on(16, { subject: 'Tidy', ...inBoth('removed') }))
    expect((await why('src/quay.ts')).text).toContain('**taken back** Moor twice')
    await commit(on(17, { subject: 'Again' }, { ...inQuay, added: moored, added_lines: 6 }))
    expect((await why('src/quay.ts')).text).not.toContain('**taken back**')
    expect((await why('src/tide.ts')).text).toContain('**taken back** Moor twice')
  })
})
