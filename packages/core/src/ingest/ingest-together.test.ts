import type { Engine, UnitOfWork } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { type IngestSession, newId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsOfMessage } from '../documents/documents-of-message.ts'
import {
  buildEdit,
  buildMessage,
  buildMessages,
  buildRequest,
  buildSession,
  text,
} from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeIngest } from './ingest.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const named = (name: string, messages = buildMessages(4)): IngestSession =>
  buildSession({ native_id: name, messages, edits: [buildEdit(`edit of ${name}`)] })

const many = (count: number, size = 4): IngestSession[] =>
  Array.from({ length: count }, (_, n) =>
    named(`native-${String(n).padStart(3, '0')}`, buildMessages(size)),
  )

/** Of so many sessions of four messages each, all that there is to store. */
const whole = (sessions: number) => ({
  sessions,
  messages: sessions * 4,
  edits: sessions,
  documents: sessions * 4,
  outbox: sessions,
})

const stored = async ({ count }: IngestWorld) => ({
  sessions: await count('sessions'),
  messages: await count('messages'),
  edits: await count('edits'),
  documents: await count('documents'),
  outbox: await count('outbox'),
})

const namesOf = async ({ rowsOf }: IngestWorld) =>
  (await rowsOf('sessions', 'native_id')).map((row) => row['native_id'])

/** Counts transactions, and breaks off before the commit of one: as a server does that is killed. */
const interrupted = (unitOfWork: Pick<UnitOfWork, 'inTeam'>, killedIn: number) => {
  let begun = 0
  return {
    begun: () => begun,
    inTeam: (async (scope, work) => {
      begun++
      if (begun > killedIn) throw new Error('killed')
      return unitOfWork.inTeam(scope, async (repos) => {
        const result = await work(repos)
        if (begun === killedIn) throw new Error('killed')
        return result
      })
    }) satisfies UnitOfWork['inTeam'],
  }
}

describe('sessions of one request', () => {
  test('share a transaction as long as they are small', async () => {
    const world = await createIngestWorld(engine)
    const { inTeam, begun } = interrupted(world.team.unitOfWork, Number.POSITIVE_INFINITY)
    await makeIngest({ unitOfWork: { inTeam } })(world.scope, buildRequest(...many(20)))
    // One finds the machine and the projects.
    expect(begun()).toBe(2)
    expect(await stored(world)).toEqual(whole(20))
  })

  test('are parted where they would make a transaction long, by messages and by size', async () => {
    const world = await createIngestWorld(engine)
    const { inTeam, begun } = interrupted(world.team.unitOfWork, Number.POSITIVE_INFINITY)
    const long = [buildMessage(0, { blocks: [text('word '.repeat(80_000))] })]
    const request = buildRequest(
      named('a', buildMessages(90)),
      named('b', buildMessages(90)),
      named('c', long),
      named('d', long),
    )
    const ingest = makeIngest({ unitOfWork: { inTeam } })
    const answer = await ingest(world.scope, request)
    expect(answer.sessions.map(({ total_messages }) => total_messages)).toEqual([90, 90, 1, 1])
    // One finds the machine and the projects; then a alone, b with c, and d.
    expect(begun()).toBe(4)
  })

  test('are answered for in the order sent, new and known ones alike', async () => {
    const world = await createIngestWorld(engine)
    await world.send(named('m'), named('b'))
    const order = ['z', 'm', 'a', 'b', 'k']
    const answer = await world.send(...order.map((name) => named(name, buildMessages(6))))
    expect(answer.sessions.map(({ native_id }) => native_id)).toEqual(order)
    expect(answer.sessions.map(({ created }) => created)).toEqual([true, false, true, false, true])
    expect(answer.sessions.map(({ inserted_messages: n }) => n)).toEqual([6, 2, 6, 2, 6])
  })

  test('are counted as sessions that grow are: without files deleted or moved', async () => {
    const world = await createIngestWorld(engine)
    const nothing = { added_lines: 0, removed_lines: 0 }
    const edits = [
      buildEdit('e1'),
      buildEdit('e2', { operation: 'delete', ...nothing }),
      buildEdit('e3', { operation: 'rename', ...nothing }),
      buildEdit('e4', { operation: 'rename' }),
    ]
    const counted = () => world.rowsOf('sessions', 'message_count, prompt_count, edit_count, usage')
    const answer = await world.send(buildSession({ edits }))
    expect(answer.sessions[0]).toMatchObject({ inserted_edits: 4 })
    const [before] = await counted()
    expect(before).toMatchObject({ message_count: 4, edit_count: 2 })
    await world.send(buildSession({ title: 'Counted again' }))
    expect(await counted()).toEqual([before])
  })

  test('may be delivered twice, and change nothing the second time', async () => {
    const world = await createIngestWorld(engine)
    const request = many(12)
    await world.send(...request)
    const again = await world.send(...request)
    expect(
      again.sessions.every(({ created, inserted_messages }) => !created && inserted_messages === 0),
    ).toBe(true)
    expect(await stored(world)).toEqual(whole(12))
  })
})

describe('a session that cannot be written', () => {
  test('leaves the others of its request stored, before it and after it', async () => {
    const world = await createIngestWorld(engine)
    const ingest = makeIngest({
      unitOfWork: world.team.unitOfWork,
      documentsOf: (session, message, options) => {
        if (JSON.stringify(message.blocks).includes('poison')) throw new Error('indigestible')
        return documentsOfMessage(session, message, options)
      },
    })
    const poison = named('native-005-poison', [buildMessage(0, { blocks: [text('poison')] })])
    const request = many(10)
    request.splice(5, 0, poison)
    await expect(ingest(world.scope, buildRequest(...request))).rejects.toThrow('indigestible')
    expect(await namesOf(world)).toEqual(many(10).map(({ native_id }) => native_id))
    expect(await stored(world)).toEqual(whole(10))
  })

  test('leaves them stored when it is the database that refuses it', async () => {
    const world = await createIngestWorld(engine)
    const taken = newId.session()
    const own = [newId.session(), taken, newId.session(), newId.session()]
    await makeIngest({
      unitOfWork: world.team.unitOfWork,
      ids: { ...newId, session: () => taken },
    })(world.scope, buildRequest(named('native-900')))
    let made = 0
    const ids = { ...newId, session: () => own[made++ % own.length] ?? newId.session() }
    const ingest = makeIngest({ unitOfWork: world.team.unitOfWork, ids })
    const failing = ingest(world.scope, buildRequest(...many(4)))
    await expect(failing).rejects.toThrow()
    expect(await namesOf(world)).toEqual(['native-000', 'native-002', 'native-003', 'native-900'])
  })

  test('is not tried for each session when all fail', async () => {
    const world = await createIngestWorld(engine)
    const { inTeam, begun } = interrupted(world.team.unitOfWork, 1)
    const ingest = makeIngest({ unitOfWork: { inTeam } })
    await expect(ingest(world.scope, buildRequest(...many(20)))).rejects.toThrow('killed')
    expect(begun()).toBeLessThan(6)
  })
})

describe('a kill in the middle of a request', () => {
  test.each([1, 2, 3])('in its transaction %i loses nothing and doubles nothing', async (at) => {
    const world = await createIngestWorld(engine)
    const request = buildRequest(...many(60))
    const { inTeam } = interrupted(world.team.unitOfWork, at)
    await expect(makeIngest({ unitOfWork: { inTeam } })(world.scope, request)).rejects.toThrow()
    const before = await stored(world)
    // Whole sessions or nothing of them.
    expect(before).toEqual(whole(Number(before.sessions)))
    const answer = await world.ingest(world.scope, request)
    expect(answer.sessions.map(({ total_messages }) => total_messages)).toEqual(Array(60).fill(4))
    expect(await stored(world)).toEqual(whole(60))
  })
})

describe('two requests at once with the same sessions', () => {
  test('in opposite order both end, and each session is there once', async () => {
    const world = await createIngestWorld(engine)
    const forth = many(24)
    const back = [...forth].reverse()
    const rounds = await Promise.all([forth, back, forth, back].map((one) => world.send(...one)))
    expect(
      rounds.flatMap(({ sessions }) => sessions).filter(({ created }) => created),
    ).toHaveLength(24)
    expect(await stored(world)).toEqual(whole(24))
  })

  test('in opposite order extend sessions that stand, and lose no message', async () => {
    const world = await createIngestWorld(engine)
    await world.send(...many(24, 2))
    const grown = many(24).map((session) => ({ ...session, messages: buildMessages(2, 2) }))
    await Promise.all([world.send(...grown), world.send(...[...grown].reverse())])
    expect(await stored(world)).toEqual({ ...whole(24), outbox: 48 })
  })

  test('of which some are new and some stand both end', async () => {
    const world = await createIngestWorld(engine)
    const all = many(24)
    await world.send(
      ...all.filter((_, n) => n % 2 === 0).map((one) => ({ ...one, messages: buildMessages(2) })),
    )
    await Promise.all([world.send(...all), world.send(...[...all].reverse())])
    expect(await stored(world)).toMatchObject({ sessions: 24, messages: 96, documents: 96 })
  })
})
