import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildEdit,
  buildMessage,
  buildMessages,
  buildSession,
  text,
} from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

describe('a new session', () => {
  test('is stored with its messages, edits, documents and an event for the worker', async () => {
    const { send, keys, count } = await createIngestWorld(engine)
    const answer = await send(
      buildSession({ messages: buildMessages(6), edits: [buildEdit('e1')] }),
    )
    expect(answer.sessions).toEqual([
      {
        native_id: 'native-1',
        session_id: expect.stringMatching(/^ses_/),
        created: true,
        inserted_messages: 6,
        updated_messages: 0,
        unchanged_messages: 0,
        inserted_edits: 1,
        total_messages: 6,
        server_redactions: 0,
      },
    ])
    expect(await keys()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5'])
    expect(await count('documents')).toBe(6)
    expect(await count('embedding_queue')).toBe(6)
    expect(await count('outbox')).toBe(1)
  })

  test('wakes the relay and notifies open dashboards at commit', async () => {
    const { send, team } = await createIngestWorld(engine)
    const heard: string[] = []
    const relay = await engine.listen('teamlore_outbox', () => void heard.push('outbox'))
    const live = await engine.listen('teamlore_live', (payload) => void heard.push(payload))
    const answer = await send(buildSession())
    await expect.poll(() => heard.length).toBe(2)
    await relay()
    await live()
    expect(heard).toContain('outbox')
    expect(JSON.parse(heard.find((payload) => payload !== 'outbox') ?? '{}')).toEqual({
      team_id: team.teamId,
      private_to: null,
      type: 'session.updated',
      session_id: answer.sessions[0]?.session_id,
    })
  })

  test('without a title is called by its first prompt, until its tool names it', async () => {
    const { send, rowsOf } = await createIngestWorld(engine)
    await send(buildSession())
    const asked = 'Question 0: why does the parser skip bad lines?'
    expect(await rowsOf('sessions', 'title')).toEqual([{ title: asked }])
    await send(buildSession({ messages: buildMessages(2, 4) }))
    expect(await rowsOf('sessions', 'title')).toEqual([{ title: asked }])
    await send(buildSession({ messages: buildMessages(2, 6), title: 'Bad lines' }))
    expect(await rowsOf('sessions', 'title')).toEqual([{ title: 'Bad lines' }])
  })

  test('counts its rows and sums what the model used', async () => {
    const { send, rowsOf } = await createIngestWorld(engine)
    const usage = {
      input_tokens: 10,
      output_tokens: 20,
      cache_creation_tokens: 3,
      cache_read_tokens: Number.MAX_SAFE_INTEGER,
    }
    const messages = buildMessages(3).map((message) => ({ ...message, usage }))
    await send(buildSession({ messages, edits: [buildEdit('e1'), buildEdit('e2')] }))
    expect(
      await rowsOf('sessions', 'message_count, prompt_count, edit_count, usage, distilled'),
    ).toEqual([
      {
        message_count: 3,
        prompt_count: 1,
        edit_count: 2,
        distilled: 'pending',
        usage: {
          input_tokens: 30,
          output_tokens: 60,
          cache_creation_tokens: 9,
          cache_read_tokens: Number.MAX_SAFE_INTEGER,
        },
      },
    ])
  })

  test('of a compaction is kept, but not searched', async () => {
    const { send, count } = await createIngestWorld(engine)
    await send(buildSession({ kind: 'compaction' }))
    expect(await count('messages')).toBe(4)
    expect(await count('documents')).toBe(0)
  })

  test('of 5,000 messages comes in whole', async () => {
    const { send, count } = await createIngestWorld(engine)
    const answer = await send(buildSession({ messages: buildMessages(5_000) }))
    expect(answer.sessions[0]).toMatchObject({ inserted_messages: 5_000, total_messages: 5_000 })
    expect(await count('documents')).toBe(5_000)
  })

  test('with a key twice keeps the version that says more', async () => {
    const { send, messages } = await createIngestWorld(engine)
    const answer = await send(
      buildSession({
        messages: [
          buildMessage(0, { blocks: [text('the long answer')] }),
          buildMessage(1),
          buildMessage(2, { key: 'm0', blocks: [text('short')] }),
        ],
        edits: [buildEdit('e1'), buildEdit('e1')],
      }),
    )
    expect(answer.sessions[0]).toMatchObject({ inserted_messages: 2, inserted_edits: 1 })
    expect((await messages())[0]).toMatchObject({ key: 'm0', ordinal: 0, words: 'the long answer' })
  })

  test('sent twice in one request is one session', async () => {
    const { send, count, keys } = await createIngestWorld(engine)
    const answer = await send(
      buildSession({ messages: buildMessages(3) }),
      buildSession({ messages: buildMessages(5) }),
    )
    expect(answer.sessions.map(({ created }) => created)).toEqual([true, false])
    expect(await count('sessions')).toBe(1)
    expect(await keys()).toHaveLength(5)
  })

  test('may hold what PostgreSQL cannot store, which is replaced', async () => {
    const { send, messages, rowsOf } = await createIngestWorld(engine)
    const answer = await send(
      buildSession({
        title: 'nul \0 and half \ud800',
        messages: [
          buildMessage(0, {
            blocks: [
              text('a\0b \udc00c \ud83d\ude00 \\u0000'),
              {
                type: 'tool_call',
                id: 'c\0',
                name: 'Bash',
                input: { 'k\0': ['\ud800', { deep: '\0' }] },
              },
            ],
          }),
        ],
        edits: [buildEdit('e\0', { path: 'src/\0.ts' })],
      }),
    )
    expect(answer.sessions[0]).toMatchObject({ inserted_messages: 1, inserted_edits: 1 })
    expect((await messages())[0]?.words).toBe('a\ufffdb \ufffdc \ud83d\ude00 \\u0000')
    expect(await rowsOf('sessions', 'title')).toEqual([{ title: 'nul \ufffd and half \ufffd' }])
    const again = await send(
      buildSession({ messages: [buildMessage(0, { blocks: [text('a\0b')] })] }),
    )
    expect(again.sessions[0]).toMatchObject({ unchanged_messages: 1 })
  })

  test('may hold deep JSON and times no calendar of PostgreSQL has', async () => {
    const { send, rowsOf } = await createIngestWorld(engine)
    const deep = JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`)
    const answer = await send(
      buildSession({
        started_at: '0000-01-01T00:00:00Z',
        messages: [
          buildMessage(0, {
            ts: '2026-01-05T08:00:00+23:59',
            blocks: [{ type: 'tool_call', id: null, name: 'X', input: deep }],
          }),
        ],
      }),
    )
    expect(answer.sessions[0]).toMatchObject({ inserted_messages: 1 })
    expect(await rowsOf('sessions', 'started_at')).toEqual([{ started_at: null }])
  })
})
