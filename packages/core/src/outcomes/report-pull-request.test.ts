import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { reportPullRequestSchema } from '@teamlore/shared/pull-requests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeGetMemory } from '../memories/get-memory.ts'
import { makeRecordSignal } from '../memories/record-signal.ts'
import { makeRemember } from '../memories/remember.ts'
import { makeReviewMemories } from '../memories/review-memories.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeReportPullRequest } from './report-pull-request.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const URL = 'https://github.com/acme/parser/pull/12'

const setUp = async () => {
  const { scope, team, send } = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = team
  const remember = makeRemember({ unitOfWork })
  await makeIngestCommits({ unitOfWork })(
    scope,
    buildCommits(buildCommit(1), buildCommit(2, { branch: 'topic' })),
  )
  const report = makeReportPullRequest({ unitOfWork, remember })
  return {
    scope,
    get: (id: string) => makeGetMemory({ unitOfWork })(scope, { id }),
    remember: (statement: string, sha: string, session?: string) =>
      remember(
        scope,
        rememberRequestSchema.parse({
          statement,
          project: 'acme/parser',
          valid_from: '2026-01-01',
          evidence: [
            { kind: 'commit', ref: sha },
            ...(session === undefined ? [] : [{ kind: 'session', ref: session }]),
          ],
        }),
      ),
    /** A session, and what makes it private to whoever wrote it. */
    session: async () => {
      const [sent] = (await send(buildSession())).sessions
      const id = sent?.session_id ?? ''
      const close = () =>
        readAsOwner(
          database.engine,
          `update teamlore.sessions set private_to = user_id where id = '${id}' returning 1`,
        )
      return { id, close }
    },
    record: (id: string) =>
      makeRecordSignal({ unitOfWork })(scope, { id, type: 'reverted', source: 'commit:1' }),
    approve: (id: string) =>
      makeReviewMemories({ unitOfWork })(scope, { ids: [id], decision: 'approve', reason: '' }),
    byTool: grantTeamScope(
      { ...scope, actor: { kind: 'tool', givenBy: requirePerson(scope) } },
      'member',
    ),
    report: (more: object, as = scope) =>
      report(
        as,
        reportPullRequestSchema.parse({
          project: 'acme/parser',
          number: 12,
          url: URL,
          title: 'Cache the tide tables',
          state: 'rejected',
          commits: [hashOfNumber(2)],
          ...more,
        }),
      ),
    graves: () =>
      readAsOwner<{ id: string; status: string }>(
        database.engine,
        `select id, status from teamlore.memories where team_id = '${teamId}' and kind = 'graveyard' order by id`,
      ),
  }
}

test('a rejected pull request lowers the trust in what rests on its commits, once, and becomes a draft with its reason', async () => {
  const { report, remember, get, graves } = await setUp()
  const concerned = await remember('Tide tables are cached for a day.', hashOfNumber(2))
  const other = await remember('Berths are numbered from the north.', hashOfNumber(1))
  const reason = 'The tables change twice a day, so a cache serves wrong ones.'
  const reported = await report({ reason })
  expect(reported).toMatchObject({ commits: 1, lowered: 1, restored: 0 })
  expect(await report({ reason })).toEqual({ ...reported, lowered: 0 })
  expect((await get(concerned.id)).confidence).toBeCloseTo(concerned.confidence * 0.7, 2)
  expect((await get(other.id)).confidence).toBeCloseTo(other.confidence, 2)
  expect(await graves()).toHaveLength(1)
  expect(await get(reported.graveyard ?? '')).toMatchObject({
    kind: 'graveyard',
    status: 'draft',
    origin: 'web',
    reason,
    statement: 'Proposed and turned down: Cache the tide tables',
    anchors: [{ path: 'src/parser.ts' }],
  })
})

test.each(['open', 'merged'])('once it is %s after all, everything is as before', async (state) => {
  const { report, remember, get, graves } = await setUp()
  const concerned = await remember('Tide tables are cached for a day.', hashOfNumber(2))
  await report({ commits: [], branch: 'topic' })
  expect(await report({ state })).toEqual({ commits: 1, lowered: 0, restored: 1, graveyard: null })
  expect((await get(concerned.id)).confidence).toBeCloseTo(concerned.confidence, 2)
  expect((await graves()).map(({ status }) => status)).toEqual(['archived'])
  expect((await report({})).lowered).toBe(1)
  expect((await graves()).map(({ status }) => status)).toEqual(['archived', 'draft'])
})

describe('a graveyard entry of one that came in after all', () => {
  test.each(['open', 'merged'])(
    'is kept where a tool says %s and a person approved it',
    async (state) => {
      const { report, approve, byTool, graves } = await setUp()
      const { graveyard } = await report({}, byTool)
      await approve(graveyard ?? '')
      await report({ state }, byTool)
      expect((await graves()).map(({ status }) => status)).toEqual(['active'])
      await report({ state })
      expect((await graves()).map(({ status }) => status)).toEqual(['archived'])
    },
  )

  test.each(['draft', 'unreviewed'])(
    'is archived where a tool says so and it is %s',
    async (status) => {
      const { report, byTool, graves } = await setUp()
      const { graveyard } = await report({}, byTool)
      await readAsOwner(
        database.engine,
        `update teamlore.memories set status = '${status}' where id = '${graveyard}' returning 1`,
      )
      await report({ state: 'merged' }, byTool)
      expect((await graves()).map(({ status }) => status)).toEqual(['archived'])
    },
  )
})

describe('what rests on a session that was made private since', () => {
  const CACHED = 'Tide tables are cached for a day.'

  test('is left as it is, and all else is weighed', async () => {
    const { report, remember, get, session, graves } = await setUp()
    const { id, close } = await session()
    const closed = await remember(CACHED, hashOfNumber(2), id)
    const open = await remember('Berths are numbered from the north.', hashOfNumber(2))
    await close()
    expect(await report({})).toMatchObject({ lowered: 1 })
    expect((await get(closed.id)).confidence).toBeCloseTo(closed.confidence, 2)
    expect((await get(open.id)).confidence).toBeLessThan(open.confidence)
    expect(await report({ state: 'open' })).toMatchObject({ restored: 1 })
    expect((await graves()).map(({ status }) => status)).toEqual(['archived'])
  })

  test.each(['lowered', 'buried'] as const)(
    'is left where it was %s before, when that is taken back',
    async (how) => {
      const { report, remember, get, session, graves } = await setUp()
      const { id, close } = await session()
      const concerned = await remember(CACHED, hashOfNumber(2), how === 'lowered' ? id : undefined)
      const { graveyard } = await report({})
      if (how === 'buried')
        await readAsOwner(
          database.engine,
          `update teamlore.memory_evidence set session_id = '${id}' where memory_id = '${graveyard}' and position = 0 returning 1`,
        )
      await close()
      const restored = how === 'lowered' ? 0 : 1
      expect(await report({ state: 'open' })).toMatchObject({ restored })
      expect((await get(concerned.id)).confidence < concerned.confidence - 0.05).toBe(
        how === 'lowered',
      )
      expect((await graves()).map(({ status }) => status)).toEqual([
        how === 'lowered' ? 'archived' : 'draft',
      ])
    },
  )

  test('keeps its trust whatever comes of using it', async () => {
    const { remember, get, session, record } = await setUp()
    const { id, close } = await session()
    const memory = await remember(CACHED, hashOfNumber(2), id)
    await close()
    expect(await record(memory.id)).toBeCloseTo(memory.confidence, 2)
    expect((await get(memory.id)).setbacks).toEqual([])
  })

  test.each([
    ['the same', CACHED],
    ['otherwise', 'Tide tables are cached for 9 days.'],
  ])('keeps nobody from saying %s', async (_, statement) => {
    const { remember, get, session } = await setUp()
    const { id, close } = await session()
    const closed = await remember(CACHED, hashOfNumber(2), id)
    await close()
    const said = await remember(statement, hashOfNumber(1))
    expect(said.id).not.toBe(closed.id)
    expect(await get(closed.id)).toMatchObject({ status: 'active', statement: CACHED })
  })
})

test('nothing is buried of which no commit is known, and a project must be', async () => {
  const { report, graves } = await setUp()
  expect(await report({ commits: [hashOfNumber(99)] })).toEqual({
    commits: 0,
    lowered: 0,
    restored: 0,
    graveyard: null,
  })
  expect(await graves()).toEqual([])
  await expect(report({ project: 'acme/unheard' })).rejects.toMatchObject({
    code: 'code.project_not_found',
  })
})

test('a trunk alone does not say which commits were proposed', async () => {
  const { report } = await setUp()
  await expect((async () => report({ commits: [], branch: 'main' }))()).rejects.toThrow(
    /name the commits/,
  )
  expect(await report({ branch: 'main' })).toMatchObject({ commits: 1 })
})
