import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeGetMemory } from '../memories/get-memory.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeReportRun, type Run } from './report-run.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async () => {
  const { scope, team, send } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  const remember = makeRemember({ unitOfWork })
  await makeIngestCommits({ unitOfWork })(scope, buildCommits(buildCommit(1), buildCommit(2)))
  const { teamId, userId } = scope
  const tool = grantTeamScope(
    { teamId, userId, role: 'member', actor: { kind: 'tool', givenBy: userId } },
    'member',
  )
  const report = makeReportRun({ unitOfWork, remember })
  return {
    tool,
    say: remember,
    scope,
    get: (id: string) => makeGetMemory({ unitOfWork })(scope, { id }),
    remember: (statement: string, more: object = {}) =>
      remember(
        scope,
        rememberRequestSchema.parse({
          statement,
          project: 'acme/parser',
          valid_from: '2026-01-01',
          evidence: [{ kind: 'commit', ref: hashOfNumber(2) }],
          ...more,
        }),
      ),
    session: async () => (await send(buildSession())).sessions[0]?.session_id ?? '',
    report: (more: Partial<Run> = {}) =>
      report(tool, {
        of: 'build',
        project: 'acme/parser',
        key: 'build 7',
        isBad: true,
        isLesson: false,
        title: 'main is red',
        url: 'https://ci.example.com/7',
        commits: [hashOfNumber(2)],
        reason: '',
        ...more,
      }),
  }
}

describe('a run of a tool', () => {
  test('that ends badly lowers trust in what rests on its commits, once, until it ends well', async () => {
    const { report, remember, get } = await setUp()
    const { id, confidence } = await remember('Tide tables are cached for a day.')
    expect(await report()).toEqual({ commits: 1, lowered: 1, restored: 0, draft: null })
    expect(await report()).toMatchObject({ lowered: 0 })
    const lowered = await get(id)
    expect(lowered.confidence).toBeCloseTo(confidence * 0.8, 2)
    expect(lowered.status).toBe('active')
    expect(await report({ key: 'build 8', isBad: false })).toMatchObject({ restored: 0 })
    expect(await report({ isBad: false })).toMatchObject({ restored: 1 })
    expect((await get(id)).confidence).toBeCloseTo(confidence, 2)
  })

  test('touches nothing that is private to who made its address', async () => {
    const { report, remember, get } = await setUp()
    const { id, confidence } = await remember('Mine is the tide.', { visibility: 'private' })
    expect(await report()).toMatchObject({ commits: 1, lowered: 0 })
    expect((await get(id)).confidence).toBeCloseTo(confidence, 2)
  })

  test('becomes a draft of the tool where an incident ended with its cause, without a secret', async () => {
    const { report, get } = await setUp()
    const secret = ['ghp_aB3dE5gH7jK9mN1p', 'Q4sT6vX8aB3dE5gH7jx9'].join('')
    const { draft } = await report({
      of: 'incident',
      isLesson: true,
      title: 'Quay cranes stopped',
      reason: `The token ${secret} ran out.`,
    })
    const memory = await get(String(draft))
    expect(memory).toMatchObject({
      kind: 'gotcha',
      status: 'draft',
      origin: 'tool',
      statement: 'Incident: Quay cranes stopped',
      author: null,
      anchors: [{ path: 'src/parser.ts' }],
    })
    expect(JSON.stringify(memory)).not.toContain(secret)
    const open = await report({ of: 'incident', key: 'other', reason: 'Nobody knows yet.' })
    expect(open.draft).toBeNull()
  })

  test('of a project that is none, or of no commit that is here, changes nothing', async () => {
    const { report } = await setUp()
    await expect(report({ project: 'acme/nothing' })).rejects.toMatchObject({
      code: 'code.project_not_found',
    })
    expect(await report({ commits: [hashOfNumber(77)] })).toEqual({
      commits: 0,
      lowered: 0,
      restored: 0,
      draft: null,
    })
  })
})

describe('what a tool says again', () => {
  test('confirms nothing, and makes no draft active', async () => {
    const { say, tool, remember, get } = await setUp()
    const known = await remember('Berths are numbered from the north.', {
      draft: true,
      origin: 'agent',
    })
    const again = await say(
      tool,
      rememberRequestSchema.parse({
        statement: 'Berths are numbered from the north.',
        project: 'acme/parser',
        origin: 'tool',
        draft: true,
      }),
    )
    expect(again.id).toBe(known.id)
    const after = await get(known.id)
    expect([after.status, after.confidence]).toEqual(['draft', known.confidence])
    const signals = await readAsOwner(
      database.engine,
      `select 1 from teamlore.memory_signals where memory_id = '${known.id}'`,
    )
    expect(signals).toEqual([])
  })
})
