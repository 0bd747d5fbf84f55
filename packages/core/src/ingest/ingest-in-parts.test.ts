import type { Engine, UnitOfWork } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { IngestSession } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEdit, buildMessages, buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeIngest } from './ingest.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const LENGTH = 230
const USAGE = {
  input_tokens: 7,
  output_tokens: 3,
  cache_creation_tokens: 0,
  cache_read_tokens: 1,
}

/** Longer than a transaction takes, with an edit at every tenth message and one whose message is not sent. */
const long = (count = LENGTH): IngestSession =>
  buildSession({
    native_id: 'long',
    messages: buildMessages(count).map((message) => ({ ...message, usage: USAGE })),
    edits: [
      ...Array.from({ length: Math.ceil(count / 10) }, (_, n) =>
        buildEdit(`e${n}`, { message_key: `m${n * 10}` }),
      ),
      buildEdit('of nobody', { message_key: 'elsewhere' }),
    ],
  })

/** Ingests with a look at each transaction: how many messages the session held when it had ended. */
const watching = (
  world: IngestWorld,
  { killedIn = Number.POSITIVE_INFINITY, isShared = true } = {},
) => {
  const held: number[] = []
  const inTeam: UnitOfWork['inTeam'] = async (scope, work) => {
    if (held.length >= killedIn) throw new Error('killed')
    const result = await world.team.unitOfWork.inTeam(scope, work)
    held.push((await world.count('messages')) ?? 0)
    return result
  }
  return { held, ingest: makeIngest({ unitOfWork: { inTeam }, isShared, clock: () => 0 }) }
}

const stored = (world: IngestWorld) =>
  world.rowsOf('sessions', 'message_count, prompt_count, edit_count, usage')

test('a long session is written in parts, so that others get their turn, and is whole in the end', async () => {
  const world = await createIngestWorld(engine)
  const { held, ingest } = watching(world)
  const answer = await ingest(world.scope, buildRequest(long()))
  // No more than twice as many as the time before, however quick.
  expect(held).toEqual([0, 25, 75, 175, 230])
  expect(answer.sessions).toMatchObject([
    {
      created: true,
      inserted_messages: LENGTH,
      updated_messages: 0,
      unchanged_messages: 0,
      inserted_edits: 24,
      total_messages: LENGTH,
    },
  ])
  const places = (await world.rowsOf('messages', 'key, ordinal')).map(
    ({ key, ordinal }) => `${key} ${ordinal}`,
  )
  expect(new Set(places)).toEqual(new Set(Array.from({ length: LENGTH }, (_, n) => `m${n} ${n}`)))
  expect(await stored(world)).toEqual([
    {
      message_count: LENGTH,
      prompt_count: 58,
      edit_count: 24,
      usage: expect.objectContaining({ input_tokens: 7 * LENGTH, cache_read_tokens: LENGTH }),
    },
  ])
})

test('a long session is one transaction where others have sessions of the database of their own', async () => {
  const world = await createIngestWorld(engine)
  const { held, ingest } = watching(world, { isShared: false })
  await ingest(world.scope, buildRequest(long()))
  expect(held).toEqual([0, LENGTH])
})

test('what a kill between two parts leaves is counted rightly, and the rest comes with the next try', async () => {
  const world = await createIngestWorld(engine)
  const { ingest } = watching(world, { killedIn: 4 })
  await expect(ingest(world.scope, buildRequest(long()))).rejects.toThrow('killed')
  expect(await stored(world)).toMatchObject([
    { message_count: 175, prompt_count: 44, edit_count: 18 },
  ])
  const again = await world.send(long())
  expect(again.sessions).toMatchObject([
    { created: false, inserted_messages: 55, unchanged_messages: 175, total_messages: LENGTH },
  ])
  expect(await stored(world)).toMatchObject([{ message_count: LENGTH, edit_count: 24 }])
})

test('a long session that was begun again goes behind what is stored, in its own order', async () => {
  const world = await createIngestWorld(engine)
  await world.send(long(20))
  const again = buildMessages(LENGTH).map((message) => ({
    ...message,
    key: `n${message.ordinal}`,
    parent_key: null,
  }))
  const { ingest } = watching(world)
  await ingest(world.scope, buildRequest({ ...long(20), messages: again }))
  const places = await world.rowsOf('messages', 'key, ordinal')
  const ordinals = new Map(places.map(({ key, ordinal }) => [key, ordinal]))
  expect(again.map(({ key }) => ordinals.get(key))).toEqual(again.map((_, n) => 20 + n))
})
