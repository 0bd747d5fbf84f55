import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { CaptureOverview } from '@teamlore/shared'
import type { Home } from '@teamlore/shared/home'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetDistilRule } from '../distil/leases/index.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetHome } from './get-home.ts'
import { makeNoteAgent, makeSetGuide, makeVisitHome } from './keep-home.ts'

let database: TestDatabase
let world: IngestWorld
let now = new Date()
let alarms: CaptureOverview['alarms'] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
  now = new Date()
  alarms = []
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.team.unitOfWork, now: () => now })
const overview = (): CaptureOverview => ({
  at: now.toISOString(),
  server_version: '1',
  alarms,
  machines: [],
  left_out: 0,
})
const home = (scope: TeamScope = world.scope, items = 3): Promise<Home> =>
  makeGetHome({ ...deps(), getCapture: async () => overview() })(scope, { items })
const visit = (scope: TeamScope = world.scope) => makeVisitHome(deps())(scope)
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const change = (statement: string) => readAsOwner(database.engine, statement)

const person = async (role: 'viewer' | 'member' | 'owner' = 'member', more: object = {}) =>
  grantTeamScope(
    { ...(await world.team.addMember(role)), actor: { kind: 'user', via: 'api_key', ...more } },
    'viewer',
  )
const remember = async (statement: string, more: object = {}): Promise<string> => {
  const request = rememberRequestSchema.parse({ statement, ...more })
  return (await makeRemember(deps())(world.scope, request)).id
}
const stepsOf = async (scope?: TeamScope) =>
  (await home(scope)).guide.steps.map(({ id, is_done }) => `${id} ${is_done ? 'done' : 'open'}`)

describe('the guide', () => {
  test('has all steps in order for an owner of a new team, and none of them done', async () => {
    expect(await stepsOf(await person('owner'))).toEqual([
      'machine open',
      'import open',
      'distil open',
      'agents open',
      'invite done',
    ])
    const alone = await createIngestWorld(database.engine)
    const { steps } = (
      await makeGetHome({
        unitOfWork: alone.team.unitOfWork,
        getCapture: async () => overview(),
      })(
        grantTeamScope(
          { ...alone.member, role: 'owner', actor: { kind: 'user', via: 'browser' } },
          'owner',
        ),
        { items: 3 },
      )
    ).guide
    expect(steps.every(({ is_done }) => !is_done)).toBe(true)
  })

  test('ticks a step when it happened, of oneself and not of a colleague', async () => {
    expect(await stepsOf()).toEqual(['machine open', 'import open', 'distil open', 'agents open'])
    await world.send(buildSession())
    expect(await stepsOf()).toEqual(['machine done', 'import done', 'distil open', 'agents open'])
    await makeNoteAgent(deps())(world.scope)
    await change(
      `insert into teamlore.distillations (team_id, session_id, distiller, prompts, last_ordinal)
       select team_id, id, 'model', 1, 1 from teamlore.sessions where team_id = '${world.team.teamId}'`,
    )
    expect(await stepsOf()).toEqual(['machine done', 'import done', 'distil done', 'agents done'])
    expect(await stepsOf(await person())).toEqual([
      'machine open',
      'import open',
      'distil open',
      'agents open',
    ])
  })

  test('takes files that were handed in for an import, and for no machine', async () => {
    await world.send(buildSession())
    await change(
      `update teamlore.machines set platform = 'upload' where team_id = '${world.team.teamId}'`,
    )
    expect((await stepsOf()).slice(0, 2)).toEqual(['machine open', 'import done'])
  })

  test('has no step for what an admin forbade, for a viewer and for a bot', async () => {
    const owner = await person('owner')
    const scope = grantTeamScope({ ...owner, actor: owner.actor }, 'admin')
    await makeSetDistilRule(deps())(scope, { kind: 'team', subject: '', allowed: false })
    expect(await stepsOf()).toEqual(['machine open', 'import open', 'agents open'])
    expect(await stepsOf(await person('viewer'))).toEqual([])
    expect(await stepsOf(await person('member', { isService: true }))).toEqual([])
  })

  test('is put away by each for themselves, and brought back', async () => {
    const bob = await person()
    expect((await makeSetGuide(deps())(world.scope, { is_hidden: true })).is_hidden).toBe(true)
    expect((await home()).guide.is_hidden).toBe(true)
    expect((await home(bob)).guide.is_hidden).toBe(false)
    await makeSetGuide(deps())(world.scope, { is_hidden: false })
    expect((await home()).guide.is_hidden).toBe(false)
  })
})

describe('what is new', () => {
  test('is what came in since the visit before this one, however often one looks meanwhile', async () => {
    await visit()
    later(60)
    await world.send(buildSession())
    await change(
      `update teamlore.sessions set created_at = '${now.toISOString()}' where team_id = '${world.team.teamId}'`,
    )
    later(60)
    await visit()
    for (let time = 0; time < 3; time++) {
      later(10)
      await visit()
      expect((await home()).news.sessions.count).toBe(1)
    }
    later(31)
    await visit()
    expect((await home()).news.sessions).toEqual({ count: 0, items: [] })
  })

  test('is that of a week for somebody who was never here, and looking leaves no visit behind', async () => {
    await world.send(buildSession())
    await home()
    const { is_first_visit, news, since } = await home()
    expect({ is_first_visit, count: news.sessions.count }).toEqual({
      is_first_visit: true,
      count: 1,
    })
    expect(Date.parse(since)).toBe(now.getTime() - 7 * 86_400_000)
    expect(news.sessions.items[0]).toMatchObject({ tool: 'claude-code', person: 'Ann' })
  })

  test('names as many as were asked for, and counts them all', async () => {
    for (let at = 0; at < 5; at++) await world.send(buildSession({ native_id: `n${at}` }))
    const { sessions } = (await home(world.scope, 2)).news
    expect([sessions.count, sessions.items.length]).toEqual([5, 2])
    expect((await home(world.scope, 0)).news.sessions).toMatchObject({ count: 5, items: [] })
  })
})

describe('what waits', () => {
  test('stands beside what contradicts, what went stale, what is not captured and what it cost', async () => {
    const ids = [
      await remember('The harbour keeps its tides in UTC.', { draft: true }),
      await remember('Ferries moor at the east quay.'),
      await remember('Tugs are refuelled at night.'),
    ]
    await change(
      `insert into teamlore.memory_relations (from_id, to_id, type, team_id, status, confidence, reason, created_at)
       values ('${ids[1]}', '${ids[2]}', 'contradicts', '${world.team.teamId}', 'held', 1, '', now())`,
    )
    await change(
      `insert into teamlore.memory_anchors (memory_id, position, team_id, path, state, is_inherited, changed_at)
       values ('${ids[1]}', 0, '${world.team.teamId}', 'a.ts', 'broken', false, now())`,
    )
    await change(
      `insert into teamlore.usage_events (id, team_id, user_id, purpose, provider, model, key, state, input_tokens, output_tokens, cost_micros)
       values ('u1', '${world.team.teamId}', null, 'distil', 'openai', 'm', 'k1', 'done', 10, 5, 2000000),
         ('u2', '${world.team.teamId}', '${world.scope.userId}', 'distil', 'agent-cli', 'm', 'k2', 'done', 7, 3, 500000)`,
    )
    alarms = [
      {
        code: 'capture.paused',
        severity: 'error',
        message: 'Paused.',
        remedy: 'Go on.',
        machine_id: 'm',
        tool: null,
      },
    ]
    const found = await home()
    expect(found.review).toMatchObject({ size: 1, decided: 0, waiting: 1, items: [{ id: ids[0] }] })
    expect(found.contradictions.count).toBe(1)
    expect(found.contradictions.items[0]).toMatchObject({ first: { id: ids[1] } })
    expect(found.stale).toMatchObject({ count: 1, items: [{ id: ids[1] }] })
    expect(found.capture).toEqual({
      count: 1,
      items: [{ severity: 'error', message: 'Paused.', remedy: 'Go on.' }],
    })
    expect(found.cost).toMatchObject({
      team: { calls: 1, tokens: 15, usd: 2 },
      own: { calls: 1, tokens: 10, usd: 0.5 },
    })
    expect((await home(await person())).cost.own).toEqual({ calls: 0, tokens: 0, usd: 0 })
  })

  test('is nothing in a team that has nothing, in numbers and not in gaps', async () => {
    expect(await home()).toMatchObject({
      news: {
        sessions: { count: 0, items: [] },
        findings: { count: 0 },
        memories: { count: 0, items: [] },
      },
      review: { size: 0, decided: 0, waiting: 0, items: [] },
      contradictions: { count: 0, items: [] },
      stale: { count: 0, items: [] },
      capture: { count: 0, items: [] },
    })
  })
})

test('what a person may not read is neither named nor counted: another team, a private session, a closed project', async () => {
  await world.send(buildSession())
  await remember('The vault is opened by two clerks.', { draft: true })
  const bob = await person()
  const counts = async (scope: TeamScope) => {
    const { news, review } = await home(scope)
    return [news.sessions.count, news.memories.count, review.waiting]
  }
  expect(await counts(bob)).toEqual([1, 1, 1])
  const { teamId } = world.team
  for (const table of ['sessions', 'memories'])
    await change(
      `update teamlore.${table} set private_to = '${world.scope.userId}' where team_id = '${teamId}'`,
    )
  expect(await counts(bob)).toEqual([0, 0, 0])
  expect(await counts(world.scope)).toEqual([1, 1, 1])
  for (const table of ['sessions', 'memories'])
    await change(`update teamlore.${table} set private_to = null where team_id = '${teamId}'`)
  await change(
    `update teamlore.memories set project_id = (select id from teamlore.projects where team_id = '${teamId}' limit 1)
     where team_id = '${teamId}'`,
  )
  await change(`update teamlore.projects set is_restricted = true where team_id = '${teamId}'`)
  expect(await counts(bob)).toEqual([0, 0, 0])
  const other = await createIngestWorld(database.engine)
  const theirs = await makeGetHome({
    unitOfWork: other.team.unitOfWork,
    getCapture: async () => overview(),
  })(other.scope, { items: 3 })
  expect([theirs.news.sessions.count, theirs.review.waiting]).toEqual([0, 0])
})
