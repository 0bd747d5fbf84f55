import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { newId, type SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeDistilSession } from './distil-session.ts'
import { createExtractiveDistiller } from './rules/distil-extractive.ts'
import type { Distiller } from './transcript/distiller.ts'

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

const reads = (ordinal: number) =>
  buildMessage(ordinal, {
    role: 'tool',
    kind: 'tool_result',
    model: null,
    blocks: [{ type: 'tool_result', tool_call_id: null, text: 'a file', is_error: false }],
  })

const CAUSE =
  'Found it! The `readLines()` loop drops the last line when the file has no newline, because it only emits on newlines.'
const FIRST = [
  asks(0, 'Why is the last message missing?'),
  says(1, 'Let me look at the reader.'),
  reads(2),
  says(3, CAUSE),
]
const SECOND_CAUSE =
  'Found it! The `resume()` call ignores the byte offset, because nothing is ever stored beside the count and it silently restarts at zero.'
const SECOND = [
  asks(4, 'And why do we read it all again?'),
  says(5, 'Let me look at the offsets.'),
  reads(6),
  says(7, SECOND_CAUSE),
]

const distil = (sessionId: string, signal?: AbortSignal) =>
  makeDistilSession({ unitOfWork: world.team.unitOfWork })(
    grantSystemScope(world.team.teamId),
    { sessionId: sessionId as SessionId },
    signal,
  )

const sent = async (...sessions: Parameters<IngestWorld['send']>) => {
  const response = await world.send(...sessions)
  return response.sessions.map(({ session_id }) => session_id)
}

const findings = () =>
  readAsOwner<Record<string, unknown>>(
    engine,
    `select id, key, type, title, private_to from teamlore.observations
     where team_id = '${world.team.teamId}' and superseded_at is null order by id`,
  )
const documents = () =>
  readAsOwner<{ source_id: string; title: string; private_to: string | null; paths: string[] }>(
    engine,
    `select source_id, title, private_to, to_json(paths) as paths from teamlore.documents
     where team_id = '${world.team.teamId}' and kind in ('observation', 'summary') order by title`,
  )
const stateOf = async () => (await world.rowsOf('sessions', 'distilled'))[0]?.['distilled']
const events = () => world.rowsOf('outbox', 'type')

describe('distilling a session', () => {
  test('writes findings, summaries, their documents and what follows in one go', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: [...FIRST, ...SECOND] }))
    const live: string[] = []
    const unlisten = await engine.listen('teamlore_live', (payload) => void live.push(payload))
    expect(await distil(sessionId)).toEqual({
      state: 'done',
      observations: 2,
      summaries: 2,
      changed: 4,
    })
    const rows = await findings()
    expect(rows.map(({ type, title }) => [type, title])).toEqual(
      expect.arrayContaining([
        ['discovery', expect.stringMatching(/^The `readLines\(\)` loop drops the last line/)],
        ['discovery', expect.stringMatching(/^The `resume\(\)` call ignores the byte offset/)],
      ]),
    )
    expect(new Set((await documents()).map(({ source_id }) => source_id))).toEqual(
      new Set([
        ...rows.map(({ id }) => id),
        ...(await world.rowsOf('summaries', 'id')).map(({ id }) => id),
      ]),
    )
    expect(await stateOf()).toBe('done')
    expect((await events()).map(({ type }) => type)).toContain('session.distilled')
    // A server delivers notifications a moment after the commit.
    await vi.waitFor(() => {
      expect(live.map((payload) => JSON.parse(payload))).toContainEqual({
        team_id: world.team.teamId,
        private_to: null,
        type: 'session.distilled',
        session_id: sessionId,
      })
    })
    await unlisten()
    const queued = await readAsOwner<{ n: number }>(
      engine,
      `select count(*) as n from teamlore.embedding_queue q
       join teamlore.documents d on d.id = q.document_id
       where d.kind in ('observation', 'summary') and d.team_id = '${world.team.teamId}'`,
    )
    expect(queued[0]?.n).toBe(4)
  })

  test('again changes nothing and says nothing', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: [...FIRST, ...SECOND] }))
    await distil(sessionId)
    const before = [await findings(), await documents(), await events()]
    expect(await distil(sessionId)).toMatchObject({ state: 'done', changed: 0 })
    expect([await findings(), await documents(), await events()]).toEqual(before)
  })

  test('after it grew keeps the ids of what stays', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    await distil(sessionId)
    const [before] = await findings()
    await sent(buildSession({ messages: [...FIRST, ...SECOND] }))
    expect(await stateOf()).toBe('pending')
    expect(await distil(sessionId)).toMatchObject({ observations: 2, changed: 2 })
    const after = await findings()
    expect(after).toContainEqual(before)
    expect(after).toHaveLength(2)
    expect(await stateOf()).toBe('done')
  })

  test('supersedes what is no longer found: out of search, but there for who has its id', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: [...FIRST, ...SECOND] }))
    await distil(sessionId)
    const before = await findings()
    // The person went back and asked something else: the turn is abandoned.
    const abandoned = SECOND.map((message) => ({ ...message, is_abandoned: true }))
    await sent(buildSession({ messages: [...FIRST, ...abandoned] }))
    expect(await distil(sessionId)).toMatchObject({ changed: 2 })
    const after = await findings()
    expect(after).toHaveLength(1)
    expect(await documents()).toHaveLength(2)
    const gone = before.find(({ id }) => id !== after[0]?.['id'])
    const opened = await world.team.unitOfWork.inTeam(
      grantSystemScope(world.team.teamId),
      ({ observationList }) => observationList.find(String(gone?.['id'])),
    )
    expect(opened).toMatchObject({
      title: gone?.['title'],
      superseded_at: expect.any(String),
      superseded_by: null,
    })
    // Rows of the index are not missed.
    expect(await distil(sessionId)).toMatchObject({ changed: 0 })
    // The turn counts after all: the same id stands again.
    await sent(buildSession({ messages: [...FIRST, ...SECOND] }))
    await distil(sessionId)
    expect(await findings()).toEqual(before)
  })

  test('names what took the place of a finding that is said otherwise now', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    await distil(sessionId)
    const [old] = await findings()
    const reworded =
      'Which means that `readLines()` drops the last line of every file without a newline.'
    const distiller: Distiller = {
      name: 'extractive',
      distil: async (input) => {
        const { observations, summaries } = await createExtractiveDistiller().distil(input)
        return {
          observations: observations.map((one) => ({ ...one, key: 'other', title: reworded })),
          summaries,
        }
      },
    }
    await makeDistilSession({ unitOfWork: world.team.unitOfWork, distiller })(
      grantSystemScope(world.team.teamId),
      { sessionId: sessionId as SessionId },
    )
    const [now] = await findings()
    const [row] = await readAsOwner<{ superseded_by: string }>(
      engine,
      `select superseded_by from teamlore.observations where id = '${old?.['id']}'`,
    )
    expect(now?.['title']).toBe(reworded)
    expect(row?.superseded_by).toBe(now?.['id'])
  })

  test('leaves what a model found where it is', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    await distil(sessionId)
    await readAsOwner(
      engine,
      `insert into teamlore.observations (id, team_id, session_id, key, type, title, subtitle,
         narrative, facts, concepts, files_read, files_modified, origin, distiller)
       select '${newId.observation()}', team_id, session_id, 'model-1', type, 'By a model', '', '',
         '{}', '{}', '{}', '{}', origin, 'model' from teamlore.observations
       where session_id = '${sessionId}' returning id`,
    )
    await distil(sessionId)
    expect((await findings()).map(({ title }) => title)).toContain('By a model')
  })

  test("of a private session stays the owner's", async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    await readAsOwner(
      engine,
      `update teamlore.sessions set private_to = user_id where id = '${sessionId}' returning id`,
    )
    await distil(sessionId)
    const owner = world.member.userId
    expect((await findings()).map(({ private_to }) => private_to)).toEqual([owner])
    expect((await documents()).map(({ private_to }) => private_to)).toEqual([owner, owner])
  })

  test('that vanished is done, quietly', async () => {
    expect(await distil(newId.session())).toEqual({ state: 'gone' })
    expect(await events()).toEqual([])
  })

  test('of another team finds nothing there', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    const other = await createIngestWorld(engine)
    const outcome = await makeDistilSession({ unitOfWork: other.team.unitOfWork })(
      grantSystemScope(other.team.teamId),
      { sessionId: sessionId as SessionId },
    )
    expect(outcome).toEqual({ state: 'gone' })
    expect(await findings()).toEqual([])
  })

  test('of thousands of messages is read in pages', async () => {
    const messages = Array.from({ length: 450 }, (_, n) =>
      n % 150 === 0
        ? asks(n, `Question ${n}?`)
        : says(n, n % 150 === 149 ? `Moved the reader of part ${n} into \`part${n}()\`.` : 'Hm.'),
    )
    const edits = [149, 299, 449].map((n) =>
      buildEdit(`e${n}`, { message_key: `m${n}`, tool_call_id: null, path: `src/part${n}.ts` }),
    )
    const [sessionId = ''] = await sent(buildSession({ messages, edits }))
    expect(await distil(sessionId)).toMatchObject({ state: 'done', summaries: 3 })
  })

  test('stops when its signal aborts, and writes nothing', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    await expect(distil(sessionId, AbortSignal.abort())).rejects.toThrow()
    expect(await findings()).toEqual([])
  })
})

describe('a session whose row changes while it is distilled', () => {
  /** `change` comes after the pages have been read and before the findings are written. */
  const distilBeside = async (sessionId: string, change: () => Promise<unknown>) => {
    const { unitOfWork } = world.team
    let reads = 0
    const outcome = await makeDistilSession({
      unitOfWork: {
        inTeam: async (scope, work) => {
          if (++reads === 3) await change()
          return unitOfWork.inTeam(scope, work)
        },
      },
    })(grantSystemScope(world.team.teamId), { sessionId: sessionId as SessionId })
    expect(reads).toBe(3)
    return outcome
  }

  test('as it grew stays pending, and is asked for again', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    const grown = buildSession({ messages: [...FIRST, ...SECOND] })
    const outcome = await distilBeside(sessionId, () => sent(grown))
    expect(outcome).toMatchObject({ state: 'done', observations: 1 })
    expect(await stateOf()).toBe('pending')
    expect(await events()).toContainEqual({ type: 'session.overtaken' })
  })

  test('as somebody looked whether it is whole, which brings no event, is asked for again', async () => {
    const [sessionId = ''] = await sent(buildSession({ messages: FIRST }))
    await distilBeside(sessionId, () =>
      readAsOwner(
        engine,
        `update teamlore.sessions set whole_as_of = now() where id = '${sessionId}'`,
      ),
    )
    expect(await stateOf()).toBe('pending')
    expect(await events()).toContainEqual({ type: 'session.overtaken' })
    await distil(sessionId)
    expect(await stateOf()).toBe('done')
  })
})
