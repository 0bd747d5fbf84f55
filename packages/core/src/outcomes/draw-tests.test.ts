import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Step } from '../distil/transcript/activity.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { leftFailing, makeDrawTests } from './draw-tests.ts'

const edit = (path: string): Step => ({
  kind: 'edit',
  at: 0,
  path,
  operation: 'edit',
  added: 1,
  removed: 0,
})
const check = (command: string, failed: boolean): Step => ({
  kind: 'check',
  at: 0,
  callId: 'c',
  command,
  failed,
  error: failed ? 'expected 2' : null,
})

describe('tests that a session left failing', () => {
  test.each<[string, Step[], string[] | undefined]>([
    ['after an edit', [edit('a.ts'), check('npm test', true)], ['a.ts']],
    ['before any edit', [check('npm test', true), edit('a.ts')], undefined],
    [
      'and made pass',
      [edit('a.ts'), check('vitest run', true), check('vitest run', false)],
      undefined,
    ],
    [
      'where a linter passed meanwhile',
      [edit('a.ts'), check('npm test', true), check('npm run lint', false)],
      ['a.ts'],
    ],
    ['where only a linter failed', [edit('a.ts'), check('eslint .', true)], undefined],
    [
      'once more after a green run',
      [edit('a.ts'), check('pytest', false), edit('b.ts'), check('pytest', true)],
      ['b.ts'],
    ],
    ['with edits after them', [edit('a.ts'), check('go test ./...', true), edit('b.ts')], ['a.ts']],
  ])('%s', (_, steps, paths) => {
    expect(leftFailing(steps)?.paths).toEqual(paths)
  })
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()

/** A session that edits one file and then runs the tests: so often, and with this result each time. */
const sessionWith = (...runs: string[]) =>
  buildSession({
    native_id: 'tested',
    ended_at: at(30),
    messages: [
      buildMessage(0, {
        role: 'user',
        kind: 'human',
        ts: at(0),
        blocks: [text('Change the parser.')],
      }),
      buildMessage(1, {
        role: 'assistant',
        kind: 'assistant',
        ts: at(1),
        blocks: [
          { type: 'tool_call', id: 'edit', name: 'Edit', input: { file_path: 'src/parser.ts' } },
        ],
      }),
      ...runs.flatMap((result, n) => [
        buildMessage(2 + 2 * n, {
          role: 'assistant',
          kind: 'assistant',
          ts: at(2 + 2 * n),
          blocks: [
            { type: 'tool_call', id: `run${n}`, name: 'Bash', input: { command: 'npm test' } },
          ],
        }),
        buildMessage(3 + 2 * n, {
          role: 'user',
          kind: 'tool_result',
          ts: at(3 + 2 * n),
          blocks: [{ type: 'tool_result', tool_call_id: `run${n}`, text: result, is_error: false }],
        }),
      ]),
    ],
    edits: [
      buildEdit('edit', {
        ts: at(1),
        message_key: 'm1',
        tool_call_id: 'edit',
        path: '/home/ann/parser/src/parser.ts',
      }),
    ],
  })

test('what the session said of these files is trusted less until a green run, the rest as before', async () => {
  const { send, scope, team } = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = team
  const { sessions } = await send(sessionWith('Tests  1 failed | 3 passed'))
  const sessionId = sessions[0]?.session_id as SessionId
  const say = (statement: string, path: string) =>
    makeRemember({ unitOfWork })(
      scope,
      rememberRequestSchema.parse({
        statement,
        project: 'acme/parser',
        anchors: [{ path }],
        evidence: [{ kind: 'session', ref: sessionId, quote: '' }],
      }),
    )
  const concerned = await say('The parser reads numbers with a sign.', 'src/parser.ts')
  const other = await say('Berths are numbered from the north.', 'src/berths.ts')
  const trust = async () => {
    const rows = await readAsOwner<{ id: string; confidence: number }>(
      database.engine,
      `select id, confidence from teamlore.memories where team_id = '${teamId}'`,
    )
    return [concerned, other].map(({ id }) => rows.find((row) => row.id === id)?.confidence ?? 0)
  }
  const draw = () => makeDrawTests({ unitOfWork })(grantSystemScope(teamId), { sessionId })
  expect(await draw()).toEqual({ lowered: 1, restored: 0, skipped: 0 })
  expect(await draw()).toEqual({ lowered: 0, restored: 0, skipped: 0 })
  const [lowered, same] = await trust()
  expect(lowered).toBeCloseTo(concerned.confidence * 0.8, 2)
  expect(same).toBeCloseTo(other.confidence, 2)
  await send(sessionWith('Tests  1 failed | 3 passed', 'Tests  4 passed (4)'))
  expect(await draw()).toEqual({ lowered: 0, restored: 1, skipped: 0 })
  expect((await trust())[0]).toBeCloseTo(concerned.confidence, 2)
})

test('a session that is private by now says nothing of its tests to the team', async () => {
  const { send, scope, team, rowsOf } = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = team
  const { sessions } = await send(sessionWith('Tests  1 failed | 3 passed'))
  const sessionId = sessions[0]?.session_id as SessionId
  await makeRemember({ unitOfWork })(
    scope,
    rememberRequestSchema.parse({
      statement: 'The parser reads numbers.',
      project: 'acme/parser',
      anchors: [{ path: 'src/parser.ts' }],
      evidence: [{ kind: 'session', ref: sessionId, quote: '' }],
    }),
  )
  const draw = () => makeDrawTests({ unitOfWork })(grantSystemScope(teamId), { sessionId })
  const notes = () => rowsOf('memory_signals', 'type, private_to')
  const keep = (table: string, of: string) =>
    readAsOwner(
      database.engine,
      `update teamlore.${table} set private_to = '${scope.userId}' where ${of} returning 1`,
    )
  await keep('sessions', `id = '${sessionId}'`)
  expect(await draw()).toEqual({ lowered: 0, restored: 0, skipped: 1 })
  expect(await notes()).toEqual([])
  await keep('memories', `team_id = '${teamId}'`)
  expect(await draw()).toEqual({ lowered: 1, restored: 0, skipped: 0 })
  expect(await notes()).toEqual([{ type: 'test_failed', private_to: scope.userId }])
})

test('a memory that rests on another session, private by now, is skipped', async () => {
  const { send, scope, team, rowsOf } = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = team
  const sessionOf = async (session: ReturnType<typeof buildSession>) =>
    (await send(session)).sessions[0]?.session_id as SessionId
  const sessionId = await sessionOf(sessionWith('Tests  1 failed | 3 passed'))
  const other = await sessionOf(buildSession({ native_id: 'other' }))
  await makeRemember({ unitOfWork })(
    scope,
    rememberRequestSchema.parse({
      statement: 'The parser reads numbers.',
      project: 'acme/parser',
      anchors: [{ path: 'src/parser.ts' }],
      evidence: [sessionId, other].map((ref) => ({ kind: 'session', ref, quote: '' })),
    }),
  )
  await readAsOwner(
    database.engine,
    `update teamlore.sessions set private_to = '${scope.userId}' where id = '${other}' returning 1`,
  )
  const drawn = await makeDrawTests({ unitOfWork })(grantSystemScope(teamId), { sessionId })
  expect(drawn).toEqual({ lowered: 0, restored: 0, skipped: 1 })
  expect(await rowsOf('memory_signals', 'type')).toEqual([])
})
