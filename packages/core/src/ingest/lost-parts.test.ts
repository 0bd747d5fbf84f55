import { readAsOwner } from '@teamlore/db/testing'
import type { IngestMessage, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asks, type OwnSearchWorld, openSearchWorld, says } from '../search/testing/search-world.ts'
import { buildFoundOut, buildMessage, buildSession } from '../testing/ingest-builders.ts'
import { createLossWorld } from '../testing/loss-world.ts'

let database: OwnSearchWorld
beforeAll(async () => {
  database = await openSearchWorld()
})
afterAll(() => database[Symbol.asyncDispose]())

/** So much of it that a message is several documents. */
const long = (word: string, sentences = 120): string =>
  Array.from({ length: sentences }, (_, n) => `Sentence ${n} speaks of the ${word}.`).join('\n\n')

const call = (command: string) =>
  ({ type: 'tool_call', id: 'c1', name: 'Bash', input: { command } }) as const

const ROOT_CAUSE =
  'The `readLines()` loop drops the last line when the file has no newline, because it only emits on newlines.'

const MESSAGES = [
  asks(0, long('walrus')),
  buildMessage(1, { blocks: [{ type: 'text', text: long('heron') }, call('ls zebra')] }),
  buildMessage(2, {
    role: 'tool',
    kind: 'tool_result',
    blocks: [{ type: 'tool_result', tool_call_id: 'c1', text: long('ocelot'), is_error: false }],
  }),
]

const setUp = async (messages: IngestMessage[] = MESSAGES) => {
  const world = await createLossWorld(database.engine)
  const { teamId } = world.team
  const [session] = await world.send(buildSession({ messages }))
  const own = (statement: string) => readAsOwner(database.engine, statement)
  return {
    ...world,
    session,
    own,
    /** Loses those chunks of a message, found by the word it is about; `last` is the highest. */
    loseChunk: (word: string, chunk: number | 'last') =>
      world.lose(
        `body like '%${word}%' and chunk = ${
          chunk === 'last'
            ? `(select max(chunk) from teamlore.documents
              where team_id = '${teamId}' and body like '%${word}%')`
            : chunk
        }`,
      ),
    /** As what came in before anybody counted. */
    forgetCounts: () =>
      own(`update teamlore.messages set documents = null where team_id = '${teamId}'`),
    counted: async () =>
      (await world.rowsOf('messages', 'key, documents')).map(({ documents }) => documents),
    standing: async () =>
      Object.values(
        await own(
          `select m.key, (select count(*)::int from teamlore.documents d where d.source_id = m.id) as n
           from teamlore.messages m where m.team_id = '${teamId}' order by 1`,
        ),
      ).map(({ n }) => n),
  }
}

describe('of a message that is several documents', () => {
  test.each([
    ['the first', 'walrus', 0],
    ['one in the middle', 'walrus', 1],
    ['the last', 'walrus', 'last'],
    ['the first of an answer that calls a tool', 'heron', 0],
    ['the tool call', 'zebra', 10_000],
    ['the first of a tool output', 'ocelot', 10_000],
    ['one in the middle of a tool output', 'ocelot', 10_001],
    ['the last of a tool output', 'ocelot', 'last'],
  ] as const)('%s is lost, and comes back; the others stay', async (_, word, chunk) => {
    const { session, embed, indexed, loseChunk, rowsOf, reindex, versions } = await setUp()
    await embed()
    const before = await indexed()
    await loseChunk(word, chunk)
    const kept = await rowsOf('documents', 'id, ctid::text, xmin::text')
    const vectors = await rowsOf('document_vectors', 'document_id')
    expect(kept).toHaveLength(before.length - 1)
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    expect(await rowsOf('documents', 'id, ctid::text, xmin::text')).toEqual(
      expect.arrayContaining(kept),
    )
    expect(await rowsOf('document_vectors', 'document_id')).toEqual(vectors)
    const repaired = await versions()
    expect(await reindex(session)).toEqual({ state: 'whole' })
    expect(await versions()).toEqual(repaired)
  })

  test('all of a tool output are lost, and come back', async () => {
    const { session, indexed, lose, reindex, ask } = await setUp()
    const before = await indexed()
    await lose("type = 'tool_result'")
    expect((await ask('ocelot')).items).toEqual([])
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    expect((await ask('ocelot')).items.length).toBeGreaterThan(0)
  })

  test.each(['observations', 'summaries'])('one of %s is lost, and comes back', async (table) => {
    const { session, distil, own, team, indexed, lose, reindex, rowsOf } = await setUp(
      buildFoundOut('Why is the last line missing?', ROOT_CAUSE),
    )
    await distil(session)
    const [found] = await rowsOf(table, 'id, documents')
    expect(found).toMatchObject({ documents: 1 })
    const id = String(found?.['id'])
    const text = table === 'observations' ? 'narrative' : 'notes'
    await own(`update teamlore.${table} set ${text} = '${long('dugong')}' where id = '${id}'`)
    await lose(`source_id = '${id}'`)
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    const before = await indexed()
    const parts = await rowsOf('documents', 'source_id, chunk')
    const chunks = parts.flatMap(({ source_id, chunk }) => (source_id === id ? [chunk] : []))
    expect(chunks.length).toBeGreaterThan(2)
    for (const chunk of chunks) {
      await lose(`team_id = '${team.teamId}' and source_id = '${id}' and chunk = ${chunk}`)
      expect(await indexed()).toHaveLength(before.length - 1)
      expect(await reindex(session)).toEqual({ state: 'indexed' })
      expect(await indexed()).toEqual(before)
    }
  })
})

describe('how many documents a message ought to have', () => {
  test('is written with it, and with what is new in it later', async () => {
    const { send, session, counted, standing, loseChunk, reindex, indexed, rowsOf } = await setUp([
      asks(0, 'How does a walrus swim?'),
      says(1, 'It rows.'),
    ])
    expect(await counted()).toEqual([1, 1])
    const grown = [asks(0, 'How does a walrus swim?'), says(1, long('heron')), says(2, 'Bye.')]
    await send(buildSession({ messages: grown }))
    const counts = await counted()
    expect(counts[1]).toBeGreaterThan(2)
    expect(counts).toEqual(await standing())
    const before = await indexed()
    const versions = await rowsOf('messages', 'key, xmin::text')
    await loseChunk('heron', 1)
    // Sent as it stands already it brings nothing back, so the loss must be known still.
    await send(buildSession({ messages: grown }))
    expect(await rowsOf('messages', 'key, xmin::text')).toEqual(versions)
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    // And of one that is written again, all are there again at once.
    await loseChunk('heron', 1)
    await send(buildSession({ messages: [says(1, `${long('heron')}\n\nAnd so on.`)] }))
    expect(await reindex(session)).toEqual({ state: 'whole' })
    expect(await counted()).toEqual(await standing())
  })

  test('is none when it is taken back or never was to be found', async () => {
    const { send, session, counted, standing, reindex } = await setUp()
    const [asked, answer, output] = MESSAGES as [IngestMessage, IngestMessage, IngestMessage]
    const rewound = { ...answer, is_abandoned: true }
    const injected = buildMessage(3, { role: 'user', kind: 'injected' })
    await send(buildSession({ messages: [asked, rewound, output, injected] }))
    const counts = await counted()
    expect([counts[1], counts[3]]).toEqual([0, 0])
    expect(counts).toEqual(await standing())
    expect(await reindex(session)).toEqual({ state: 'whole' })
  })

  test('follows a session that moves into a project, or turns out to be no copy', async () => {
    const { send, counted, standing, reindex, ask } = await setUp([asks(0, 'Elsewhere.')])
    const copy = { native_id: 'copy', messages: [asks(0, long('tapir'))] }
    const [id] = await send(buildSession({ ...copy, project: null, kind: 'compaction' }))
    expect((await ask('tapir')).items).toEqual([])
    expect(await reindex(id)).toEqual({ state: 'whole' })
    await send(buildSession({ ...copy, project: null }))
    expect((await ask('tapir')).items).toHaveLength(1)
    expect(await counted()).toEqual(await standing())
    await send(buildSession(copy))
    expect(await counted()).toEqual(await standing())
    expect(await reindex(id)).toEqual({ state: 'whole' })
    await send(buildSession({ ...copy, kind: 'compaction' }))
    expect((await ask('tapir')).items).toEqual([])
    expect(await reindex(id)).toEqual({ state: 'whole' })
  })

  test('is not known of what came in before: missed when nothing is left of it, and counted then', async () => {
    const { session, forgetCounts, counted, standing, loseChunk, lose, reindex, indexed } =
      await setUp()
    const before = await indexed()
    await forgetCounts()
    expect(await reindex(session)).toEqual({ state: 'whole' })
    await loseChunk('walrus', 1)
    await lose("type = 'tool_result'")
    expect(await reindex(session)).toEqual({ state: 'whole' })
    await lose("kind = 'prompt'")
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    expect(await counted()).toEqual(await standing())
    await loseChunk('ocelot', 10_001)
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
  })

  test('is none of what was taken out of the index on purpose', async () => {
    const { session, team, own, systemScope, counted, reindex, versions } = await setUp()
    const ids = await own(
      `select id from teamlore.messages where team_id = '${team.teamId}' and key <> 'm1'`,
    )
    await team.unitOfWork.inTeam(systemScope, ({ documents }) =>
      documents.removeBySource(ids.map(({ id }) => id as string)),
    )
    expect(await counted()).toEqual([0, expect.any(Number), 0])
    const before = await versions()
    expect(await reindex(session)).toEqual({ state: 'whole' })
    expect(await versions()).toEqual(before)
  })

  test('is what today makes of it: less, or nothing, is not missed for ever', async () => {
    const { session, team, distil, own, lose, reindex, counted, standing, rowsOf } = await setUp([
      ...MESSAGES,
      ...buildFoundOut('Why is the last line missing?', ROOT_CAUSE)
        .slice(1)
        .map((message, n) => ({ ...message, key: `f${n}`, ordinal: 3 + n })),
    ])
    await distil(session)
    expect(await rowsOf('observations', 'id')).toHaveLength(1)
    await own(
      `update teamlore.messages set blocks = '[{"type": "text", "text": "Short."}]'
       where team_id = '${team.teamId}' and key = 'm0'`,
    )
    await own(
      `update teamlore.observations set title = '', subtitle = '', narrative = '', facts = '{}'
       where team_id = '${team.teamId}'`,
    )
    await lose()
    expect(await reindex(session as SessionId)).toEqual({ state: 'indexed' })
    expect(await counted()).toEqual(await standing())
    expect(await reindex(session as SessionId)).toEqual({ state: 'whole' })
  })
})
