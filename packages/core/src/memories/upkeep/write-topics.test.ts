import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../../search/testing/search-world.ts'
import { buildSession } from '../../testing/ingest-builders.ts'
import { makeGetMemory } from '../get-memory.ts'
import { makeRemember } from '../remember.ts'
import { makeWriteTopics } from './write-topics.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.unitOfWork })
const say = (statement: string, more: object = {}) =>
  makeRemember(deps())(world.scope, rememberRequestSchema.parse({ statement, ...more }))
const get = (id: string) => makeGetMemory(deps())(world.scope, { id })
const sql = (statement: string) => readAsOwner(database.engine, `${statement} returning 1`)
const write = () => makeWriteTopics(deps())(world.systemScope)
const RETRIES = 'The export job retries three times before it gives up.'

test('a memory has a topic from the start, whoever names it', async () => {
  expect(await say(RETRIES)).toMatchObject({ topic: 'Retries of the export job' })
  const topic = 'Patience of exports'
  expect(await say('Exports are patient with the bank.', { topic })).toMatchObject({ topic })
})

test('records of before get theirs, once, and what was ended goes on', async () => {
  const { id } = await say(RETRIES)
  await sql(`update teamlore.memories set topic = ''`)
  await sql(`update teamlore.memory_versions set topic = ''`)
  expect(await write()).toEqual({ memories: 1, findings: 0, joined: 0 })
  expect(await get(id)).toMatchObject({ topic: 'Retries of the export job', version: 1 })
  expect(await write()).toEqual({ memories: 0, findings: 0, joined: 0 })
  const ended = AbortSignal.abort(new Error('the worker stops'))
  await expect(makeWriteTopics(deps())(world.systemScope, ended)).rejects.toThrow('stops')
})

test('three copies of one fact become one that three sessions say', async () => {
  const copies = []
  for (const name of ['one', 'two', 'three']) {
    const { sessions } = await world.send(buildSession({ native_id: name }))
    const evidence = [{ kind: 'session', ref: sessions[0]?.session_id ?? '' }]
    const { id } = await say(`${RETRIES} ${name}`, { evidence })
    copies.push(id)
  }
  await sql(`update teamlore.memories set statement = '${RETRIES}'`)
  expect(await write()).toMatchObject({ joined: 2 })
  const [first = '', second = ''] = copies
  const kept = await get(first)
  expect(kept).toMatchObject({ status: 'active', session_count: 3 })
  expect(kept.confidence_parts.confirmations).toBe(2)
  expect(await get(second)).toMatchObject({ status: 'superseded', successor: { id: first } })
  expect(await write()).toMatchObject({ joined: 0 })
})
