import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGetRecords } from '../records/get-records.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createLossWorld } from '../testing/loss-world.ts'
import {
  makeCreateSessionNote,
  makeRemoveSessionNote,
  makeRestoreSessionNote,
} from './session-notes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const WORDS = 'The quay crane was recalibrated because its limit switch stuck.'

const openWorld = async () => {
  const world = await createLossWorld(database.engine)
  const [id = ''] = await world.send(buildSession({ title: 'An evening of repairs' }))
  const create = makeCreateSessionNote(world.team)
  return {
    ...world,
    id,
    say: (kind: 'tag' | 'annotation' | 'summary', text: string, scope = world.scope) =>
      create(scope, { id, kind, text }),
    remove: makeRemoveSessionNote(world.team),
    restore: makeRestoreSessionNote(world.team),
    read: makeGetRecords(world.team),
    /** Ids of notes that somebody finds. */
    found: async (q: string, scope = world.scope) => {
      const { items } = await world.search(scope, searchQuerySchema.parse({ q }))
      return items.filter(({ kind }) => kind === 'session_note').map((item) => item.id)
    },
  }
}

describe("a person's words about a session", () => {
  test.each(['annotation', 'summary'] as const)('of the kind %s are found', async (kind) => {
    const { say, found, id, search, scope } = await openWorld()
    const note = await say(kind, WORDS)
    expect(await found('limit switch of the crane')).toEqual([note.id])
    expect(await found('type:session_note crane')).toEqual([note.id])
    const { items } = await search(scope, searchQuerySchema.parse({ q: 'limit switch crane' }))
    expect(items[0]).toMatchObject({ id: note.id, session_id: id })
  })

  test('are opened by their id, until they are removed', async () => {
    const { say, read, remove, scope } = await openWorld()
    const note = await say('annotation', WORDS)
    const { items } = await read(scope, { ids: [note.id], budget_tokens: 2_000 })
    expect(items).toMatchObject([{ id: note.id, kind: 'session_note', text: WORDS }])
    await remove(scope, { id: note.id })
    expect((await read(scope, { ids: [note.id], budget_tokens: 2_000 })).items).toEqual([])
  })

  test('are found no more once removed, and again once restored', async () => {
    const { say, found, remove, restore, scope } = await openWorld()
    const { id } = await say('annotation', WORDS)
    await remove(scope, { id })
    expect(await found('limit switch')).toEqual([])
    await restore(scope, { id })
    expect(await found('limit switch')).toEqual([id])
  })

  test('are found as their last summary says it, not the one before', async () => {
    const { say, found } = await openWorld()
    await say('summary', WORDS)
    const { id } = await say('summary', 'The winch was oiled.')
    expect(await found('limit switch')).toEqual([])
    expect(await found('winch oiled')).toEqual([id])
  })

  test('are built anew when their rows of the index are lost', async () => {
    const { say, lose, found, reindex, id, indexed } = await openWorld()
    const note = await say('annotation', WORDS)
    const before = await indexed()
    await lose("kind = 'session_note'")
    expect(await found('limit switch')).toEqual([])
    expect(await reindex(id as never)).toEqual({ state: 'indexed' })
    expect(await found('limit switch')).toEqual([note.id])
    expect(await indexed()).toEqual(before)
    expect(await reindex(id as never)).toEqual({ state: 'whole' })
  })

  test('of a private session are found by its owner alone', async () => {
    const { say, found, person, team } = await openWorld()
    await readAsOwner(
      database.engine,
      `update teamlore.sessions set private_to = user_id where team_id = '${team.teamId}'`,
    )
    const { id } = await say('annotation', WORDS)
    expect(await found('limit switch')).toEqual([id])
    expect(await found('limit switch', await person('Bo'))).toEqual([])
  })
})

test('a tag is no text that is searched', async () => {
  const { say, found, indexed } = await openWorld()
  await say('tag', 'limit')
  expect(await found('limit')).toEqual([])
  expect((await indexed()).some(({ kind }) => kind === 'session_note')).toBe(false)
})
