import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { ProjectId } from '@teamlore/shared'
import { type ChangeReportRequest, changeReportRequestSchema } from '@teamlore/shared/change-report'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AgentsMdWorld,
  createAgentsMdWorld,
  repository,
} from '../agents-md/testing/agents-md-world.ts'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeLinkCommits } from '../linking/link-commits.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { makeReportChange } from './report-change.ts'

let database: TestDatabase
let world: AgentsMdWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createAgentsMdWorld(database)
})
afterAll(() => database[Symbol.asyncDispose]())

const PATH = 'src/export.ts'
const HUNKS = [{ old_from: 10, old_lines: 4, new_from: 10, new_lines: 6 }]
const report = (fields: Partial<ChangeReportRequest> = {}, as = world.scope) =>
  makeReportChange(world)(as, {
    ...changeReportRequestSchema.parse({
      project: world.harbour,
      files: [{ path: PATH, status: 'modified', hunks: HUNKS }],
    }),
    ...fields,
  })
const at = (start_line: number | null, end_line = start_line, path = PATH) => [
  { path, symbol: null, start_line, end_line, content_hash: null },
]
const anchors = at(11, 12)
const whole = at(null)
const idsOf = async (fields: Partial<ChangeReportRequest> = {}) =>
  (await report(fields)).items.map(({ id }) => id)

describe('the report of a change', () => {
  test('has what is about its lines, with where that is and why it is shown', async () => {
    const { id } = await world.remember('Exports are retried five times.', {
      reason: 'The bank drops calls.',
      anchors,
    })
    await world.remember('Files are closed on failure.', {
      anchors: at(90, 92),
    })
    const { items, left_out } = await report()
    expect(left_out).toBe(0)
    expect(items).toMatchObject([
      { id, bears_by: 'lines', path: PATH, line: 10, reason: 'The bank drops calls.' },
    ])
  })

  test('is empty where nothing that is known bears on it', async () => {
    await world.remember('Logs are kept in UTC.', { anchors: at(null, null, 'src/log.ts') })
    expect((await report()).items).toEqual([])
  })

  test('has one about whole files at most, and of those only what is sure', async () => {
    for (const n of [1, 2, 3])
      await world.remember(`Rule ${n}: exports wait for the slow bank.`, { anchors: whole })
    const doubtful = await world.remember('The slow bank makes exports wait.', { anchors: whole })
    await readAsOwner(
      database.engine,
      `update teamlore.memories set confidence = case id when '${doubtful.id}' then 0.5 else 0.9 end returning 1`,
    )
    const ids = await idsOf({ about: 'Let exports wait for the slow bank, once more' })
    expect(ids).toHaveLength(1)
    expect(ids).not.toContain(doubtful.id)
  })

  test('has of what is about whole files that alone of which the change speaks', async () => {
    const { id } = await world.remember('Exports wait 300 ms for the bank.', { anchors: whole })
    await world.remember('Names of customers stand in no export.', { anchors: whole })
    const changed = (words: { changed: string[]; kept: string[] }) =>
      idsOf({ files: [{ path: PATH, status: 'modified', hunks: HUNKS, words }] })
    expect(await changed({ changed: ['300', '80'], kept: ['const', 'WAIT_MS'] })).toEqual([id])
    expect(await changed({ changed: ['reading', 'samples'], kept: ['const'] })).toEqual([])
    expect(await idsOf()).toEqual([])
  })

  test('has of what is about a function that of which a change within it speaks', async () => {
    const load = [
      { path: PATH, symbol: 'load', start_line: null, end_line: null, content_hash: null },
    ]
    const { id } = await world.remember('Exports wait for the bank.', { anchors: load })
    const within = HUNKS.map((hunk) => ({ ...hunk, within: 'export const load = async () => {' }))
    const changed = (words?: { changed: string[]; kept: string[] }) =>
      idsOf({ files: [{ path: PATH, status: 'modified', hunks: within, words }] })
    expect(await changed({ changed: ['bank', 'waits', 'waitForBank'], kept: [] })).toEqual([id])
    expect(await changed({ changed: ['typo', 'colour'], kept: [] })).toEqual([])
    // A machine that names no words leaves it to the lines.
    expect(await changed()).toEqual([id])
  })

  test('begins with what was tried and given up, where the change resembles it', async () => {
    await world.remember('Exports are retried five times.', { anchors })
    const grave = await world.remember('Tried and taken back: Write exports to Redis first', {
      kind: 'graveyard',
      anchors: whole,
    })
    const { items } = await report({ about: 'Write exports to Redis first, then to disk' })
    expect(items.map(({ bears_by }) => bears_by)).toEqual(['resembles', 'lines'])
    expect(items[0]).toMatchObject({ id: grave.id, path: PATH })
    expect(items[0]?.resembles).toContain('exports')
  })

  test('follows a file that was moved, and names one that goes', async () => {
    const { id } = await world.remember('Exports are retried five times.', { anchors })
    const moved = { path: 'src/out.ts', old_path: PATH, status: 'renamed' as const, hunks: HUNKS }
    expect((await report({ files: [moved] })).items).toMatchObject([{ id, path: 'src/out.ts' }])
    const gone = { path: PATH, status: 'deleted' as const, hunks: [] }
    expect((await report({ files: [gone] })).items).toMatchObject([{ id, bears_by: 'file_gone' }])
    const new_ = { path: PATH, status: 'added' as const, hunks: HUNKS }
    expect((await report({ files: [new_] })).items).toEqual([])
  })

  test('counts what does not fit, and the files that it has no lines of', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await world.remember(`Line ${n} of exports matters.`, { anchors })
    const answer = await report({
      files: [
        { path: PATH, status: 'modified', hunks: HUNKS },
        { path: 'big.ts', status: 'modified', hunks: null },
      ],
    })
    expect(answer.items).toHaveLength(5)
    expect(answer).toMatchObject({ left_out: 2, files_without_lines: 1 })
  })
})

describe('nobody reads in it', () => {
  test('what is private, waits, is unreviewed, was replaced or is of another project', async () => {
    await world.remember('Secret of mine.', { visibility: 'private', anchors })
    await world.remember('Draft of nobody.', { draft: true, anchors })
    await world.remember('The merger is called Quetzal.', { project: world.merger, anchors })
    const seen = await world.remember('Unreviewed.', { origin: 'agent', draft: true, anchors })
    await readAsOwner(
      database.engine,
      `update teamlore.memories set status = 'unreviewed' where id = '${seen.id}' returning 1`,
    )
    const old = await world.remember('Uploads may be 10 MB.', { anchors })
    const now = await world.remember('Uploads may be 20 MB.', { supersedes: old.id, anchors })
    expect(await idsOf()).toEqual([now.id])
  })

  test('what is of a restricted project that they do not read', async () => {
    await world.remember('The merger is called Quetzal.', { project: world.merger, anchors })
    await makeSetProject(world)(world.admin, { id: world.merger, is_restricted: true })
    await expect(report({ project: world.merger })).rejects.toMatchObject({
      code: 'code.project_not_found',
    })
  })
})

test('commits of a change are counted, with the sessions that wrote them, private ones not by name', async () => {
  const project = repository('harbour')
  const lines = Array.from({ length: 6 }, (_, n) => hashOfNumber(500 + n).slice(0, 16))
  const edits = [buildEdit('e1', { path: PATH, added: lines, ts: '2026-01-05T09:00:00Z' })]
  const messages = buildMessages(4)
  const { sessions } = await world.send(buildSession({ project, title: 'Retry', edits, messages }))
  const commits = buildCommits(
    buildCommit(1, {}, { path: PATH, added: lines, added_lines: 6 }),
    buildCommit(2, {}, { path: 'other.ts' }),
  )
  await makeIngestCommits({ unitOfWork: world.unitOfWork })(world.scope, { ...commits, project })
  await makeLinkCommits(world)(grantSystemScope(world.scope.teamId), {
    projectId: world.harbour as ProjectId,
  })
  const asked = { commits: [hashOfNumber(1), hashOfNumber(2).slice(0, 10), 'f'.repeat(40)] }
  const first = await report(asked)
  expect(first.commits).toEqual({ asked: 3, known: 2, linked: 1 })
  const id = sessions[0]?.session_id
  expect(first.sessions).toMatchObject([{ id, title: 'Retry', commits: 1 }])
  await readAsOwner(
    database.engine,
    `update teamlore.sessions set private_to = user_id where id = '${id}' returning 1`,
  )
  expect((await report(asked)).sessions).toEqual([])
})
