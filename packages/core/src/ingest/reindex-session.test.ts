import { readAsOwner } from '@teamlore/db/testing'
import { type SessionId, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsOfMessage } from '../documents/documents-of-message.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from '../search/testing/search-world.ts'
import { buildMessage, buildSession } from '../testing/ingest-builders.ts'
import { createLossWorld } from '../testing/loss-world.ts'
import { makeReindexSession } from './reindex-session.ts'

let database: OwnSearchWorld
beforeAll(async () => {
  database = await openSearchWorld()
})
afterAll(() => database[Symbol.asyncDispose]())

const CAUSE =
  'The root cause is that `readLines()` drops the last line when the file has no newline at its end.'
const MESSAGES = [
  asks(0, 'Why is the last message of a walrus missing?'),
  says(1, CAUSE),
  buildMessage(2, {
    blocks: [{ type: 'tool_call', id: 'c1', name: 'Bash', input: { command: 'ls zebra' } }],
  }),
  buildMessage(3, {
    role: 'tool',
    kind: 'tool_result',
    blocks: [{ type: 'tool_result', tool_call_id: 'c1', text: 'ocelot.ts', is_error: false }],
  }),
  says(4, `Found it! ${CAUSE}`),
]

const setUp = () => createLossWorld(database.engine)

describe('indexing a session again whose rows in the index are lost', () => {
  test('brings back every row as it was, of messages, tools and findings, and it is found again', async () => {
    const { send, reindex, distil, lose, indexed, ask, embed, rowsOf } = await setUp()
    const [session] = await send(buildSession({ messages: MESSAGES }))
    await distil(session)
    await embed()
    const vectors = await rowsOf('document_vectors', 'document_id')
    const before = await indexed()
    expect(new Set(before.map(({ kind }) => kind))).toEqual(
      new Set(['prompt', 'message', 'observation', 'summary']),
    )
    await lose()
    expect((await ask('walrus')).items).toEqual([])
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    for (const word of ['walrus', 'zebra', 'ocelot', 'readLines'])
      expect((await ask(word)).items.length, word).toBeGreaterThan(0)
    expect(await rowsOf('document_vectors', 'document_id')).toEqual([])
    await embed()
    expect(await rowsOf('embedding_queue', 'document_id')).toEqual([])
    expect(await rowsOf('document_vectors', 'document_id')).toHaveLength(vectors.length)
  })

  test('lets the worker know that there is something to embed', async () => {
    const { send, reindex, lose, rowsOf } = await setUp()
    const [session] = await send(buildSession())
    await lose()
    await reindex(session)
    expect((await rowsOf('outbox', 'id, type')).map(({ type }) => type)).toEqual([
      'session.ingested',
      'documents.queued',
    ])
  })

  test('leaves rows that are still there as they are, with their ids and vectors', async () => {
    const { send, reindex, lose, embed, rowsOf } = await setUp()
    const [session] = await send(buildSession({ messages: MESSAGES }))
    await embed()
    const whole = await rowsOf('documents', 'source_id, chunk')
    await lose("kind = 'prompt'")
    const kept = await rowsOf('documents', 'id, ctid::text, xmin::text')
    const vectors = await rowsOf('document_vectors', 'document_id')
    await reindex(session)
    expect(await rowsOf('documents', 'id, ctid::text, xmin::text')).toEqual(
      expect.arrayContaining(kept),
    )
    expect(await rowsOf('documents', 'source_id, chunk')).toEqual(whole)
    expect(await rowsOf('document_vectors', 'document_id')).toEqual(vectors)
    expect(await rowsOf('embedding_queue', 'document_id')).toHaveLength(1)
  })

  test('notices lost findings whose messages are all there', async () => {
    const { send, reindex, distil, lose, indexed } = await setUp()
    const [session] = await send(buildSession({ messages: MESSAGES }))
    await distil(session)
    const before = await indexed()
    for (const kind of ['observation', 'summary']) {
      await lose(`kind = '${kind}'`)
      expect(await reindex(session)).toEqual({ state: 'indexed' })
      expect(await indexed()).toEqual(before)
    }
  })

  test('writes nothing where nothing is lost, nor where nothing is to be found', async () => {
    const { send, reindex, versions, team } = await setUp()
    const silent = [
      buildMessage(0, { kind: 'injected', role: 'user' }),
      buildMessage(1, { blocks: [{ type: 'text', text: ' \n ' }] }),
      buildMessage(2, { is_abandoned: true }),
    ]
    const sessions = await send(
      buildSession({ messages: MESSAGES }),
      buildSession({ native_id: 'silent', messages: silent }),
      buildSession({ native_id: 'copy', kind: 'compaction' }),
    )
    const areWhole = async () => {
      const before = await versions()
      for (const session of sessions) expect(await reindex(session)).toEqual({ state: 'whole' })
      expect(await versions()).toEqual(before)
    }
    await areWhole()
    // As those that came in before anybody counted.
    await readAsOwner(
      database.engine,
      `update teamlore.messages set documents = null where team_id = '${team.teamId}'`,
    )
    await areWhole()
  })

  test('asked for twice at once is done once', async () => {
    const { send, reindex, lose, indexed, rowsOf } = await setUp()
    const [session] = await send(buildSession({ messages: MESSAGES }))
    const before = await indexed()
    await lose()
    const done = await Promise.all([reindex(session), reindex(session), reindex(session)])
    expect(done.map(({ state }) => state).sort()).toEqual(['indexed', 'whole', 'whole'])
    expect(await indexed()).toEqual(before)
    expect(await rowsOf('outbox', 'id')).toHaveLength(2)
  })

  test('cut off half-way leaves nothing behind, and begins again', async () => {
    const { send, reindex, lose, indexed, unitOfWork, systemScope, versions } = await setUp()
    const many = Array.from({ length: 600 }, (_, n) => says(n, `Word number ${n} of the walrus.`))
    const [session] = await send(buildSession({ messages: many }))
    const before = await indexed()
    await lose()
    const lost = await versions()
    let built = 0
    const index = makeReindexSession({
      unitOfWork,
      documentsOf: (...message) => {
        if (++built > 550) throw new Error('The power went off')
        return documentsOfMessage(...message)
      },
    })
    await expect(index(systemScope, { sessionId: session as SessionId })).rejects.toThrow('power')
    const stopping = AbortSignal.abort(new Error('The worker is shutting down.'))
    const stopped = makeReindexSession({ unitOfWork })
    await expect(
      stopped(systemScope, { sessionId: session as SessionId }, stopping),
    ).rejects.toThrow('shutting down')
    expect((await versions())[2]).toEqual(lost[2])
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
  })

  test('keeps what is private to its owner private', async () => {
    const { send, reindex, lose, team, indexed, ask, person, search } = await setUp()
    const [session] = await send(buildSession({ messages: MESSAGES }))
    for (const table of ['sessions', 'messages', 'documents'])
      await readAsOwner(
        database.engine,
        `update teamlore.${table} set private_to = (select user_id from teamlore.sessions where id = '${session}')
         where team_id = '${team.teamId}'`,
      )
    const before = await indexed()
    await lose()
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    expect((await ask('walrus')).items.length).toBeGreaterThan(0)
    const other = await person('Bob')
    expect((await search(other, searchQuerySchema.parse({ q: 'walrus' }))).items).toEqual([])
  })

  test('takes secrets out, also those that only a later rule knows', async () => {
    const { send, reindex, lose, team, indexed } = await setUp()
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const words = `Is ${token} of Project Nightjar valid?`
    const [session] = await send(
      buildSession({ title: 'On Project Nightjar', messages: [asks(0, words)] }),
    )
    // As a restored database of before redaction may hold them.
    await readAsOwner(
      database.engine,
      `update teamlore.messages set blocks = '[{"type": "text", "text": "${words}"}]'
       where team_id = '${team.teamId}'`,
    )
    const member = { teamId: team.teamId, userId: 'system' as const }
    await team.unitOfWork.inTeam(member, ({ redactionRules }) =>
      redactionRules.set(
        { rules: [{ name: 'code names', pattern: 'Project Night\\w+', flags: '' }] } as never,
        new Date(),
      ),
    )
    await lose()
    expect(await reindex(session)).toEqual({ state: 'indexed' })
    const found = JSON.stringify(await indexed())
    expect(found).toContain('valid')
    for (const secret of [token, 'Nightjar', 'nightjar', 'a1b2c3'])
      expect(found).not.toContain(secret)
  })

  test('never reaches a session of another team', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    const [session] = await theirs.send(buildSession({ messages: MESSAGES }))
    await theirs.lose()
    const before = await theirs.versions()
    expect(await ours.reindex(session)).toEqual({ state: 'whole' })
    expect(await theirs.versions()).toEqual(before)
  })

  test('is nothing where the session is gone', async () => {
    const { reindex } = await setUp()
    expect(await reindex('ses_gone' as SessionId)).toEqual({ state: 'whole' })
  })
})
