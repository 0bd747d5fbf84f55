import { contextQuerySchema, type IngestMessage, type SessionId } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import { grantSystemScope, grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { type OwnSearchWorld, openSearchWorld } from '../search/testing/search-world.ts'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { makeGetContext } from './get-context.ts'

let world: OwnSearchWorld
beforeAll(async () => {
  world = await openSearchWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const person = (ordinal: number, words: string) =>
  buildMessage(ordinal, { role: 'user', kind: 'human', model: null, blocks: [text(words)] })
const calls = (ordinal: number, name: string, input: object, words = '') =>
  buildMessage(ordinal, {
    blocks: [
      ...(words === '' ? [] : [text(words)]),
      { type: 'tool_call', id: `call-${ordinal}`, name, input: input as never },
    ],
  })
const answers = (ordinal: number, of: number, words: string, is_error = false) =>
  buildMessage(ordinal, {
    role: 'tool',
    kind: 'tool_result',
    model: null,
    blocks: [{ type: 'tool_result', tool_call_id: `call-${of}`, text: words, is_error }],
  })

const WORK: IngestMessage[] = [
  person(0, 'Please make the importer of tide tables resumable. Start with the tests.'),
  calls(1, 'TodoWrite', {
    todos: [
      { content: 'Write the tests', status: 'completed' },
      { content: 'Keep the offset of each file', status: 'in_progress' },
      { content: 'Mention it in the manual', status: 'pending' },
    ],
  }),
  answers(2, 1, 'Todos have been modified.'),
  calls(3, 'Bash', { command: 'npm run lint' }, 'I will look at the linter first.'),
  answers(4, 3, 'All good.'),
  calls(5, 'Bash', { command: 'npm test' }),
  answers(6, 5, 'FAIL tides.test.ts > keeps the offset: expected 12, got 0', true),
  person(7, 'Now keep the offset in a file of its own, next to the table.'),
  calls(8, 'Edit', { file_path: '/home/ann/parser/src/tides.ts' }),
  answers(9, 8, 'The file has been updated.'),
  calls(10, 'Read', { file_path: '/home/ann/parser/src/other.ts' }),
  answers(11, 10, 'The secret of the lighthouse.'),
  calls(12, 'mcp__teamlore__lore_search', { query: 'tides' }),
  answers(13, 12, 'An answer of Teamlore itself.'),
  buildMessage(14, { blocks: [text('The offset is kept now. The tests run next.')] }),
  calls(15, 'Bash', { command: 'npm run build' }),
]

const SESSION = buildSession({
  native_id: 'tides-1',
  title: 'Resumable importer of tides',
  messages: WORK,
  edits: [
    buildEdit('e1', { message_key: 'm8', path: '/home/ann/parser/src/tides.ts', added_lines: 9 }),
  ],
})

const send = async () => {
  const sent = await world.send(SESSION)
  const id = sent.sessions[0]?.session_id as SessionId
  const distil = makeDistilSession({ unitOfWork: world.unitOfWork })
  await distil(grantSystemScope(world.team.teamId), { sessionId: id })
  return id
}
const brief = (query: object) =>
  makeGetContext({ unitOfWork: world.unitOfWork })(
    world.scope,
    contextQuerySchema.parse({ budget_tokens: 3_000, ...query }),
  )

describe('the brief of a session that goes on', () => {
  test('says first where it stands: what was asked, what is open, what it changed, its last steps', async () => {
    const id = await send()
    const { text: said, included, tokens } = await brief({ session: 'tides-1' })
    expect(said).toMatch(
      /## This session: where it stands\n\n- \*\*Now keep the offset in a file of its own, next to the table\.\*\*/,
    )
    expect(said).toContain('Begun with: Resumable importer of tides.')
    expect(said).toContain('2 steps of its plan left, of 3')
    expect(said).toContain('Keep the offset of each file; Mention it in the manual.')
    expect(said).toContain('src/tides.ts (+9 −1)')
    expect(said).toContain('The offset is kept now.')
    expect(tokens).toBeLessThanOrEqual(3_000)
    expect(included).toContainEqual({ id, kind: 'session', tokens: expect.any(Number) })
    expect(new Set(included.map((one) => one.id)).size).toBe(included.length)
  })

  test('keeps a call and its answer together, and leaves out what nothing answered', async () => {
    const { text: said } = await brief({ session: 'tides-1' })
    expect(said).toMatch(/`npm test`\*\* — Failed: FAIL tides\.test\.ts/)
    expect(said).toMatch(/`npm run lint`\*\* — Answered: All good\./)
    expect(said).not.toContain('npm run build')
    for (let budget = 100; budget < 900; budget += 50) {
      const { text: small, tokens } = await brief({ session: 'tides-1', budget_tokens: budget })
      expect(tokens).toBeLessThanOrEqual(budget)
      expect(small.includes('`npm test`')).toBe(small.includes('Failed: FAIL tides.test.ts'))
      expect(small.includes('`npm run lint`')).toBe(small.includes('Answered: All good.'))
    }
  })

  test('hands back neither what was only looked at nor an answer of Teamlore', async () => {
    const { text: said } = await brief({ session: 'tides-1' })
    expect(said).not.toContain('lighthouse')
    expect(said).not.toContain('An answer of Teamlore itself')
  })

  test('is found by its id, or the beginning of it, and is of its project', async () => {
    const id = await send()
    for (const session of [id, id.slice(0, 20)])
      expect((await brief({ session })).text).toMatch(/^# What is known about acme\/parser\n/)
  })

  test('warns of what concerns the files it changed', async () => {
    await makeRemember({ unitOfWork: world.unitOfWork })(
      world.scope,
      rememberRequestSchema.parse({
        statement: 'The table must be locked while its offset is written.',
        kind: 'invariant',
        project: 'parser',
        anchors: [
          {
            path: 'src/tides.ts',
            symbol: null,
            start_line: null,
            end_line: null,
            content_hash: null,
          },
        ],
      }),
    )
    const { text: said } = await brief({ session: 'tides-1' })
    expect(said).toMatch(/## Careful with the files at hand\n\n- \*\*The table must be locked/)
    expect((await brief({ project: 'parser', files: 'src/else.ts' })).text).not.toContain(
      'Careful with the files',
    )
  })

  test.each(['nothing-of-mine', 'ses_01abcdefgh'])('is refused for "%s"', async (session) => {
    await expect(brief({ session })).rejects.toMatchObject({ code: 'session.not_found' })
  })

  test("is nobody else's by the name of its tool", async () => {
    const colleague = await world.team.addMember('member', 'Bob')
    const scope = grantTeamScope(
      { ...colleague, actor: { kind: 'user', via: 'api_key' } },
      'viewer',
    )
    await expect(
      makeGetContext({ unitOfWork: world.unitOfWork })(
        scope,
        contextQuerySchema.parse({ session: 'tides-1' }),
      ),
    ).rejects.toMatchObject({ code: 'session.not_found' })
  })

  test('says what a short prompt goes on with, and of failures only late ones', async () => {
    const steps = Array.from({ length: 9 }, (_, n) => [
      calls(20 + 2 * n, 'Bash', { command: `npm run step-${n}` }),
      answers(21 + 2 * n, 20 + 2 * n, `Step ${n} went well.`),
    ])
    const messages = [...WORK, person(16, 'commit'), ...steps.flat()]
    await world.send(buildSession({ native_id: 'tides-2', messages }))
    const { text: said } = await brief({ session: 'tides-2' })
    expect(said).toMatch(/\*\*commit\*\*[\s\S]*\*\*Now keep the offset in a file of its own/)
    expect(said).not.toContain('Failed: FAIL')
    expect(said).toContain('Step 8 went well.')
  })

  test('of a long session knows the newest message', async () => {
    const many = Array.from({ length: 320 }, (_, n) =>
      buildMessage(n, { blocks: [text(`Step ${n}.`)] }),
    )
    const messages = [person(0, 'Sort the tables.'), ...many.slice(1)]
    await world.send(buildSession({ native_id: 'long', messages }))
    const newest = buildMessage(320, { blocks: [text('All tables are sorted now.')] })
    await world.send(buildSession({ native_id: 'long', messages: [newest] }))
    expect((await brief({ session: 'long' })).text).toContain('All tables are sorted now.')
  })

  test('copes with a session of one empty message', async () => {
    await world.send(
      buildSession({
        native_id: 'empty',
        title: null,
        messages: [buildMessage(0, { blocks: [] })],
      }),
    )
    expect((await brief({ session: 'empty' })).tokens).toBeLessThanOrEqual(3_000)
  })
})
