import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type {
  AnsweredLeases,
  AnswerLeases,
  DistilQuestion,
  LeasedSessions,
} from '@teamlore/shared/distil-leases'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../../identity/teams/team-scope.ts'
import { makeIngest } from '../../ingest/ingest.ts'
import { buildMessage, buildRequest, buildSession, text } from '../../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../../testing/ingest-world.ts'
import { makeAnswerLeases } from './answer-leases.ts'
import { makeLeaseSessions } from './lease-sessions.ts'
import { makeGetLeaseStatus } from './lease-status.ts'
import { makeSetDistilRule } from './set-distil-rule.ts'

let database: TestDatabase
let engine: Engine
let world: IngestWorld
let deps: { unitOfWork: IngestWorld['team']['unitOfWork'] }

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createIngestWorld(engine)
  deps = { unitOfWork: world.team.unitOfWork }
})

const QUOTE = 'drops the last line when the file has no newline'
const TITLE = 'The reader of transcripts loses a last line that has no newline.'
const MESSAGES = [
  buildMessage(0, {
    role: 'user',
    kind: 'human',
    model: null,
    blocks: [text('Why is the last message missing?')],
  }),
  buildMessage(1, { blocks: [text(`Found it! The loop ${QUOTE}, as it emits on newlines.`)] }),
]
const session = (nativeId: string, more: object = {}) =>
  buildSession({ native_id: nativeId, messages: MESSAGES, ...more })

const finding = (quote = QUOTE) => ({
  kind: 'gotcha',
  title: TITLE,
  statement: TITLE,
  reason: '',
  rejected: [],
  slots: { subject: '', attribute: '', scope: '', value: '', replaces: '' },
  evidence: [{ message: 'm1', quote }],
})
const SEGMENT = { findings: [finding()], no_longer_holds: [], summaries: [] }
const KEEP = { verdicts: [{ name: 'f1', against: '', proof: '', verdict: 'keep' }] }
const answerTo = ({ kind }: Pick<DistilQuestion, 'kind'>) => (kind === 'segment' ? SEGMENT : KEEP)

const lease = (by = world.scope, more: object = {}): Promise<LeasedSessions> =>
  makeLeaseSessions(deps)(by, {
    tool: 'claude',
    holder: 'laptop',
    limit: 6,
    working_on: [],
    ...more,
  })
type Given = AnswerLeases['answers'][number]
const send = (
  answers: Given[],
  { by = world.scope, ...more }: { by?: TeamScope<'member'>; id?: string; failure?: string } = {},
): Promise<AnsweredLeases> =>
  makeAnswerLeases(deps)(by, {
    tool: 'claude',
    holder: 'laptop',
    call: {
      id: `call-${++calls}-of-a-test`,
      model: 'haiku',
      usage: { input_tokens: 900, output_tokens: 100, usd: 0.002 },
      ...more,
    },
    answers,
  })
let calls = 0
const given = (
  id: string,
  { id: question_id, kind }: Pick<DistilQuestion, 'id' | 'kind'>,
  answer?: unknown,
): Given => ({ lease_id: id, question_id, kind, ...(answer === undefined ? {} : { answer }) })

/** Answers whatever is asked, until all is written. */
const answerAll = async ({ leases }: LeasedSessions, by = world.scope): Promise<string[]> => {
  const ends: string[] = []
  for (const one of leases) {
    let question: DistilQuestion | null = one.question
    while (question !== null) {
      const { results } = await send([given(one.id, question, answerTo(question))], { by })
      question = results[0]?.question ?? null
      if (question === null) ends.push(results[0]?.state ?? '')
    }
  }
  return ends
}
const findings = () =>
  readAsOwner<{ title: string; distiller: string }>(
    engine,
    `select title, distiller from teamlore.observations where team_id = '${world.team.teamId}'
     and purpose = 'finding' and superseded_at is null order by title`,
  )
const run = (statement: string) => readAsOwner(engine, `${statement} returning 1`)
const status = (by: TeamScope = world.scope) =>
  makeGetLeaseStatus(deps)(by, { days: 30, limit: 50 })
const asAdmin = async (): Promise<TeamScope<'admin'>> =>
  grantTeamScope(
    { ...(await world.team.addMember('admin')), actor: { kind: 'user', via: 'api_key' } },
    'admin',
  )
const asMember = async (): Promise<TeamScope<'member'>> =>
  grantTeamScope(
    { ...(await world.team.addMember('member')), actor: { kind: 'user', via: 'api_key' } },
    'member',
  )

describe('a session that its person’s coding agent distils', () => {
  test('is asked about as a provider would be, looked at a second time, and written', async () => {
    await world.send(session('s1'))
    const leased = await lease()
    expect(leased.leases).toHaveLength(1)
    expect(leased.leases[0]?.question).toMatchObject({ kind: 'segment' })
    expect(leased.leases[0]?.question.prompt).toContain(
      `[m1 assistant] Found it! The loop ${QUOTE}`,
    )
    expect(leased.instructions.segment?.schema).toMatchObject({ type: 'object' })
    const [one] = leased.leases
    if (one === undefined) throw new Error('nothing was leased')
    const first = await send([given(one.id, one.question, SEGMENT)])
    expect(first).toMatchObject({ counted: true, results: [{ state: 'next' }] })
    const review = first.results[0]?.question
    expect(review?.kind).toBe('review')
    expect(review?.prompt).toContain(TITLE)
    expect(await findings()).toEqual([])
    const second = await send([given(one.id, review as DistilQuestion, KEEP)])
    expect(second.results).toMatchObject([{ state: 'done', findings: 1, question: null }])
    expect(await findings()).toEqual([{ title: TITLE, distiller: 'model' }])
    expect((await lease()).leases).toEqual([])
  })

  test('keeps nothing that it quotes falsely, and nothing that the second look strikes', async () => {
    await world.send(session('s1'), session('s2'))
    const { leases } = await lease()
    const [a, b] = leases
    if (a === undefined || b === undefined) throw new Error('two were to be leased')
    const invented = { ...SEGMENT, findings: [finding('words that nobody ever said here')] }
    const { results } = await send([
      given(a.id, a.question, invented),
      given(b.id, b.question, SEGMENT),
    ])
    expect(results).toMatchObject([{ state: 'done', findings: 0 }, { state: 'next' }])
    const strike = { name: 'f1', against: 'A guess.', proof: QUOTE, verdict: 'strike' }
    const review = results[1]?.question as DistilQuestion
    const end = await send([given(b.id, review, { verdicts: [strike] })])
    expect(end.results).toMatchObject([{ state: 'done', findings: 0 }])
    expect(await findings()).toEqual([])
  })

  test('stays private where it is, and its findings with it', async () => {
    await world.send(session('s1'))
    const { teamId } = world.team
    const { userId } = world.member
    for (const table of ['sessions', 'messages'])
      await run(`update teamlore.${table} set private_to = '${userId}' where team_id = '${teamId}'`)
    expect(await answerAll(await lease())).toEqual(['done'])
    const rows = await readAsOwner(
      engine,
      `select private_to from teamlore.observations where team_id = '${teamId}' and distiller = 'model'`,
    )
    expect(rows).toEqual([{ private_to: userId }])
    const admin = await status(await asAdmin())
    expect(admin.leases).toEqual([])
  })

  test('is nobody else’s to lease or to answer', async () => {
    await world.send(session('s1'))
    const other = await asMember()
    expect((await lease(other)).leases).toEqual([])
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    const { results } = await send([given(one.id, one.question, SEGMENT)], { by: other })
    expect(results).toMatchObject([{ state: 'unknown', question: null }])
    expect(await status(other)).toMatchObject({ leases: [], due: { sessions: 0 } })
  })

  test('is not leased while it is at work, when a program began it, nor twice', async () => {
    const now = new Date().toISOString()
    await world.send(
      session('s1', { ended_at: now }),
      session('s2', { started_by: 'program' }),
      session('s3'),
    )
    expect((await lease()).leases).toHaveLength(1)
    expect((await lease(world.scope, { holder: 'desktop' })).leases).toEqual([])
    const again = await lease()
    expect(again.leases).toHaveLength(1)
    const working = again.leases.map(({ id }) => id)
    expect((await lease(world.scope, { working_on: working })).leases).toEqual([])
    const future = '2100-01-01T00:00:00Z'
    expect((await lease(world.scope, { since: future })).leases).toEqual([])
  })

  test('is left to handed-over findings and to what a provider has distilled, until it grows', async () => {
    await world.send(session('s1'))
    expect(await answerAll(await lease())).toEqual(['done'])
    expect((await lease()).leases).toEqual([])
    const more = buildMessage(2, {
      role: 'user',
      kind: 'human',
      model: null,
      blocks: [text('And why is it all read again?')],
    })
    await world.send(session('s1', { messages: [...MESSAGES, more] }))
    const again = await lease()
    expect(again.leases).toHaveLength(1)
  })
})

describe('a lease', () => {
  test('that ran out goes to another machine, where what was answered is not asked again', async () => {
    await world.send(session('s1'))
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    await send([given(one.id, one.question, SEGMENT)])
    await run(`update teamlore.distil_leases set expires_at = now() where id = '${one.id}'`)
    const [other] = (await lease(world.scope, { holder: 'desktop' })).leases
    expect(other?.question.kind).toBe('review')
    const late = await send([given(one.id, one.question, SEGMENT)])
    expect(late.results).toMatchObject([{ state: 'closed' }])
  })

  test('whose answer comes twice goes on once, and the call is counted once', async () => {
    await world.send(session('s1'))
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    const id = 'the-very-same-call'
    const first = await send([given(one.id, one.question, SEGMENT)], { id })
    const second = await send([given(one.id, one.question, SEGMENT)], { id })
    expect(first).toMatchObject({ counted: true, results: [{ state: 'next' }] })
    expect(second).toMatchObject({ counted: false, results: [{ state: 'next' }] })
    expect(second.results[0]?.question).toEqual(first.results[0]?.question)
    expect((await status()).people).toMatchObject([{ calls: 1, input_tokens: 900, usd: 0.002 }])
  })

  test('is given up after three answers of another shape, and not taken again that day', async () => {
    await world.send(session('s1'))
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    const states: string[] = []
    for (const answer of [{ findings: 'none' }, 'Sure, here you are!', undefined])
      states.push((await send([given(one.id, one.question, answer)])).results[0]?.state ?? '')
    expect(states).toEqual(['malformed', 'malformed', 'failed'])
    expect((await lease()).leases).toEqual([])
    expect((await status()).people).toMatchObject([{ failed: 1, done: 0 }])
  })

  test('whose second look fails three times keeps what was found', async () => {
    await world.send(session('s1'))
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    const { results } = await send([given(one.id, one.question, SEGMENT)])
    const review = results[0]?.question as DistilQuestion
    const states: string[] = []
    for (let n = 0; n < 3; n++)
      states.push((await send([given(one.id, review, { no: 1 })])).results[0]?.state ?? '')
    expect(states).toEqual(['malformed', 'malformed', 'done'])
    expect(await findings()).toHaveLength(1)
  })

  test('is given back when its machine says so', async () => {
    await world.send(session('s1'))
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    const back = { ...given(one.id, one.question), failure: 'released' }
    const { results } = await send([back], { failure: 'rate-limited' })
    expect(results).toMatchObject([{ state: 'released' }])
    expect((await lease(world.scope, { holder: 'desktop' })).leases).toHaveLength(1)
  })

  test('keeps no secret that an answer holds', async () => {
    await world.send(session('s1'))
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    const leaking = { ...finding(), statement: `The token is ${secret} for all.` }
    await send([given(one.id, one.question, { ...SEGMENT, findings: [leaking] })])
    const kept = await readAsOwner<{ answer: unknown }>(
      engine,
      `select answer from teamlore.model_answers where team_id = '${world.team.teamId}'`,
    )
    expect(JSON.stringify(kept)).toContain('The token is')
    expect(JSON.stringify(kept)).not.toContain(secret)
  })
})

describe('a rule of an admin', () => {
  const forbid = async (kind: 'team' | 'project' | 'tool', subject: string, allowed = false) =>
    makeSetDistilRule(deps)(await asAdmin(), { kind, subject, allowed })

  test('forbids it for the team, or a coding agent', async () => {
    await world.send(session('s1'))
    await forbid('tool', 'claude')
    await expect(lease()).rejects.toMatchObject({ code: 'distil.forbidden' })
    expect((await status()).tools).not.toContain('claude')
    expect((await lease(world.scope, { tool: 'codex' })).leases).toHaveLength(1)
    await forbid('team', '')
    await expect(lease(world.scope, { tool: 'codex' })).rejects.toMatchObject({
      code: 'distil.forbidden',
    })
    expect(await status()).toMatchObject({ allowed: false, tools: [] })
    await expect(forbid('tool', 'notepad')).rejects.toMatchObject({ code: 'distil.rule_unclear' })
  })

  test('forbids it for a project, also where answers are on their way', async () => {
    await world.send(session('s1'))
    const [one] = (await lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    const [project] = (await world.rowsOf('projects', 'id')) as { id: string }[]
    await forbid('project', project?.id ?? '')
    const { results } = await send([given(one.id, one.question, SEGMENT)])
    expect(results).toMatchObject([{ state: 'released' }])
    expect((await lease()).leases).toEqual([])
    expect(await findings()).toEqual([])
  })

  test('is needed for a restricted project', async () => {
    await world.send(session('s1'))
    const { teamId } = world.team
    await run(`update teamlore.projects set is_restricted = true where team_id = '${teamId}'`)
    await run(`insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
      select team_id, id, '${world.member.userId}', '${world.member.userId}', now()
      from teamlore.projects where team_id = '${teamId}'`)
    expect((await lease()).leases).toEqual([])
    const [project] = (await world.rowsOf('projects', 'id')) as { id: string }[]
    await run(`insert into teamlore.distil_rules (team_id, kind, subject, is_allowed)
      values ('${teamId}', 'project', '${project?.id}', true)`)
    expect((await lease()).leases).toHaveLength(1)
  })
})

test('switching language models off counts for own coding agents; their cost counts for no cap', async () => {
  await world.send(session('s1'))
  await answerAll(await lease())
  const today = await world.team.unitOfWork.inTeam(world.scope, ({ usage }) => usage.today())
  expect(today).toEqual({ tokens: 0, costMicros: 0 })
  expect((await status()).today.tokens).toBe(2_000)
  await run(
    `insert into teamlore.model_settings (team_id, is_enabled) values ('${world.team.teamId}', false)`,
  )
  await expect(lease()).rejects.toMatchObject({ code: 'distil.switched_off' })
  expect((await status()).allowed).toBe(false)
})

test('a way in that somebody else made leases nothing', async () => {
  const ingest = makeIngest(deps)
  await ingest(world.scope, buildRequest(session('s1')))
  const admin = await world.team.addMember('admin')
  const scope = grantTeamScope(
    { ...world.member, actor: { kind: 'user', via: 'api_key', givenBy: admin.userId } },
    'member',
  )
  await expect(lease(scope)).rejects.toMatchObject({ code: 'distil.not_yourself' })
})
