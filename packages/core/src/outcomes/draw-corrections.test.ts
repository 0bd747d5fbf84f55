import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSystemScope, grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeGetMemory } from '../memories/get-memory.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeDrawFromSession } from './draw-from-session.ts'

let database: TestDatabase
let world: Awaited<ReturnType<typeof createIngestWorld>>
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const WRONG = "No, that's wrong. Sessions are stored in Postgres."
const SAID = 'Sessions are stored in Redis.'

/** A session in which the agent is given something by a tool of Teamlore, says it, and is answered. */
const sessionWith = (answer: string, given = '') =>
  buildSession({
    native_id: 'corrected',
    messages: [
      buildMessage(0, {
        role: 'user',
        kind: 'human',
        blocks: [text('Where are sessions?')],
      }),
      buildMessage(1, {
        role: 'user',
        kind: 'tool_result',
        blocks: [{ type: 'tool_result', tool_call_id: 'c', text: given, is_error: false }],
      }),
      buildMessage(2, { role: 'assistant', kind: 'assistant', blocks: [text(SAID)] }),
      buildMessage(3, { role: 'user', kind: 'human', blocks: [text(answer)] }),
    ],
  })

const say = (
  statement: string,
  evidence: { kind: string; ref: string; quote: string }[] = [],
  project: { project?: string } = { project: 'acme/parser' },
) =>
  makeRemember({ unitOfWork: world.team.unitOfWork })(
    world.scope,
    rememberRequestSchema.parse({ statement, evidence, ...project }),
  )
const read = (id: string, scope: TeamScope<'member'> = world.scope) =>
  makeGetMemory({ unitOfWork: world.team.unitOfWork })(scope, { id })
const draw = async (sessionId: SessionId) =>
  (
    await makeDrawFromSession({ unitOfWork: world.team.unitOfWork })(
      grantSystemScope(world.team.teamId),
      { sessionId },
    )
  ).corrections
const sessionOf = async (session: ReturnType<typeof buildSession>): Promise<SessionId> =>
  (await world.send(session)).sessions[0]?.session_id as SessionId
const change = (sql: string) => readAsOwner(database.engine, `${sql} returning 1`)
const makePrivate = (id: SessionId) =>
  change(`update teamlore.sessions set private_to = '${world.scope.userId}' where id = '${id}'`)
const restrictProjectOf = (id: SessionId) =>
  change(`update teamlore.projects set is_restricted = true
    where id = (select project_id from teamlore.sessions where id = '${id}')`)
const somebodyElse = async () =>
  grantTeamScope(
    { ...(await world.team.addMember('member', 'Bo')), actor: { kind: 'user', via: 'api_key' } },
    'member',
  )

describe('what a person says is not so', () => {
  test('is trusted less where the session was given it, once, and their words say why', async () => {
    await world.send(buildSession({ native_id: 'first' }))
    const memory = await say(SAID)
    const other = await say('The map is drawn by Leaflet.')
    const sessionId = await sessionOf(sessionWith(WRONG, `${memory.id} ${other.id} ${SAID}`))
    expect(await draw(sessionId)).toEqual({ corrected: 1, skipped: 0 })
    expect(await draw(sessionId)).toEqual({ corrected: 0, skipped: 0 })
    const lowered = await read(memory.id)
    expect(lowered.confidence).toBeCloseTo(memory.confidence * 0.5, 2)
    expect(lowered.setbacks).toEqual([
      {
        type: 'corrected',
        reason: WRONG.split('. ')[1],
        session_id: sessionId,
        source: expect.stringMatching(/^message:msg_/),
        at: expect.any(String),
      },
    ])
    expect(await read(other.id)).toMatchObject({ confidence: other.confidence, setbacks: [] })
  })

  test('is found in a session of any length, in several transactions, by what came before it alone', async () => {
    await world.send(buildSession({ native_id: 'first' }))
    const [early, late] = [await say(SAID), await say('Sessions of old are stored in Redis.')]
    const { messages } = sessionWith(WRONG, early.id)
    const [ask, given, said, reply] = messages
    const others = Array.from({ length: 1_200 }, (_, n) => buildMessage(3 + n))
    const [end] = sessionWith('', late.id).messages.slice(1)
    const at = (message: typeof ask, ordinal: number) =>
      buildMessage(ordinal, { ...message, key: `m${ordinal}`, parent_key: null, ordinal })
    const sessionId = await sessionOf(
      buildSession({
        native_id: 'long',
        messages: [
          ...[at(ask, 0), at(given, 1), ...others],
          ...[at(said, 1_203), at(reply, 1_204), at(end, 1_205)],
        ],
      }),
    )
    const { inTeam } = world.team.unitOfWork
    let transactions = 0
    const counted: typeof inTeam = (...work) => {
      transactions++
      return inTeam(...work)
    }
    const scope = grantSystemScope(world.team.teamId)
    const drawn = await makeDrawFromSession({ unitOfWork: { inTeam: counted } })(scope, {
      sessionId,
    })
    expect(drawn.corrections).toEqual({ corrected: 1, skipped: 0 })
    expect(transactions).toBeGreaterThan(5)
    expect((await read(early.id)).setbacks).toHaveLength(1)
    expect((await read(late.id)).setbacks).toHaveLength(0)
  })

  test('is trusted less where it rests on what was said before, not where it rests on the correction', async () => {
    const sessionId = await sessionOf(sessionWith(WRONG))
    const messages = await world.rowsOf('messages', 'id, ordinal')
    const of = (ordinal: number, quote: string) => [
      {
        kind: 'message',
        ref: String(messages.find((one) => one['ordinal'] === ordinal)?.['id']),
        quote,
      },
    ]
    const before = await say(SAID, of(2, SAID))
    const after = await say('Sessions are not stored in Redis.', of(3, WRONG))
    expect(await draw(sessionId)).toEqual({ corrected: 1, skipped: 0 })
    expect((await read(before.id)).setbacks).toHaveLength(1)
    expect((await read(after.id)).setbacks).toHaveLength(0)
  })

  test('says nothing of what the session never heard of, nor of what is only asked', async () => {
    await world.send(buildSession({ native_id: 'first' }))
    const memory = await say(SAID)
    expect(await draw(await sessionOf(sessionWith(WRONG)))).toMatchObject({ corrected: 0 })
    const answer = "Aren't sessions in Postgres? Not in Redis?"
    const asking = { ...sessionWith(answer, memory.id), native_id: 'asking' }
    expect(await draw(await sessionOf(asking))).toMatchObject({ corrected: 0 })
    expect((await read(memory.id)).confidence).toBe(memory.confidence)
  })

  test('stays with its owner where the session is private', async () => {
    await world.send(buildSession({ native_id: 'first' }))
    const memory = await say(SAID)
    const sessionId = await sessionOf(sessionWith(WRONG, memory.id))
    await change(
      `update teamlore.sessions set private_to = '${world.scope.userId}' where id = '${sessionId}'`,
    )
    expect(await draw(sessionId)).toEqual({ corrected: 0, skipped: 0 })
    expect((await read(memory.id)).setbacks).toEqual([])
  })

  test('stays in its project where that is restricted', async () => {
    await world.send(buildSession({ native_id: 'first' }))
    const ofTeam = await say(SAID, [], {})
    const ofProject = await say('Sessions are kept in Redis.')
    const sessionId = await sessionOf(
      sessionWith("No, that's wrong. Sessions aren't in Redis.", `${ofTeam.id} ${ofProject.id}`),
    )
    await restrictProjectOf(sessionId)
    expect(await draw(sessionId)).toEqual({ corrected: 1, skipped: 0 })
    expect(await world.rowsOf('memory_signals', 'memory_id')).toEqual([{ memory_id: ofProject.id }])
  })

  test.each([
    ['its session is taken back', makePrivate],
    ['the project of its session is restricted', restrictProjectOf],
  ])('is read by nobody else any more once %s', async (_, close) => {
    await world.send(buildSession({ native_id: 'first' }))
    const memory = await say(SAID, [], {})
    const sessionId = await sessionOf(sessionWith(WRONG, memory.id))
    await draw(sessionId)
    await change(`insert into teamlore.memory_signals (memory_id, type, source, team_id, session_id, note, created_at)
      values ('${memory.id}', 'test_failed', 'session:${sessionId}', '${world.team.teamId}', '${sessionId}', 'a secret test', now()),
        ('${memory.id}', 'mended', 'session:${sessionId}', '${world.team.teamId}', null, 'a third', now()),
        ('${memory.id}', 'reverted', 'commit:abc', '${world.team.teamId}', null, 'abc Go on', now())`)
    const reader = await somebodyElse()
    const reasons = async (scope: TeamScope<'member'>) =>
      (await read(memory.id, scope)).setbacks.map(({ reason }) => reason).sort()
    const all = ['Sessions are stored in Postgres.', 'a secret test', 'a third', 'abc Go on']
    expect(await reasons(reader)).toEqual(all)
    await close(sessionId)
    expect(await reasons(reader)).toEqual(['', '', '', 'abc Go on'])
    expect(await reasons(world.scope)).toEqual(all)
  })

  test('leaves alone what rests on another session that is private by now, and says so', async () => {
    const first = await sessionOf(buildSession({ native_id: 'first' }))
    const memory = await say(SAID, [{ kind: 'session', ref: first, quote: '' }])
    const sessionId = await sessionOf(sessionWith(WRONG, memory.id))
    await change(
      `update teamlore.sessions set private_to = '${world.scope.userId}' where id = '${first}'`,
    )
    expect(await draw(sessionId)).toEqual({ corrected: 0, skipped: 1 })
    expect(await world.rowsOf('memory_signals', 'type')).toEqual([])
  })
})
