import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { IngestCommit } from '@teamlore/shared/commits'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantSystemScope, grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeGetInsights } from '../insights/get-insights.ts'
import { makeLinkCommits } from '../linking/link-commits.ts'
import { makeCurate } from '../memories/curate.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { projectWithCommits } from '../testing/project-with-commits.ts'
import { makeDrawOutcomes } from './draw-outcomes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const prints = (of: number, count = 8): string[] =>
  Array.from({ length: count }, (_, n) => hashOfNumber(of * 100 + n).slice(0, 16))
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
const NOW = new Date(Date.UTC(2026, 2, 1))

const setUp = async () => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = world.team
  const system = grantSystemScope(teamId)
  const ingest = makeIngestCommits({ unitOfWork })
  const link = makeLinkCommits({ unitOfWork })
  const draw = makeDrawOutcomes({ unitOfWork, curate: makeCurate({ unitOfWork }) })
  return {
    ...world,
    commit: async (...commits: IngestCommit[]) => {
      await ingest(world.scope, buildCommits(...commits))
      const projectId = await projectWithCommits(database, teamId)
      await link(system, { projectId })
      return draw(system, { projectId })
    },
    /** A session that wrote these lines and said this meanwhile. */
    work: (
      native: string,
      minute: number,
      said: string[],
      added: string[],
      removed: string[] = [],
    ) =>
      world.send(
        buildSession({
          native_id: native,
          messages: said.map((words, n) =>
            buildMessage(n, {
              ts: at(minute - said.length + n),
              blocks: [text(words)],
              ...(n === 0 ? { role: 'user' as const, kind: 'human' as const } : {}),
            }),
          ),
          started_at: at(minute - said.length),
          ended_at: at(minute),
          edits: [buildEdit(`e-${native}`, { ts: at(minute), added, removed, message_key: 'm1' })],
        }),
      ),
    graveyard: () =>
      readAsOwner<{ id: string; status: string; statement: string; reason: string }>(
        database.engine,
        `select id, status, statement, reason from teamlore.memories
          where team_id = '${teamId}' and kind = 'graveyard' order by id`,
      ),
    insights: (as: Parameters<ReturnType<typeof makeGetInsights>>[0] = world.scope) =>
      makeGetInsights({ unitOfWork, now: () => NOW })(as, { days: 120 }),
  }
}
const side = (added: string[], removed: string[] = []) => ({
  added,
  removed,
  added_lines: added.length,
  removed_lines: removed.length,
})
const tried = buildCommit(12, { subject: 'Cache the tide tables' }, side(prints(1)))
const revert = (n: number, of: number) =>
  buildCommit(
    n,
    {
      subject: 'Take the cache out',
      mentions: [{ relation: 'reverts', sha: hashOfNumber(of) }],
    },
    side([], prints(1)),
  )
const WHY = 'Please revert the cache, because it served stale tides after midnight.'

test('a revert becomes a graveyard entry, with the reason quoted from the session that did it', async () => {
  const { work, commit, graveyard } = await setUp()
  await work('tries', 10, ['Cache the tides.', 'Done.'], prints(1))
  await commit(tried)
  await work('reverts', 28, [WHY, 'I take it out.'], [], prints(1))
  expect(await commit(revert(30, 12))).toMatchObject({ buried: 1 })
  const [entry, another] = await graveyard()
  expect(another).toBeUndefined()
  expect(entry?.statement).toBe('Tried and taken back: Cache the tide tables')
  expect(entry?.reason).toBe(WHY)
  expect(await commit(revert(30, 12))).toMatchObject({ drawn: 0 })
})

test('nothing is buried of few lines, or of what came back by then', async () => {
  const { commit, graveyard } = await setUp()
  await commit(buildCommit(1, {}, side(prints(1, 3))))
  await commit(
    buildCommit(
      2,
      { mentions: [{ relation: 'reverts', sha: hashOfNumber(1) }] },
      side([], prints(1, 3)),
    ),
  )
  await commit(tried, revert(30, 12), buildCommit(40, {}, side(prints(1))))
  expect(await graveyard()).toEqual([])
})

test('an entry is archived when what was taken back comes in again', async () => {
  const { commit, graveyard } = await setUp()
  await commit(tried, revert(30, 12))
  expect((await graveyard())[0]?.status).not.toBe('archived')
  expect(await commit(buildCommit(50, {}, side(prints(1))))).toMatchObject({ archived: 1 })
  expect((await graveyard())[0]?.status).toBe('archived')
})

test('memories that rest on what was taken back are trusted less, once; others as before', async () => {
  const { commit, team, scope } = await setUp()
  const remember = makeRemember({ unitOfWork: team.unitOfWork })
  const say = (statement: string, sha: string) =>
    remember(
      scope,
      rememberRequestSchema.parse({
        statement,
        project: 'acme/parser',
        evidence: [{ kind: 'commit', ref: sha, quote: '' }],
      }),
    )
  await commit(tried)
  const concerned = await say('Tide tables are cached for a day.', hashOfNumber(12))
  const other = await say('Berths are numbered from the north.', hashOfNumber(77))
  await commit(revert(30, 12))
  await commit(revert(30, 12))
  const trust = new Map(
    (
      await readAsOwner<{ id: string; confidence: number }>(
        database.engine,
        `select id, confidence from teamlore.memories where team_id = '${team.teamId}'`,
      )
    ).map(({ id, confidence }) => [id, confidence]),
  )
  expect(trust.get(concerned.id)).toBeCloseTo(concerned.confidence * 0.6, 2)
  expect(trust.get(other.id)).toBeCloseTo(other.confidence, 2)
})

test('insights show lines by origin and what is left of them, and keep private sessions to their owner', async () => {
  const { work, commit, insights, team } = await setUp()
  await work('writes', 10, ['Write it.', 'Done.'], prints(1))
  await commit(
    buildCommit(12, {}, side([...prints(1), ...prints(2, 4)])),
    buildCommit(20, {}, side([], prints(1, 2))),
  )
  const insight = await insights()
  expect(insight.commits).toMatchObject({ all: 2, with_session: 1 })
  expect(insight.origins[0]).toMatchObject({ origin: 'session', lines: 8 })
  expect(insight.origins[0]?.survival[1]).toEqual({ days: 30, lines: 8, kept: 6 })
  expect(insight.origins[1]).toMatchObject({ origin: 'person', lines: 4 })
  expect(insight.origins[1]?.survival[2]).toEqual({ days: 90, lines: 0, kept: 0 })
  expect(insight.hot_files[0]).toMatchObject({ path: 'src/parser.ts', commits: 2 })
  expect(insight.people[0]).toMatchObject({ folder: 'src/' })
  expect(insight.method.length).toBeGreaterThan(4)
  await readAsOwner(
    database.engine,
    `update teamlore.sessions set private_to = user_id where team_id = '${team.teamId}' returning 1`,
  )
  const eve = grantTeamScope(
    { ...(await team.addMember('viewer')), actor: { kind: 'user', via: 'api_key' } },
    'viewer',
  )
  const seen = await insights(eve)
  expect(seen.commits.with_session).toBe(0)
  expect(seen.tools).toEqual([])
  expect(seen.origins[0]).toMatchObject({ lines: 0 })
})
