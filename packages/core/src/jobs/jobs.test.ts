import {
  createTestDatabase,
  createTestTeam,
  readAsOwner,
  type TestDatabase,
  type TestTeam,
} from '@teamlore/db/testing'
import { jobHealthSchema, newId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { buildMessage, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetJobHealth } from './get-job-health.ts'
import { makeRetryDeadJob } from './retry-dead-job.ts'

let database: TestDatabase
let team: TestTeam
let scope: TeamScope<'admin'>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await readAsOwner(database.engine, 'delete from teamlore.worker_reports returning 1')
  team = await createTestTeam(database.engine)
  const member = await team.addMember('admin')
  scope = grantTeamScope({ ...member, actor: { kind: 'user', via: 'api_key' } }, 'admin')
})

const deadJob = (id: string, teamId: string) => ({
  id,
  name: 'distil-session',
  payload: { team_id: teamId, session_id: newId.session() },
  attempts: 5,
  reason: 'It broke',
  failed_at: '2026-03-02T09:00:00.000Z',
})

const report = (
  dead = [deadJob('distil-session/1', team.teamId)],
  space: string | null = 'fake-384',
) =>
  team.unitOfWork.asSystem(({ workerReports }) =>
    workerReports.save({
      workerId: 'w1',
      startedAt: new Date('2026-03-02T08:00:00Z'),
      jobs: [{ name: 'distil-session', waiting: 1, active: 2, delayed: 3, dead: 5 }],
      dead,
      embedding: { space, note: null },
    }),
  )

const health = () => makeGetJobHealth({ unitOfWork: team.unitOfWork })(scope)
const retry = (id: string) => makeRetryDeadJob({ unitOfWork: team.unitOfWork })(scope, { id })

const grow = (interval: string) =>
  readAsOwner(
    database.engine,
    `update teamlore.worker_reports set reported_at = now() - interval '${interval}' returning 1`,
  )

describe('the health of jobs', () => {
  test('is what the youngest worker reported, and fits the wire contract', async () => {
    await report()
    const found = await health()
    expect(jobHealthSchema.parse(found)).toEqual(found)
    expect(found).toMatchObject({
      outbox: { waiting: 0, oldest_seconds: null },
      jobs: [{ name: 'distil-session', waiting: 1, dead: 5 }],
      dead: [{ id: 'distil-session/1', reason: 'It broke' }],
      embedding: { space: 'fake-384', note: null },
      worker: { reported_at: expect.stringMatching(/Z$/), note: null },
    })
  })

  test('has no text to embed where embedding is switched off', async () => {
    const world = await createIngestWorld(database.engine)
    await world.send(buildSession())
    const waiting = async () =>
      (await makeGetJobHealth({ unitOfWork: world.team.unitOfWork })(world.scope)).backlog
        .documents_to_embed
    await report()
    const all = await waiting()
    expect(all).toBeGreaterThan(0)
    await report([], null)
    expect(await waiting()).toBe(0)
    await grow('1 minute')
    expect(await waiting()).toBe(all)
  })

  test('says how far the work has come, of what there is to do', async () => {
    const { team: other, scope: theirs, ...world } = await createIngestWorld(database.engine)
    const found = () => makeGetJobHealth({ unitOfWork: other.unitOfWork })(theirs)
    await world.send(buildSession(), buildSession({ native_id: 'second' }))
    await report()
    const before = await found()
    expect(before.progress).toMatchObject({ sessions: 2, distilled: 0, embedded: 0 })
    expect(before.backlog.sessions_to_distil).toBe(2)
    // The queue has forgotten a document that has no vector: it is not done for that.
    await readAsOwner(
      database.engine,
      `delete from teamlore.embedding_queue where team_id = '${other.teamId}' returning 1`,
    )
    expect((await found()).backlog.documents_to_embed).toBe(before.progress?.documents)
    await readAsOwner(
      database.engine,
      `update teamlore.sessions set distilled = case native_id when 'second' then 'failed' else 'done' end
       where team_id = '${other.teamId}' returning 1`,
    )
    const after = await found()
    expect(after.progress).toMatchObject({ sessions: 2, distilled: 1, not_distilled: 1 })
    expect(after.backlog.sessions_to_distil).toBe(0)
  })

  test('counts no tool output among what is to be embedded', async () => {
    const { team: other, scope: theirs, ...world } = await createIngestWorld(database.engine)
    const output = buildMessage(4, {
      role: 'tool',
      kind: 'tool_result',
      blocks: [{ type: 'tool_result', tool_call_id: null, text: 'the output', is_error: false }],
    })
    await world.send(buildSession({ messages: [...buildMessages(4), output] }))
    await report()
    const { progress } = await makeGetJobHealth({ unitOfWork: other.unitOfWork })(theirs)
    expect(progress?.documents).toBe(4)
  })

  test('says so when no worker has ever reported', async () => {
    const found = await health()
    expect(found.jobs).toEqual([])
    expect(found.worker).toMatchObject({
      reported_at: null,
      note: expect.stringMatching(/^No worker/),
    })
    expect(found.embedding.note).toMatch(/^No worker has reported yet/)
  })

  test('says so when the last report is more than half a minute old', async () => {
    await report()
    await grow('31 seconds')
    expect((await health()).worker?.note).toMatch(/^No worker has reported since/)
    await grow('20 seconds')
    expect((await health()).worker?.note).toBeNull()
  })

  test('shows no dead job of another team', async () => {
    await report([
      deadJob('distil-session/1', newId.team()),
      deadJob('distil-session/2', team.teamId),
    ])
    expect((await health()).dead.map(({ id }) => id)).toEqual(['distil-session/2'])
  })

  test('counts what waits in the outbox, whether a worker is there or not', async () => {
    await team.unitOfWork.inTeam(scope, ({ outbox }) =>
      outbox.add(
        { type: 'job.retry', payload: { job_id: 'distil-session/1', name: 'distil-session' } },
        // Of whose documents it does not say, so nobody is notified; those that wait are counted by themselves.
        { type: 'documents.queued', payload: {} },
      ),
    )
    expect((await health()).outbox).toEqual({ waiting: 1, oldest_seconds: 0 })
  })
})

describe('retrying a dead job', () => {
  test('leaves the worker an event and a line in the audit', async () => {
    await report()
    await retry('distil-session/1')
    const of = (table: string, columns: string) =>
      readAsOwner(
        database.engine,
        `select ${columns} from teamlore.${table} where team_id = '${team.teamId}'`,
      )
    expect(await of('outbox', 'type, payload')).toEqual([
      { type: 'job.retry', payload: { job_id: 'distil-session/1', name: 'distil-session' } },
    ])
    expect(await of('audit_events', 'action, subject')).toEqual([
      { action: 'job.retried', subject: 'distil-session/1' },
    ])
  })

  test('of another team, or of none, is not found', async () => {
    await report([deadJob('distil-session/1', newId.team())])
    for (const id of ['distil-session/1', 'nonsense'])
      await expect(retry(id)).rejects.toMatchObject({ kind: 'not_found', code: 'job.not_found' })
  })
})
