import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaptureWorld } from '../testing/capture-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

test('capture is in alarm when rows of messages are lost, until they are sent once more', async () => {
  const { send, report, look, codes, team, clock } = await createCaptureWorld(engine)
  await send(buildSession())
  await report()
  await readAsOwner(
    engine,
    `delete from teamlore.messages where team_id = '${team.teamId}' and key in ('m1', 'm2')`,
  )
  const { alarms, machines } = await look()
  expect(alarms).toMatchObject([{ code: 'capture.not_arrived', severity: 'error' }])
  expect(machines[0]?.tools[0]).toMatchObject({ not_arrived: 2, server: { messages: 2 } })
  await send(buildSession())
  clock.now = new Date(clock.now.getTime() + 180_000)
  expect(await codes()).toEqual([])
})
