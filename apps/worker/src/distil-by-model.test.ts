import { grantSystemScope } from '@teamlore/core'
import { createUnitOfWork, type Engine } from '@teamlore/db'
import { createOwnTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { createLanguageModel } from '@teamlore/models'
import type { SessionId, UserId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { composeWorker } from './compose.ts'
import { buildAsked } from './testing/asked-session.ts'
import { askedOf, startDistillingModel } from './testing/distilling-model.ts'
import { createWorkerWorld, type WorkerWorld } from './testing/worker-world.ts'

let database: TestDatabase
let engine: Engine
let world: WorkerWorld
beforeAll(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createWorkerWorld(engine)
})

const TITLE = 'The reader of transcripts drops a last line that has no newline.'
const QUOTE = 'loop drops the last line when the file has no newline'
const finding = (more: object = {}) => ({
  kind: 'gotcha',
  title: TITLE,
  statement: `${TITLE} Whoever writes such a file loses it.`,
  reason: 'It emits on newlines alone.',
  rejected: [],
  slots: {
    subject: 'reader of transcripts',
    attribute: 'last line without newline',
    scope: '',
    value: 'dropped',
    replaces: '',
  },
  evidence: [{ message: 'm3', quote: QUOTE }],
  ...more,
})

const answer = (...findings: object[]) => ({ findings, no_longer_holds: [], summaries: [] })

type Caps = { dailyUsd: number; dailyTokens: number }
const AMPLE: Caps = { dailyUsd: 5, dailyTokens: 1_000_000 }

const open = (url: string, caps = AMPLE) =>
  composeWorker(engine, undefined, {
    model: createLanguageModel({
      provider: 'anthropic',
      model: 'claude-haiku-4-5',
      url,
      apiKey: 'k',
      timeoutMs: 2_000,
    }),
    caps,
    idleMinutes: 0,
    minPrompts: 2,
  }).handlers
type Handlers = ReturnType<typeof open>
const run = (handlers: Handlers, name: 'distil-session' | 'distil-by-model', session: string) =>
  handlers[name](
    { team_id: world.teamId, session_id: session } as never,
    { signal: new AbortController().signal } as never,
  )
const byModel = (handlers: Handlers, session: string) => run(handlers, 'distil-by-model', session)
const byRules = (handlers: Handlers, session: string) => run(handlers, 'distil-session', session)

const send = async (name = 'alpha') => (await world.send(buildAsked(name)))[0] ?? ''
const standing = () =>
  readAsOwner<{ id: string; title: string; distiller: string; origin: string; claim: unknown }>(
    engine,
    `select id, title, distiller, origin, claim from teamlore.observations
     where team_id = '${world.teamId}' and superseded_at is null and purpose = 'finding' order by id`,
  )
const ledger = () =>
  world.rowsOf<{ state: string; reason: string | null; input_tokens: number; cost_micros: string }>(
    'usage_events',
    'created_at, state, reason, input_tokens, cost_micros::text',
  )
/** As if so much time had passed since the calls there are. */
const later = (interval: string) =>
  readAsOwner(
    engine,
    `update teamlore.usage_events set created_at = created_at - interval '${interval}',
      finished_at = finished_at - interval '${interval}' where team_id = '${world.teamId}'`,
  )
const set = (sql: string) =>
  readAsOwner(
    engine,
    `insert into teamlore.model_settings (team_id, is_enabled) values ('${world.teamId}', ${sql})
    on conflict (team_id) do update set is_enabled = excluded.is_enabled`,
  )

describe('a session that a model distils', () => {
  test('has the findings of the model in the place of those of rules, whose ids stay openable', async () => {
    await using server = await startDistillingModel('anthropic', answer(finding()))
    const handlers = open(server.url)
    const session = await send()
    await byRules(handlers, session)
    const before = await standing()
    expect(before.map(({ distiller }) => distiller)).toEqual(['extractive', 'extractive'])
    await byModel(handlers, session)
    const after = await standing()
    expect(after).toMatchObject([{ title: TITLE, distiller: 'model', origin: 'agent' }])
    const gone = await readAsOwner<{ id: string; superseded_by: string | null }>(
      engine,
      `select id, superseded_by from teamlore.observations where team_id = '${world.teamId}' and superseded_at is not null`,
    )
    expect(new Set(gone.map(({ id }) => id))).toEqual(new Set(before.map(({ id }) => id)))
    expect(gone.map(({ superseded_by }) => superseded_by)).toContain(after[0]?.id)
    // Rules leave the stretch alone from here on, and nobody is asked again.
    await byRules(handlers, session)
    await byModel(handlers, session)
    expect(await standing()).toEqual(after)
    expect(askedOf(server)).toMatchObject({ segments: { length: 1 }, reviews: { length: 1 } })
    const paid = { state: 'done', input_tokens: 100, cost_micros: '200' }
    expect(await ledger()).toMatchObject([paid, paid])
  })

  test('keeps nothing that no words of the session bear out', async () => {
    const invented = finding({
      evidence: [{ message: 'm3', quote: 'the reader is written in Rust' }],
    })
    const elsewhere = finding({ evidence: [{ message: 'm0', quote: QUOTE }] })
    const nowhere = finding({ evidence: [{ message: 'm99', quote: QUOTE }] })
    const brief = finding({ evidence: [{ message: 'm3', quote: 'the' }] })
    await using server = await startDistillingModel(
      'anthropic',
      answer(invented, elsewhere, nowhere, brief),
    )
    await byModel(open(server.url), await send())
    expect(await standing()).toEqual([])
  })

  test('becomes memories with slots, reason and quote', async () => {
    await using server = await startDistillingModel('anthropic', answer(finding()))
    const handlers = open(server.url)
    const session = await send()
    await byRules(handlers, session)
    await byModel(handlers, session)
    await readAsOwner(
      engine,
      `update teamlore.sessions set updated_at = now() - interval '1 day' where id = '${session}'`,
    )
    const [project] = await world.rowsOf<{ id: string }>('projects', 'id')
    await handlers['curate-project'](
      { team_id: world.teamId, project_id: project?.id } as never,
      { signal: new AbortController().signal } as never,
    )
    expect(await world.rowsOf('memories', 'kind, statement, reason, origin, slots')).toMatchObject([
      {
        kind: 'gotcha',
        reason: 'It emits on newlines alone.',
        origin: 'agent',
        slots: { subject: 'reader of transcripts', value: 'dropped', scope: null },
      },
    ])
  })
})

describe('a private session', () => {
  test('leaves nothing of it where the team can read', async () => {
    await using server = await startDistillingModel('anthropic', answer(finding()))
    const session = await send()
    await byModel(open(server.url), session)
    const [owner] = await readAsOwner<{ user_id: string }>(
      engine,
      `select user_id from teamlore.sessions where id = '${session}'`,
    )
    // Made private after it was distilled, so that what was kept must follow.
    await world.unitOfWork.inTeam(grantSystemScope(world.teamId), ({ sessions }) =>
      sessions.makePrivate(session as SessionId, owner?.user_id as UserId),
    )
    const rows = await readAsOwner<{ private_to: string | null }>(
      engine,
      `select private_to from teamlore.model_answers where team_id = '${world.teamId}'
       union all select private_to from teamlore.observations where team_id = '${world.teamId}'`,
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ private_to }) => private_to))).toEqual(new Set([owner?.user_id]))
    const columns = await readAsOwner<{ row: string }>(
      engine,
      `select e::text as row from teamlore.usage_events e where team_id = '${world.teamId}'`,
    )
    expect(columns.map(({ row }) => row).join()).not.toContain('newline')
  })
})

describe('what is paid', () => {
  test('is capped for a day, and what runs counts with what it may cost', async () => {
    await using server = await startDistillingModel('anthropic', answer())
    await byModel(open(server.url, { dailyUsd: 0.02, dailyTokens: 1_000_000 }), await send('one'))
    expect(server.calls).toEqual([])
    await byModel(open(server.url, { dailyUsd: 5, dailyTokens: 4_000 }), await send('two'))
    expect(server.calls).toEqual([])
    await byModel(open(server.url), await send('three'))
    expect(askedOf(server).segments).toHaveLength(1)
  })

  test('is nothing where the team switched it off', async () => {
    await using server = await startDistillingModel('anthropic', answer())
    await set('false')
    const session = await send()
    await byModel(open(server.url), session)
    expect(server.calls).toEqual([])
    await set('true')
    await byModel(open(server.url), session)
    expect(askedOf(server).segments).toHaveLength(1)
  })

  test('for a question that fails ends after three tries, and is in the account', async () => {
    await using server = await startDistillingModel('anthropic', answer())
    server.faults.push('malformed', { status: 500 }, 'truncated', 'refusal', 'refusal')
    const handlers = open(server.url)
    const session = await send()
    for (const failure of ['malformed', 'unreachable', 'truncated'])
      await expect(byModel(handlers, session)).rejects.toMatchObject({ failure })
    await byModel(handlers, session)
    await byModel(handlers, session)
    expect(askedOf(server).segments).toHaveLength(3)
    expect(await ledger()).toMatchObject([
      { state: 'failed', reason: 'malformed', input_tokens: 100 },
      { state: 'failed', reason: 'unreachable', input_tokens: 0 },
      { state: 'failed', reason: 'truncated', input_tokens: 100 },
    ])
  })

  test('rests after five failures in a row, until one call goes well again', async () => {
    await using server = await startDistillingModel('anthropic', answer())
    server.faults.push(...Array.from({ length: 5 }, () => ({ status: 429 })))
    const handlers = open(server.url)
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await expect(byModel(handlers, await send(name))).rejects.toMatchObject({
        failure: 'rate_limited',
      })
    const session = await send('f')
    await byModel(handlers, session)
    expect(askedOf(server).segments).toHaveLength(5)
    await later('16 minutes')
    await byModel(handlers, session)
    await byModel(handlers, await send('g'))
    expect(askedOf(server).segments).toHaveLength(7)
  })

  test('by a process that was killed is paid once more at most, and not while it may still run', async () => {
    await using server = await startDistillingModel('anthropic', answer(finding()))
    const handlers = open(server.url)
    const session = await send()
    server.faults.push({ status: 500 })
    await expect(byModel(handlers, session)).rejects.toThrow()
    // What a process leaves behind that is killed while it waits.
    const killed = () =>
      readAsOwner(
        engine,
        `update teamlore.usage_events set state = 'running' where team_id = '${world.teamId}'`,
      )
    await killed()
    await byModel(handlers, session)
    expect(askedOf(server).segments).toHaveLength(1)
    await later('11 minutes')
    await byModel(handlers, session)
    await byModel(handlers, session)
    expect(askedOf(server).segments).toHaveLength(2)
    expect(await standing()).toHaveLength(1)
  })

  test('is paid once when two workers come at the same time', async () => {
    await using server = await startDistillingModel('anthropic', answer(finding()))
    const session = await send()
    await Promise.all([byModel(open(server.url), session), byModel(open(server.url), session)])
    await byModel(open(server.url), session)
    expect(askedOf(server)).toMatchObject({ segments: { length: 1 }, reviews: { length: 1 } })
  })
})

test('a session waits until it is quiet and has enough prompts, and is asked about once', async () => {
  await using server = await startDistillingModel('anthropic', answer())
  const session = await send()
  const due = (idleMinutes: number, minPrompts: number) =>
    createUnitOfWork(engine).asSystem(async ({ sweep }) =>
      (await sweep.sessionsToDistilByModel({ idleMinutes, minPrompts }, 1_000)).filter(
        ({ sessionId }) => sessionId === session,
      ),
    )
  expect(await due(10, 2)).toEqual([])
  expect(await due(0, 3)).toEqual([])
  expect(await due(0, 2)).toHaveLength(1)
  const lease = `update teamlore.distil_leases set expires_at`
  await readAsOwner(
    engine,
    `insert into teamlore.distil_leases (id, team_id, user_id, session_id, holder, tool, state, expires_at)
     select 'evt_' || id, team_id, user_id, id, 'laptop', 'claude', 'leased', now() + interval '1 hour'
     from teamlore.sessions where id = '${session}' returning 1`,
  )
  expect(await due(0, 2)).toEqual([])
  await readAsOwner(engine, `${lease} = now() where session_id = '${session}' returning 1`)
  expect(await due(0, 2)).toHaveLength(1)
  await byModel(open(server.url), session)
  expect(await due(0, 2)).toEqual([])
})
