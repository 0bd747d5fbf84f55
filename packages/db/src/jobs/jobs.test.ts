import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../engine/rows.ts'
import { inTeam } from '../testing/in-team.ts'
import {
  createOwnTestDatabase,
  createTestTeam,
  type TestDatabase,
  type TestTeam,
} from '../testing/index.ts'

let database: TestDatabase
let team: TestTeam

beforeAll(async () => {
  database = await createOwnTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await database.engine.db.execute(sql`delete from teamlore.outbox where true`)
  team = await createTestTeam(database.engine)
})

const scope = () => ({ teamId: team.teamId, userId: 'system' as const })

const addEvents = async (count: number) => {
  for (let n = 0; n < count; n++) {
    await team.unitOfWork.inTeam(scope(), ({ outbox }) =>
      outbox.add({ type: 'session.distilled', payload: { session_id: `ses_${n}` } }),
    )
  }
}

const claim = (limit = 10, seconds = 60) =>
  team.unitOfWork.asSystem(({ relay }) => relay.claim({ limit, seconds }))

describe('the outbox as the relay reads it', () => {
  test('gives each event to one relay at a time, oldest first', async () => {
    await addEvents(5)
    const first = await claim(3)
    const second = await claim(3)
    expect(first.map(({ payload }) => payload['session_id'])).toEqual(['ses_0', 'ses_1', 'ses_2'])
    expect(second.map(({ payload }) => payload['session_id'])).toEqual(['ses_3', 'ses_4'])
    expect(await claim()).toEqual([])
  })

  test('brings an event round again when its holder died before it was handed on', async () => {
    await addEvents(1)
    await claim(10, -1)
    const [again] = await claim()
    expect(again).toMatchObject({ teamId: team.teamId, type: 'session.distilled' })
  })

  test('brings an event round again that was claimed while the clock was ahead', async () => {
    await addEvents(1)
    await claim(10, 400 * 86_400)
    expect(await claim()).toHaveLength(1)
  })

  test('forgets what was handed on', async () => {
    await addEvents(2)
    const [first] = await claim()
    await team.unitOfWork.asSystem(({ relay }) => relay.remove(first ? [first.id] : []))
    const left = await rows(database.engine.db, sql`select id from teamlore.outbox`)
    expect(left).toHaveLength(1)
  })
})

describe('reports of workers', () => {
  const save = (workerId: string) =>
    team.unitOfWork.asSystem(({ workerReports }) =>
      workerReports.save({
        workerId,
        startedAt: new Date(),
        jobs: [],
        dead: [],
        embedding: { space: workerId, note: null },
      }),
    )

  test('the youngest one counts, and one that left is forgotten', async () => {
    await save('a')
    await save('b')
    await save('a')
    const latest = () => team.unitOfWork.asSystem(({ workerReports }) => workerReports.latest())
    expect(await latest()).toMatchObject({ workerId: 'a', ageSeconds: 0 })
    await team.unitOfWork.asSystem(({ workerReports }) => workerReports.remove('a'))
    expect(await latest()).toMatchObject({ workerId: 'b' })
  })

  test('are out of reach for requests of a team', async () => {
    const reading = database.engine.transaction(async (tx) => {
      await inTeam(tx, { teamId: team.teamId, userId: 'system' })
      await tx.execute(sql`select 1 from teamlore.worker_reports`)
    })
    await expect(reading).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('permission denied') }),
    })
  })
})

test('the sweep finds sessions that wait too long, and teams with documents to embed', async () => {
  const { userId } = await team.addMember('member')
  const machineId = newId.machine()
  const [old, young] = [newId.session(), newId.session()]
  const [done, later] = [newId.session(), newId.session()]
  await database.engine.db.execute(sql`
    insert into teamlore.machines (id, team_id, user_id, fingerprint, name, platform, agent_version)
    values (${machineId}, ${team.teamId}, ${userId}, 'f', 'm', 'linux', '1')`)
  for (const [id, distilled, minutes] of [
    [old, 'pending', 5],
    [young, 'pending', 0],
    [done, 'done', 5],
    // As the clock said when it was ahead.
    [later, 'pending', -600],
  ] as const) {
    await database.engine.db.execute(sql`
      insert into teamlore.sessions
        (id, team_id, machine_id, user_id, tool, native_id, kind, distilled, updated_at)
      values (${id}, ${team.teamId}, ${machineId}, ${userId}, 'claude-code', ${id}, 'main',
        ${distilled}, now() - ${minutes}::int * interval '1 minute')`)
  }
  const sweep = <T>(
    ask: (repos: Parameters<Parameters<typeof team.unitOfWork.asSystem>[0]>[0]['sweep']) => T,
  ) => team.unitOfWork.asSystem(async (repos) => ask(repos.sweep))
  expect(await sweep((repo) => repo.sessionsToDistil({ seconds: 60, limit: 10 }))).toEqual([
    { teamId: team.teamId, sessionId: old },
    { teamId: team.teamId, sessionId: later },
  ])
  expect(await sweep((repo) => repo.teams())).toContain(team.teamId)
  expect(await sweep((repo) => repo.teamsToEmbed())).not.toContain(team.teamId)
})

test('a sweep finds the teams whose documents have doubled since their words were counted', async () => {
  const isDue = async () =>
    (await team.unitOfWork.asSystem(({ sweep }) => sweep.teamsToCount())).includes(team.teamId)
  const add = (amount: number) =>
    database.engine.db.execute(sql`
      insert into teamlore.documents (id, team_id, kind, source_id, chunk, title, body, tokens, content_hash, tsv, length, origin, status)
      select 'doc_' || replace(gen_random_uuid()::text, '-', ''), ${team.teamId}, 'message', 'msg_' || gen_random_uuid()::text, 0, '', 'tide', 1, '', 'tide:1', 1, 'agent', 'current'
      from generate_series(1, ${amount}::int)`)
  const count = () =>
    team.unitOfWork.inTeam(scope(), ({ documentLexemes }) =>
      documentLexemes.countNext({ until: 'doc_~', limit: 100 }),
    )
  expect(await isDue()).toBe(false)
  await add(2)
  expect(await isDue()).toBe(true)
  await count()
  expect(await isDue()).toBe(false)
  await add(2)
  expect(await isDue()).toBe(false)
  await add(1)
  expect(await isDue()).toBe(true)
})
