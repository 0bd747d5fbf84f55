import { createTestDatabase, createTestTeam, type TestDatabase } from '@teamlore/db/testing'
import type { MemoryFilesReport, ReportedMemoryFile } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import {
  buildMemoryFile,
  buildMemoryFilesReport,
  HARBOUR,
} from '../testing/memory-file-builders.ts'
import { makeGetMemoryFile } from './get-memory-file.ts'
import { makeListMemoryFiles } from './list-memory-files.ts'
import { makeReportMemoryFiles } from './report-memory-files.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

type Said = Partial<MemoryFilesReport> & { as?: TeamScope<'member'> }

const report = (files: ReportedMemoryFile[], { as = world.scope, ...said }: Said = {}) =>
  makeReportMemoryFiles({ unitOfWork: world.unitOfWork })(as, buildMemoryFilesReport(files, said))
const list = async (as: TeamScope = world.scope, include_gone = false) =>
  (await makeListMemoryFiles({ unitOfWork: world.unitOfWork })(as, { limit: 50, include_gone }))
    .items
const get = (id: string, as: TeamScope = world.scope) =>
  makeGetMemoryFile({ unitOfWork: world.unitOfWork })(as, { id })
const count = async (table: string) =>
  Number((await world.rowsOf(table, 'count(*) as n'))[0]?.['n'])
const found = async (q: string, as = world.scope) =>
  (await world.search(as, { ...ASKED, q })).items.map(({ title, kind }) => `${kind} ${title}`)

const ASKED = { q: '', scope: 'all', include_superseded: false, limit: 20 } as const
const LAPTOP = buildMemoryFilesReport([]).machine
const DESKTOP = { ...LAPTOP, fingerprint: 'f'.repeat(32), name: 'desktop' }
const berths = 'Berths are numbered from the east.'

describe('a memory file', () => {
  test('is kept with where and when it was seen, and found by its words at once', async () => {
    const receipt = await report([buildMemoryFile({ path: 'docs/CLAUDE.md' })])
    expect(receipt).toMatchObject({
      machine_id: expect.stringMatching(/^mac_/),
      // Nothing is said of the project.
      project_id: null,
      revision: 1,
      files: { reported: 1, changed: 1, gone: 0 },
      server_redactions: 0,
    })
    const [file] = await list()
    expect(file).toMatchObject({
      id: expect.stringMatching(/^mfl_/),
      project: { name: 'acme/harbour' },
      path: 'docs/CLAUDE.md',
      tool: 'claude-code',
      is_personal: false,
      visibility: 'team',
      origin: 'import',
      chars: 46,
      git_branch: 'main',
      machine: { id: receipt.machine_id, name: 'anns-laptop' },
      copies: 1,
      modified_at: '2026-03-01T08:00:00.000Z',
      gone_at: null,
    })
    expect(await get(file?.id ?? '')).toEqual({
      ...file,
      text: `# Harbour\n\n${berths}\n`,
    })
    const answer = await world.ask('berths numbered type:memory-file')
    expect(answer.items).toMatchObject([
      {
        id: file?.id,
        kind: 'memory_file',
        title: 'docs/CLAUDE.md: Harbour',
        url: `/memory-files/${file?.id}`,
        author: null,
        session_id: null,
        tool: 'claude-code',
        occurred_at: '2026-03-01T08:00:00.000Z',
      },
    ])
    expect(await found('berths file:CLAUDE.md project:harbour')).toHaveLength(1)
    expect(await world.rowsOf('documents', 'origin')).toEqual([{ origin: 'import' }])
    expect(await world.rowsOf('outbox', 'type')).toEqual([{ type: 'documents.queued' }])
  })

  test('sent again changes nothing, and touches no document', async () => {
    await report([buildMemoryFile()])
    const before = await world.rowsOf('documents', 'xmin::text')
    const again = await report([buildMemoryFile()])
    expect(again.files).toEqual({ reported: 1, changed: 0, gone: 0 })
    expect(await world.rowsOf('documents', 'xmin::text')).toEqual(before)
    expect(await count('outbox')).toBe(1)
  })

  test('that was changed says the new words under the same id, and no search finds the old ones', async () => {
    await report([buildMemoryFile()])
    const [before] = await list()
    await report([buildMemoryFile({ text: 'Berths are named after birds.' })], { revision: 2 })
    expect((await list()).map(({ id }) => id)).toEqual([before?.id])
    expect(await found('birds')).toEqual(['memory_file CLAUDE.md'])
    expect(await found('numbered')).toEqual([])
  })

  test('that was deleted is gone: kept with its last words, and found by no search', async () => {
    await report([buildMemoryFile()])
    const [before] = await list()
    const receipt = await report([], { revision: 2 })
    expect(receipt.files).toEqual({ reported: 0, changed: 0, gone: 1 })
    expect(await list()).toEqual([])
    expect(await list(world.scope, true)).toMatchObject([
      { id: before?.id, copies: 0, gone_at: expect.any(String) },
    ])
    expect((await get(before?.id ?? '')).text).toContain(berths)
    expect(await found('berths')).toEqual([])
    expect(await count('documents')).toBe(0)
    expect(await count('embedding_queue')).toBe(0)
  })

  test('that came back is the same file again', async () => {
    await report([buildMemoryFile()])
    const [before] = await list()
    await report([], { revision: 2 })
    await report([buildMemoryFile()], { revision: 3 })
    expect(await list()).toMatchObject([{ id: before?.id, gone_at: null }])
    expect(await found('berths')).toHaveLength(1)
  })

  test('that was renamed is gone under its old name and there under the new one', async () => {
    await report([buildMemoryFile()])
    await report([buildMemoryFile({ path: 'AGENTS.md', tool: null })], { revision: 2 })
    expect((await list()).map(({ path }) => path)).toEqual(['AGENTS.md'])
    expect(await found('berths')).toEqual(['memory_file AGENTS.md: Harbour'])
  })

  test('may be empty, or as long as the limit', async () => {
    const paragraph = 'Quay walls are inspected twice a year by the harbour office.\n\n'
    const text = paragraph.repeat(4_000).slice(0, 200_000)
    await report([
      buildMemoryFile({ path: 'AGENTS.md', text: '' }),
      buildMemoryFile({ text, is_cut: true }),
    ])
    expect(await list()).toHaveLength(2)
    expect(await world.rowsOf('documents', 'max(chunk) as last, count(distinct paths)')).toEqual([
      { last: expect.any(Number), count: 1 },
    ])
    expect(await found('quay walls')).toHaveLength(1)
  })

  test('is parted at its headings, and shown once whatever of it fits', async () => {
    const section = (name: string) => `## ${name}\n\n${`About ${name} there is much. `.repeat(30)}`
    await report([buildMemoryFile({ text: ['Tides', 'Cranes', 'Pilots'].map(section).join('\n') })])
    const bodies = await world.rowsOf('documents', 'body')
    expect(bodies.map(({ body }) => String(body).slice(0, 9)).sort()).toEqual([
      '## Cranes',
      '## Pilots',
      '## Tides\n',
    ])
    expect(await found('much about')).toHaveLength(1)
  })

  test('loses the secrets that the machine left in it, and what PostgreSQL cannot store', async () => {
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
    const receipt = await report([
      buildMemoryFile({ text: `Use ${secret}\0 <private>at night</private> for releases.` }),
    ])
    expect(receipt.server_redactions).toBe(2)
    for (const table of ['memory_files', 'memory_file_copies', 'documents']) {
      const stored = JSON.stringify(await world.rowsOf(table))
      expect(stored).toContain('for releases')
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain('at night')
    }
  })

  test('gets its vector from the queue like everything else', async () => {
    await report([buildMemoryFile()])
    await world.embed()
    expect(await count('document_vectors')).toBe(1)
  })
})

describe('several copies of a file', () => {
  const onLaptop = buildMemoryFile({ text: 'Berths count from the west.' })
  const onDesktop = buildMemoryFile({
    text: 'Berths count from the north.',
    modified_at: '2026-03-05T08:00:00.000Z',
  })

  test('on two machines are one, and the one changed last is what it says', async () => {
    await report([onDesktop], { machine: DESKTOP })
    await report([onLaptop])
    expect(await list()).toMatchObject([{ copies: 2, machine: { name: 'desktop' } }])
    expect(await found('berths count')).toHaveLength(1)
    expect(await found('north')).toHaveLength(1)
    expect(await found('west')).toEqual([])
    await report([{ ...onLaptop, modified_at: '2026-03-09T08:00:00.000Z' }], { revision: 2 })
    expect(await found('west')).toHaveLength(1)
  })

  test('in two clones on one machine are one, also when one is another branch without the file', async () => {
    const project = { ...HARBOUR, root_path: '/home/ann/harbour-2' }
    await report([onLaptop])
    await report([onDesktop], { project })
    expect(await list()).toMatchObject([{ copies: 2 }])
    await report([], { project, revision: 2 })
    expect(await list()).toMatchObject([{ copies: 1, gone_at: null }])
    expect(await found('west')).toHaveLength(1)
    const last = await report([], { revision: 2 })
    expect(last.files.gone).toBe(1)
  })

  test('reported at the same moment come out as one file', async () => {
    await Promise.all([
      report([onLaptop]),
      report([onDesktop], { machine: DESKTOP }),
      report([onLaptop], { project: { ...HARBOUR, root_path: '/home/ann/harbour-2' } }),
    ])
    expect(await list()).toMatchObject([{ copies: 3, machine: { name: 'desktop' } }])
    expect(await found('north')).toHaveLength(1)
  })
})

describe('a report that comes late', () => {
  test('changes nothing and names the one that counts', async () => {
    await report([], { revision: 7 })
    const late = await report([buildMemoryFile()], { revision: 6 })
    expect(late).toMatchObject({ revision: 7, files: { reported: 0, changed: 0, gone: 0 } })
    expect(await list()).toEqual([])
    await report([buildMemoryFile()], { revision: 8 })
    expect(await list()).toHaveLength(1)
  })

  test('of another folder has nothing to do with it', async () => {
    await report([], { revision: 7 })
    await report([buildMemoryFile()], { machine: DESKTOP, revision: 1 })
    expect(await list()).toHaveLength(1)
  })
})

describe('who reads it', () => {
  const MINE = buildMemoryFile({ path: 'CLAUDE.local.md', is_personal: true })

  test('another team never does', async () => {
    await report([buildMemoryFile()])
    const [file] = await list()
    const strangers = await createTestTeam(database.engine)
    const eve = grantTeamScope(
      { ...(await strangers.addMember('owner')), actor: { kind: 'user', via: 'api_key' } },
      'owner',
    )
    expect(await list(eve)).toEqual([])
    await expect(get(file?.id ?? '', eve)).rejects.toMatchObject({ code: 'memory_file.not_found' })
    expect(await found('berths', eve as never)).toEqual([])
  })

  test('what is personal is read by its owner alone, and each machine has its own', async () => {
    const bob = await world.person('Bob')
    await report([MINE])
    await report([MINE], { machine: DESKTOP })
    await report([MINE], { as: bob, machine: { ...DESKTOP, fingerprint: 'b'.repeat(32) } })
    expect(await list()).toMatchObject([
      { is_personal: true, visibility: 'private', copies: 1 },
      { is_personal: true, visibility: 'private', copies: 1 },
    ])
    const [file] = await list()
    expect(await list(bob)).toHaveLength(1)
    expect(await found('berths', bob)).toHaveLength(1)
    await expect(get(file?.id ?? '', bob)).rejects.toMatchObject({ code: 'memory_file.not_found' })
  })

  test('what belongs to no project is personal', async () => {
    const bob = await world.person('Bob')
    await report([{ ...MINE, path: '~/.claude/CLAUDE.md' }], { project: null })
    expect(await list()).toMatchObject([{ project: null, visibility: 'private' }])
    expect(await list(bob)).toEqual([])
  })

  test('of a private project it is the owner alone, who has one file for all machines', async () => {
    const bob = await world.person('Bob')
    await report([buildMemoryFile({ text: 'Open words.' })])
    await database.engine.db.execute(
      `update teamlore.projects set default_visibility = 'private' where team_id = '${world.team.teamId}'`,
    )
    await report([buildMemoryFile()], { revision: 2 })
    await report([buildMemoryFile()], { machine: DESKTOP })
    expect(await list()).toMatchObject([{ is_personal: false, visibility: 'private', copies: 2 }])
    expect(await list(bob)).toEqual([])
    // What was open before is gone, not left behind.
    expect(await found('open words', bob)).toEqual([])
    expect(await found('berths', bob)).toEqual([])
    expect(await found('berths')).toHaveLength(1)
  })
})
