import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { IngestSession } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeListSessions } from '../sessions/list-sessions.ts'
import { buildMessage, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const undated = (overrides: Partial<IngestSession>): IngestSession =>
  buildSession({
    messages: buildMessages(2).map((message) => ({ ...message, ts: null })),
    started_at: null,
    ended_at: null,
    ...overrides,
  })

const listed = async (
  { team, scope }: IngestWorld,
  filter: { before?: string; after?: string } = {},
): Promise<string[]> => {
  const listSessions = makeListSessions({ unitOfWork: team.unitOfWork })
  const { items } = await listSessions(scope, { limit: 10, ...filter })
  return items.map(({ native_id }) => native_id)
}

test('a session is as old as its end, else as its beginning; without either it comes last', async () => {
  const world = await createIngestWorld(engine)
  await world.send(
    undated({ native_id: 'without-dates' }),
    undated({ native_id: 'begun-long-ago', started_at: '2024-08-22T10:00:00Z' }),
    undated({
      native_id: 'ended-since',
      started_at: '2024-01-01T10:00:00Z',
      ended_at: '2026-01-03T10:00:00Z',
    }),
    buildSession({ native_id: 'with-times' }),
  )
  expect(await listed(world)).toEqual([
    'with-times',
    'ended-since',
    'begun-long-ago',
    'without-dates',
  ])
  expect(await listed(world, { after: '2026-01-04T00:00:00Z' })).toEqual(['with-times'])
  expect(await listed(world, { before: '2026-01-04T00:00:00Z' })).toEqual([
    'ended-since',
    'begun-long-ago',
  ])
})

test('what is added to a session without times leaves it where it began', async () => {
  const world = await createIngestWorld(engine)
  const session = undated({ started_at: '2024-08-22T10:00:00Z' })
  await world.send(session)
  await world.send({ ...session, messages: [buildMessage(7, { ts: null })] })
  expect(await listed(world, { after: '2024-08-23T00:00:00Z' })).toEqual([])
})

test('a time that is not yet does not stand before all others: what has no other has none', async () => {
  const world = await createIngestWorld(engine)
  const never = '9999-12-31T00:00:00Z'
  const dated = buildSession({ native_id: 'of-the-future', started_at: never, ended_at: never })
  const messages = dated.messages.map((message) => ({ ...message, ts: never }))
  const sent = (await world.send({ ...dated, messages })).sessions[0]
  // Nothing is left out in silence.
  expect(sent?.undated).toEqual([
    { kind: 'session', key: 'started_at', time: never },
    { kind: 'session', key: 'ended_at', time: never },
    ...messages.map(({ key }) => ({ kind: 'message', key, time: never })),
  ])
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const ahead = buildSession({ native_id: 'ahead-by-its-zone', ended_at: inAnHour })
  expect((await world.send(ahead)).sessions[0]?.undated).toBeUndefined()
  expect(await listed(world)).toEqual(['ahead-by-its-zone', 'of-the-future'])
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString()
  expect(await listed(world, { after: inTwoDays })).toEqual([])
  // Sent again it changes nothing.
  const [again] = (await world.send({ ...dated, messages })).sessions
  expect(again).toMatchObject({ updated_messages: 0, inserted_messages: 0 })
})
