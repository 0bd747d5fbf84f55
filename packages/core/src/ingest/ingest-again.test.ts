import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { redactId } from '@teamlore/redaction'
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

const TABLES = [
  'machines',
  'projects',
  'project_paths',
  'sessions',
  'messages',
  'edits',
  'documents',
  'embedding_queue',
  'outbox',
]

describe('sending a session again', () => {
  test('changes nothing and touches no row', async () => {
    const { send, rowsOf } = await createIngestWorld(engine)
    const session = buildSession({ messages: buildMessages(6), edits: [buildEdit('e1')] })
    await send(session)
    const versions = async () =>
      Promise.all(TABLES.map((table) => rowsOf(table, 'ctid::text, xmin::text, xmax::text')))
    const before = await versions()
    const again = await send(session)
    expect(again.sessions[0]).toMatchObject({
      created: false,
      inserted_messages: 0,
      updated_messages: 0,
      unchanged_messages: 6,
      inserted_edits: 0,
      total_messages: 6,
    })
    expect(await versions()).toEqual(before)
  })

  test('from a copy that was written back elsewhere changes neither its messages nor where it began', async () => {
    const { send, rowsOf } = await createIngestWorld(engine)
    const messages = buildMessages(3)
    await send(buildSession({ messages }))
    const stored = () => rowsOf('messages', 'key, parent_key, ts, cwd, usage, model, content_hash')
    const before = await stored()
    const copy = messages.map((message) => ({
      ...message,
      cwd: null,
      git_branch: null,
      tool_version: null,
      usage: null,
    }))
    const again = await send(buildSession({ cwd: '/home/ann/elsewhere', messages: copy }))
    expect(again.sessions[0]).toMatchObject({ inserted_messages: 0, updated_messages: 0 })
    expect(await stored()).toEqual(before)
    expect(await rowsOf('sessions', 'cwd')).toEqual([{ cwd: buildSession().cwd }])
  })

  test('with only what is new adds that', async () => {
    const { send, keys, count, rowsOf } = await createIngestWorld(engine)
    await send(buildSession({ messages: buildMessages(4), edits: [buildEdit('e1')] }))
    const grown = await send(
      buildSession({ messages: buildMessages(3, 4), edits: [buildEdit('e1'), buildEdit('e2')] }),
    )
    expect(grown.sessions[0]).toMatchObject({
      inserted_messages: 3,
      unchanged_messages: 0,
      inserted_edits: 1,
      total_messages: 7,
    })
    expect(await keys()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6'])
    expect(await count('documents')).toBe(7)
    expect(await rowsOf('sessions', 'message_count, prompt_count, edit_count')).toEqual([
      { message_count: 7, prompt_count: 2, edit_count: 2 },
    ])
    expect(await count('outbox')).toBe(2)
  })

  test('keeps the longest version of a message that was still being written', async () => {
    const { send, messages, rowsOf, count } = await createIngestWorld(engine)
    const tokens = { input_tokens: 5, cache_creation_tokens: 0, cache_read_tokens: 0 }
    const version = (words: string, output_tokens: number) =>
      buildSession({
        messages: [buildMessage(0, { blocks: [text(words)], usage: { ...tokens, output_tokens } })],
      })
    await send(version('The parser', 10))
    expect((await send(version('The parser skips bad lines', 90))).sessions[0]).toMatchObject({
      updated_messages: 1,
      unchanged_messages: 0,
    })
    expect((await send(version('The', 3))).sessions[0]).toMatchObject({
      updated_messages: 0,
      unchanged_messages: 1,
    })
    expect((await messages())[0]?.words).toBe('The parser skips bad lines')
    expect(await rowsOf('documents', 'body')).toEqual([{ body: 'The parser skips bad lines' }])
    expect(await rowsOf('sessions', "usage->'output_tokens' as n")).toEqual([{ n: 90 }])
    expect(await count('embedding_queue')).toBe(1)
  })

  test('takes a shorter version in which a secret was taken out', async () => {
    const { send, messages } = await createIngestWorld(engine)
    const secret = 'the token is abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnop'
    await send(buildSession({ messages: [buildMessage(0, { blocks: [text(secret)] })] }))
    await send(
      buildSession({
        messages: [buildMessage(0, { blocks: [text('the token is [REDACTED:token]')] })],
      }),
    )
    expect((await messages())[0]?.words).toBe('the token is [REDACTED:token]')
  })

  test('removes from search what was rewound, and keeps it in the transcript', async () => {
    const { send, messages, count } = await createIngestWorld(engine)
    await send(buildSession({ messages: buildMessages(3) }))
    const [first, second, third] = buildMessages(3)
    if (!first || !second || !third) throw new Error('three messages')
    await send(buildSession({ messages: [first, { ...second, is_abandoned: true }, third] }))
    expect((await messages()).map(({ is_abandoned }) => is_abandoned)).toEqual([false, true, false])
    expect(await count('documents')).toBe(2)
  })
})

describe('a file that is not what it was', () => {
  test('truncated, takes nothing away', async () => {
    const { send, keys, rowsOf } = await createIngestWorld(engine)
    await send(buildSession({ messages: buildMessages(8), title: 'Whole', git_branch: 'feature' }))
    const before = await rowsOf('sessions')
    const cut = await send(
      buildSession({ messages: buildMessages(3), title: 'Early', git_branch: 'main' }),
    )
    expect(cut.sessions[0]).toMatchObject({ unchanged_messages: 3, total_messages: 8 })
    expect(await keys()).toHaveLength(8)
    expect(await rowsOf('sessions')).toEqual(before)
  })

  test('begun again in the middle, goes on where the session was', async () => {
    const { send, messages } = await createIngestWorld(engine)
    await send(buildSession({ messages: buildMessages(8) }))
    const tail = buildMessages(8, 4).map((message, index) => ({ ...message, ordinal: index }))
    const again = await send(buildSession({ messages: tail }))
    expect(again.sessions[0]).toMatchObject({
      inserted_messages: 4,
      unchanged_messages: 4,
      total_messages: 12,
    })
    expect((await messages()).map(({ key, ordinal }) => `${ordinal} ${key}`)).toEqual(
      Array.from({ length: 12 }, (_, index) => `${index} m${index}`),
    )
  })

  test('begun again, is put behind its parent when only what is new is sent', async () => {
    const { send, keys } = await createIngestWorld(engine)
    await send(buildSession({ messages: buildMessages(8) }))
    const news = buildMessages(3, 8).map((message, index) => ({ ...message, ordinal: index + 2 }))
    await send(buildSession({ messages: news }))
    expect((await keys()).slice(7)).toEqual(['m7', 'm8', 'm9', 'm10'])
  })

  test('begun again with nothing known, is put at the end', async () => {
    const { send, keys } = await createIngestWorld(engine)
    await send(buildSession({ messages: buildMessages(3) }))
    const strange = [0, 1].map((n) => buildMessage(n, { key: `n${n}`, parent_key: null }))
    await send(buildSession({ messages: strange }))
    expect(await keys()).toEqual(['m0', 'm1', 'm2', 'n0', 'n1'])
  })
})

describe('two requests at once', () => {
  test('with the same new session make one of it', async () => {
    const { send, keys, count } = await createIngestWorld(engine)
    const answers = await Promise.all([
      send(buildSession({ messages: buildMessages(20) })),
      send(buildSession({ messages: buildMessages(30) })),
      send(buildSession({ messages: buildMessages(10, 25) })),
    ])
    expect(answers.filter((answer) => answer.sessions[0]?.created)).toHaveLength(1)
    expect(new Set(await keys()).size).toBe(35)
    expect(await keys()).toHaveLength(35)
    expect(await count('documents')).toBe(35)
  })

  test('with parts of a known session lose none and count right', async () => {
    const { send, keys, rowsOf } = await createIngestWorld(engine)
    await send(buildSession({ messages: buildMessages(4) }))
    const parts = [0, 1, 2, 3, 4].map((n) =>
      buildSession({ messages: buildMessages(8, 2 + n * 4) }),
    )
    const answers = await Promise.all(parts.map((part) => send(part)))
    const inserted = answers.reduce(
      (n, { sessions }) => n + (sessions[0]?.inserted_messages ?? 0),
      0,
    )
    expect(inserted).toBe(22)
    expect(await keys()).toEqual(Array.from({ length: 26 }, (_, index) => `m${index}`))
    expect(await rowsOf('sessions', 'message_count')).toEqual([{ message_count: 26 }])
  })
})

describe('secrets the agent missed', () => {
  test('are taken out by the server and counted, those in names and ids of calls too', async () => {
    const { send, rowsOf } = await createIngestWorld(engine)
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const answer = await send(
      buildSession({
        title: `log in with ${token}`,
        messages: [
          buildMessage(0, {
            blocks: [
              text(`use ${token}, again ${token}`),
              {
                type: 'tool_call',
                id: token,
                name: 'Read',
                input: { file_path: `/home/${token}`, pattern: token, tool_use_id: token },
              },
            ],
          }),
        ],
      }),
    )
    expect(answer.sessions[0]?.server_redactions).toBe(7)
    const gone = '[REDACTED:github]'
    const named = redactId(token)
    expect(named).not.toContain(token)
    expect(await rowsOf('messages', 'blocks')).toEqual([
      {
        blocks: [
          text(`use ${gone}, again ${gone}`),
          {
            type: 'tool_call',
            id: named,
            name: 'Read',
            input: { file_path: `/home/${named}`, pattern: gone, tool_use_id: named },
          },
        ],
      },
    ])
    expect(JSON.stringify(await rowsOf('sessions', 'title'))).toContain(gone)
    expect(await rowsOf('sessions', 'source')).toMatchObject([{ source: { server_redactions: 7 } }])
  })

  test('in ids are taken out too: what they name is found again, and two stay two', async () => {
    const { send, rowsOf } = await createIngestWorld(engine)
    const tokens = [`ghp_${'a1B2c3D4e5F6'.repeat(3)}`, `ghp_${'F6e5D4c3B2a1'.repeat(3)}`]
    const sessions = tokens.map((token) =>
      buildSession({
        native_id: `run-${token}`,
        parent_native_id: token,
        messages: [
          buildMessage(0, { key: token, blocks: [text('asked')] }),
          buildMessage(1, { key: `2-${token}`, parent_key: token, blocks: [text('said')] }),
        ],
        edits: [{ ...buildEdit(token), message_key: token }],
      }),
    )
    const answer = await send(...sessions)
    expect(answer.sessions.map(({ native_id }) => native_id)).toEqual(
      tokens.map((token) => redactId(`run-${token}`)),
    )
    const again = await send(...sessions)
    expect(again.sessions).toMatchObject([
      { created: false, unchanged_messages: 2 },
      { created: false, unchanged_messages: 2 },
    ])
    const rows = JSON.stringify([
      await rowsOf('sessions', 'native_id, parent_native_id'),
      await rowsOf('messages', 'key, parent_key'),
      await rowsOf('edits', 'key, message_key'),
    ])
    for (const token of tokens) {
      expect(rows).not.toContain(token)
      expect(rows).toContain(`"parent_key":"${redactId(token)}"`)
      expect(rows).toContain(`"message_key":"${redactId(token)}"`)
    }
  })
})
