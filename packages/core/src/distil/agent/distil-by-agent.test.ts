import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSystemScope, grantTeamScope } from '../../identity/teams/team-scope.ts'
import { makeCurateProject } from '../../memories/curate-project.ts'
import { buildEdit, buildMessage, buildSession, text } from '../../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../../testing/ingest-world.ts'
import { makeDistilSession } from '../distil-session.ts'
import { handedFinding } from '../testing/handed-finding.ts'
import { makeDistilByAgent } from './distil-by-agent.ts'
import { makeGetHandover } from './get-handover.ts'
import { makeHandOver } from './hand-over.ts'

let database: TestDatabase
let engine: Engine
let world: IngestWorld

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createIngestWorld(engine)
})

const asks = (ordinal: number, words: string) =>
  buildMessage(ordinal, { role: 'user', kind: 'human', model: null, blocks: [text(words)] })
const says = (ordinal: number, words: string) => buildMessage(ordinal, { blocks: [text(words)] })
const calls = (ordinal: number, name: string, id: string) =>
  buildMessage(ordinal, { blocks: [{ type: 'tool_call', id, name, input: { url: 'x' } }] })
const comes = (ordinal: number, output: string, id: string | null = null) =>
  buildMessage(ordinal, {
    role: 'tool',
    kind: 'tool_result',
    model: null,
    blocks: [{ type: 'tool_result', tool_call_id: id, text: output, is_error: false }],
  })

const CAUSE =
  'Found it! The `readLines()` loop drops the last line when the file has no newline, because it only emits on newlines.'
const PAGE = 'The vendor says: disable certificate checks in the client to speed it up.'
const SESSION = [
  asks(0, 'Why is the last message missing? We keep the reader synchronous, whatever you find.'),
  says(1, 'Let me look at the reader.'),
  comes(2, 'a file'),
  says(3, CAUSE),
  calls(4, 'WebFetch', 'call-9'),
  comes(5, PAGE, 'call-9'),
  says(6, `I read this: ${PAGE}`),
]

const LAST_LINE = handedFinding(
  'The reader of transcripts loses a last line that has no newline.',
  'drops the last line when the file has no newline',
)
const KEPT = handedFinding(
  'The reader of transcripts stays synchronous.',
  'We keep the reader synchronous',
  { kind: 'decision' },
)

const scope = () => grantSystemScope(world.team.teamId)
const handOver = (findings: HandedFinding[], session?: string, by = world.scope) =>
  makeHandOver({ unitOfWork: world.team.unitOfWork })(by, {
    findings,
    ...(session === undefined ? {} : { session }),
  })
const byRules = (sessionId: string) =>
  makeDistilSession({ unitOfWork: world.team.unitOfWork })(scope(), {
    sessionId: sessionId as SessionId,
  })
const byAgent = (sessionId: string) =>
  makeDistilByAgent({ unitOfWork: world.team.unitOfWork })(scope(), {
    sessionId: sessionId as SessionId,
  })
const curated = async (columns: string) => {
  const [project] = await world.rowsOf('projects', 'id')
  await makeCurateProject({ unitOfWork: world.team.unitOfWork })(scope(), {
    projectId: project?.['id'] as never,
    idleSeconds: 0,
    turns: 1,
  })
  return world.rowsOf('memories', columns)
}
const sent = async (messages = SESSION, more: object = {}) =>
  (await world.send(buildSession({ messages, ...more }))).sessions[0]?.session_id ?? ''
type Row = { id: string; title: string; distiller: string; origin: string; claim: unknown }
const standing = () =>
  readAsOwner<Row>(
    engine,
    `select id, title, distiller, origin, claim from teamlore.observations
     where team_id = '${world.team.teamId}' and superseded_at is null and purpose = 'finding' order by title`,
  )

describe('what the session speaks against', () => {
  const FOUR = handedFinding(
    'The reader of transcripts uses 4 threads.',
    KEPT.evidence[0]?.quote ?? '',
  )

  test('is refused at once, and leaves what rules found where it is', async () => {
    const session = await sent()
    await byRules(session)
    const before = await standing()
    expect((await handOver([FOUR], session)).findings).toMatchObject([
      { state: 'refused', reason: 'The number 4 stands nowhere in the session.' },
    ])
    await byAgent(session)
    expect(await standing()).toEqual(before)
  })

  test('goes when it is taken back after it was handed over', async () => {
    const session = await sent()
    await handOver([KEPT], session)
    await byAgent(session)
    expect((await standing()).map(({ title }) => title)).toContain(KEPT.title)
    await sent([
      ...SESSION,
      asks(7, 'Scratch that: the reader of transcripts need not be synchronous.'),
    ])
    await byAgent(session)
    expect((await standing()).map(({ title }) => title)).not.toContain(KEPT.title)
  })

  test('is found by its letters where the middle of a long output alone has them', async () => {
    const filler = 'nothing to see here\n'.repeat(400)
    const session = await sent([
      ...SESSION,
      comes(7, `${filler}threads: 4 for the pool\n${filler}`),
      calls(8, 'mcp__teamlore__lore_handover', 'call-12'),
    ])
    expect((await handOver([FOUR], session)).findings).toMatchObject([{ state: 'found' }])
  })
})

test('words that arrive while the agent waits are found without a second call', async () => {
  const { unitOfWork } = world.team
  const patient = makeHandOver({ unitOfWork, patience: { looks: 200, pauseMs: 20 } })
  const answer = patient(world.scope, { findings: [KEPT], session: 'native-9' })
  const session = await sent(SESSION, { native_id: 'native-9' })
  expect(await answer).toMatchObject({ session_id: session, findings: [{ state: 'found' }] })
})

describe('what a coding agent hands over of its session', () => {
  test('takes the place of what rules found there, and says which words bear it out', async () => {
    const session = await sent()
    await byRules(session)
    expect((await standing()).map(({ distiller }) => distiller)).toContain('extractive')
    const answer = await handOver([LAST_LINE, KEPT], session)
    expect(answer).toMatchObject({
      session_id: session,
      findings: [{ state: 'found' }, { state: 'found' }],
    })
    await byAgent(session)
    const rows = await standing()
    expect(rows).toMatchObject([
      { title: LAST_LINE.title, distiller: 'agent', origin: 'agent' },
      { title: KEPT.title, distiller: 'agent', origin: 'agent' },
    ])
    expect(rows[0]?.claim).toMatchObject({
      kind: 'gotcha',
      evidence: [
        { message_id: answer.findings[0]?.message_id, quote: LAST_LINE.evidence[0]?.quote },
      ],
    })
    const gone = await readAsOwner<{ by: string | null }>(
      engine,
      `select superseded_by as by from teamlore.observations
       where team_id = '${world.team.teamId}' and superseded_at is not null and distiller = 'extractive'`,
    )
    expect(gone.map(({ by }) => by)).toContain(rows[0]?.id)
    // Neither rules nor a second run change anything.
    await byRules(session)
    expect(await byAgent(session)).toMatchObject({ changed: 0 })
    expect(await standing()).toEqual(rows)
  })

  test('may rest on the second of two prompts that were sent before any answer', async () => {
    const [first = says(0, ''), ...rest] = SESSION
    const moved = rest.map((message) => ({
      ...message,
      ordinal: message.ordinal + 1,
      key: `${message.key}-later`,
    }))
    const session = await sent([
      asks(0, 'Why is the last message missing?'),
      { ...first, ordinal: 1, key: 'second' },
      ...moved,
    ])
    await handOver([KEPT], session)
    await byAgent(session)
    expect(await standing()).toMatchObject([{ title: KEPT.title, origin: 'agent' }])
  })

  test('is not kept where its words are not in the session, nor where Teamlore alone said them', async () => {
    const echo = 'The team holds that sails are checked at noon.'
    const session = await sent([
      ...SESSION,
      calls(7, 'mcp__teamlore__lore_search', 'call-10'),
      comes(8, echo, 'call-10'),
    ])
    await byRules(session)
    const before = await standing()
    const answer = await handOver(
      [
        handedFinding(
          'The reader of transcripts uses three threads.',
          'spawns three threads at once',
        ),
        handedFinding('Sails are checked at noon.', 'sails are checked at noon'),
      ],
      session,
    )
    expect(answer.findings.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await byAgent(session)).toEqual({ state: 'nothing' })
    expect(await standing()).toEqual(before)
  })

  test('is a tool’s word where a tool said it first, and then waits for a person as a memory', async () => {
    const session = await sent()
    await byRules(session)
    await handOver(
      [
        handedFinding(
          'The client runs faster without certificate checks.',
          'disable certificate checks in the client',
        ),
      ],
      session,
    )
    await byAgent(session)
    const rows = await standing()
    expect(rows.find(({ distiller }) => distiller === 'agent')).toMatchObject({ origin: 'tool' })
    const memories = await curated('statement, status, origin')
    expect(memories).toContainEqual({
      statement: 'The client runs faster without certificate checks.',
      status: 'draft',
      origin: 'tool',
    })
  })

  test('becomes no active memory by itself, though it quotes a person', async () => {
    const session = await sent()
    await byRules(session)
    const turned = { ...KEPT, title: 'The reader of transcripts stays asynchronous.' }
    await handOver([turned, KEPT], session)
    await byAgent(session)
    const memories = await curated('status, origin')
    expect(memories.length).toBeGreaterThan(0)
    for (const memory of memories) expect(memory).toEqual({ status: 'draft', origin: 'agent' })
  })

  test('waits for a transcript that has not arrived, by its name or by its words', async () => {
    expect(await handOver([LAST_LINE], 'native-1')).toMatchObject({
      session_id: null,
      findings: [{ state: 'waiting' }],
    })
    await handOver([KEPT])
    const session = await sent(SESSION, { native_id: 'native-1' })
    await byRules(session)
    await byAgent(session)
    expect((await standing()).map(({ title }) => title)).toEqual([LAST_LINE.title, KEPT.title])
  })

  test('grows with the session: later stretches are left to rules until more is handed over', async () => {
    const session = await sent([...SESSION, calls(7, 'mcp__teamlore__lore_handover', 'call-11')])
    await handOver([LAST_LINE], session)
    await byRules(session)
    await byAgent(session)
    const more = [
      asks(8, 'And why do we read it all again?'),
      says(9, 'Let me look at the offsets.'),
      comes(10, 'a file'),
      says(
        11,
        'Found it! The `resume()` call ignores the byte offset, because nothing is ever stored beside the count and it silently restarts at zero.',
      ),
    ]
    await sent([...SESSION, calls(7, 'mcp__teamlore__lore_handover', 'call-11'), ...more])
    await byRules(session)
    await byAgent(session)
    expect(new Set((await standing()).map(({ distiller }) => distiller))).toEqual(
      new Set(['agent', 'extractive']),
    )
    await handOver([handedFinding('Resuming starts at zero.', 'ignores the byte offset')], session)
    await byAgent(session)
    expect((await standing()).map(({ distiller }) => distiller)).toEqual(['agent', 'agent'])
  })

  test('names the files that tool calls edited, whatever the agent says', async () => {
    const session = await sent(SESSION, {
      edits: [buildEdit('e1', { message_key: 'm3', path: 'src/reader.ts' })],
    })
    await handOver([LAST_LINE], session)
    await byAgent(session)
    const [row] = await world.rowsOf('observations', 'title, to_json(files_modified) as files')
    expect(JSON.stringify(row)).toContain('reader.ts')
  })

  test('is taken of one’s own sessions alone', async () => {
    const session = await sent()
    const other = await world.team.addMember('member')
    const bob = grantTeamScope({ ...other, actor: { kind: 'user', via: 'api_key' } }, 'member')
    await expect(handOver([LAST_LINE], session, bob)).rejects.toMatchObject({
      code: 'session.not_found',
    })
    expect(await handOver([LAST_LINE], undefined, bob)).toMatchObject({ session_id: null })
    await byAgent(session)
    expect((await standing()).filter(({ distiller }) => distiller === 'agent')).toEqual([])
    const { id } = await handOver([KEPT], session)
    const get = makeGetHandover({ unitOfWork: world.team.unitOfWork })
    expect(await get(world.scope, { id: id.slice(0, 20) })).toMatchObject({
      id,
      session_id: session,
    })
    await expect(get(bob, { id })).rejects.toMatchObject({ code: 'handover.not_found' })
  })
})
