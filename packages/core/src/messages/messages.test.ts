import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import {
  type ListMessagesQuery,
  listMessagesQuerySchema,
  messagePageSchema,
  messageSchema,
  newId,
  promptPageSchema,
} from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMessage, buildMessages, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetMessage } from './get-message.ts'
import { makeListMessages } from './list-messages.ts'
import { makeListPrompts } from './list-prompts.ts'

let database: TestDatabase
let engine: Engine
let world: IngestWorld
let sessionId: string
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  world = await createIngestWorld(engine)
  const long = buildMessage(12, { blocks: [text('z'.repeat(5_000))] })
  const answer = await world.send(
    buildSession({ messages: [...buildMessages(12), long] }),
    buildSession({ native_id: 'copy', kind: 'compaction', messages: buildMessages(4) }),
    buildSession({ native_id: 'codex', tool: 'codex', project: null, messages: buildMessages(2) }),
  )
  sessionId = answer.sessions[0]?.session_id ?? ''
})
afterAll(() => database[Symbol.asyncDispose]())

const list = async (query: Partial<ListMessagesQuery> = {}, id = sessionId) => {
  const listMessages = makeListMessages({ unitOfWork: world.team.unitOfWork })
  const parsed = listMessagesQuerySchema.parse(query)
  return messagePageSchema.parse(await listMessages(world.scope, { session_id: id, ...parsed }))
}
const ordinals = (page: { items: { ordinal: number }[] }) =>
  page.items.map(({ ordinal }) => ordinal)

describe('a transcript', () => {
  test('is read in file order, page by page', async () => {
    const first = await list({ limit: 5 })
    expect(ordinals(first)).toEqual([0, 1, 2, 3, 4])
    expect(first.previous_cursor).toBeNull()
    const second = await list({ limit: 5, cursor: first.next_cursor ?? '' })
    expect(ordinals(second)).toEqual([5, 6, 7, 8, 9])
    const last = await list({ limit: 5, cursor: second.next_cursor ?? '' })
    expect(ordinals(last)).toEqual([10, 11, 12])
    expect(last.next_cursor).toBeNull()
    const back = await list({ limit: 5, cursor: last.previous_cursor ?? '' })
    expect(ordinals(back)).toEqual([5, 6, 7, 8, 9])
    expect(ordinals(await list({ limit: 50, cursor: back.previous_cursor ?? '' }))).toEqual([
      0, 1, 2, 3, 4,
    ])
  })

  test('opens at the message of a link, and goes both ways from there', async () => {
    const { items } = await list({ limit: 50 })
    const around = items[6]?.id ?? ''
    const page = await list({ limit: 3, around })
    expect(ordinals(page)).toEqual([6, 7, 8])
    expect(ordinals(await list({ limit: 3, cursor: page.previous_cursor ?? '' }))).toEqual([
      3, 4, 5,
    ])
    expect(ordinals(await list({ limit: 3, around: around.slice(0, -1) }))).toEqual([6, 7, 8])
    expect((await list({ limit: 3, around: items[0]?.id ?? '' })).previous_cursor).toBeNull()
  })

  test('can be read for its prompts alone', async () => {
    const prompts = await list({ kind: 'human', limit: 2 })
    expect(ordinals(prompts)).toEqual([0, 4])
    expect(ordinals(await list({ kind: 'human', cursor: prompts.next_cursor ?? '' }))).toEqual([8])
  })

  test('shows the beginning of a long message, which opens whole', async () => {
    const page = await list({ preview_chars: 1_000 })
    const long = page.items.at(-1)
    expect(long?.blocks).toEqual([{ block: text('z'.repeat(1_000)), truncated_chars: 4_000 }])
    const whole = await makeGetMessage({ unitOfWork: world.team.unitOfWork })(world.scope, {
      id: long?.id ?? '',
    })
    expect(messageSchema.parse(whole).blocks).toEqual([
      { block: text('z'.repeat(5_000)), truncated_chars: 0 },
    ])
  })

  test('says of each message which one it follows, on a branch and across sessions too', async () => {
    const tree = { native_id: 'tree', project: null }
    const other = await createIngestWorld(engine)
    const answer = await other.send(
      buildSession({
        ...tree,
        messages: [
          ...buildMessages(3),
          buildMessage(3, { key: 'again', parent_key: 'm0' }),
          buildMessage(4, { key: 'lost', parent_key: 'gone' }),
        ],
      }),
      buildSession({
        ...tree,
        native_id: 'fork',
        kind: 'fork',
        parent_native_id: 'tree',
        messages: [buildMessage(0, { key: 'f0', parent_key: 'm1' })],
      }),
    )
    const [own = '', fork = ''] = answer.sessions.map(({ session_id }) => session_id)
    const listMessages = makeListMessages({ unitOfWork: other.team.unitOfWork })
    const query = listMessagesQuerySchema.parse({})
    const { items } = await listMessages(other.scope, { session_id: own, ...query })
    const at = (index: number) => items[index]?.id ?? '?'
    expect(items.map(({ parent_id }) => parent_id)).toEqual([null, at(0), at(1), at(0), null])
    const forked = await listMessages(other.scope, { session_id: fork, ...query })
    expect(forked.items[0]?.parent_id).toBe(at(1))
    const whole = await makeGetMessage({ unitOfWork: other.team.unitOfWork })(other.scope, {
      id: at(3),
    })
    expect(whole.parent_id).toBe(at(0))
  })

  test('of a session or around a message that is not there is not found', async () => {
    await expect(list({}, newId.session())).rejects.toMatchObject({ code: 'session.not_found' })
    await expect(list({ around: newId.message() })).rejects.toMatchObject({
      code: 'message.not_found',
    })
    const { items } = await list()
    const stranger = await createIngestWorld(engine)
    const getMessage = makeGetMessage({ unitOfWork: stranger.team.unitOfWork })
    await expect(getMessage(stranger.scope, { id: items[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'message.not_found',
      kind: 'not_found',
    })
  })

  test('begins at one place only', async () => {
    const { items, next_cursor } = await list({ limit: 1 })
    await expect(list({ around: items[0]?.id, cursor: next_cursor ?? '' })).rejects.toMatchObject({
      code: 'cursor.invalid',
    })
  })
})

describe('the list of prompts', () => {
  const prompts = async (query: Record<string, unknown> = {}) => {
    const listPrompts = makeListPrompts({ unitOfWork: world.team.unitOfWork })
    return promptPageSchema.parse(await listPrompts(world.scope, { limit: 50, ...query }))
  }

  test('shows what people asked for, newest first, without the copies of a compaction', async () => {
    const { items } = await prompts()
    expect(items.map(({ ts }) => ts?.slice(17, 19))).toEqual(['08', '04', '00', '00'])
    expect(items[0]).toMatchObject({
      session_id: sessionId,
      session_title: 'Question 0: why does the parser skip bad lines?',
      tool: 'claude-code',
      project: { name: 'acme/parser' },
      author: { name: 'Ann' },
      text: 'Question 8: why does the parser skip bad lines?',
    })
  })

  test('can be narrowed down by session, project and tool', async () => {
    expect((await prompts({ session: sessionId.slice(0, -1) })).items).toHaveLength(3)
    expect((await prompts({ project: 'parser' })).items).toHaveLength(3)
    expect((await prompts({ tool: 'codex' })).items).toHaveLength(1)
    await expect(prompts({ session: newId.message() })).rejects.toMatchObject({
      code: 'session.not_found',
    })
  })

  test('can be narrowed down by author, days and text, and says how many are left', async () => {
    const found = async (query: Record<string, unknown>) => {
      const { items, total } = await prompts(query)
      expect(total).toEqual({ value: items.length, relation: 'exact' })
      return items.length
    }
    expect(await found({})).toBe(4)
    expect(await found({ author: 'ann' })).toBe(4)
    expect(await found({ author: 'bob' })).toBe(0)
    expect(await found({ after: '2026-01-05T08:00:04Z' })).toBe(2)
    expect(await found({ before: '2026-01-05T08:00:04Z' })).toBe(2)
    expect(await found({ before: '2026-01-05' })).toBe(0)
    expect(await found({ text: 'QUESTION 8' })).toBe(1)
    expect(await found({ text: 'uestion', tool: 'codex' })).toBe(1)
    const { next_cursor } = await prompts({ limit: 1, text: 'question' })
    expect((await prompts({ limit: 1, text: 'question', cursor: next_cursor })).total).toBeNull()
  })

  test('takes any text for what it is, never for SQL or a pattern', async () => {
    for (const text of ["'; drop table x; --", '%', '_', '\\', '$1', "''", 'a\u0000b', '\ud800'])
      expect((await prompts({ text })).items).toEqual([])
  })
})

describe('prompts without a time', () => {
  const undated = (native_id: string, started_at: string | null) =>
    buildSession({
      native_id,
      title: native_id,
      messages: buildMessages(8).map((message) => ({ ...message, ts: null })),
      started_at,
      ended_at: null,
    })

  test('stand where their session began, in its order; without that they come last', async () => {
    const other = await createIngestWorld(engine)
    await other.send(buildSession({ native_id: 'dated', title: 'dated' }))
    await other.send(undated('nothing known', null))
    await other.send(undated('old', '2024-08-22T10:00:00Z'))
    const listPrompts = makeListPrompts({ unitOfWork: other.team.unitOfWork })
    const listed = async (query: Record<string, unknown> = {}) => {
      const { items } = await listPrompts(other.scope, { limit: 50, ...query })
      return items.map(({ session_title, at, ts, text: words }) =>
        [session_title, words.slice(9, 10), at?.slice(0, 10), ts?.slice(0, 10)].join(' '),
      )
    }
    expect(await listed()).toEqual([
      'dated 0 2026-01-05 2026-01-05',
      'old 4 2024-08-22 ',
      'old 0 2024-08-22 ',
      'nothing known 4  ',
      'nothing known 0  ',
    ])
    expect(await listed({ before: '2025-01-01' })).toHaveLength(2)
    expect(await listed({ after: '2024-01-01' })).toHaveLength(3)
    // What is learnt of the session later moves its prompts.
    await other.send(undated('nothing known', '2026-03-01T00:00:00Z'))
    expect((await listed())[0]).toBe('nothing known 4 2026-03-01 ')
  })
})
