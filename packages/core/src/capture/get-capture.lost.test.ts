import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIndexSessionAnew } from '../ingest/index-session-anew.ts'
import { grantSystemScope } from '../teams/team-scope.ts'
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
  expect(alarms[0]?.mend).toContain('only in a backup of the database')
  expect(machines[0]?.tools[0]).toMatchObject({ not_arrived: 2, server: { messages: 2 } })
  await send(buildSession())
  clock.now = new Date(clock.now.getTime() + 180_000)
  expect(await codes()).toEqual([])
})

test('capture is in alarm when rows of the index are lost, until the session is indexed anew', async () => {
  const { send, report, look, codes, team, clock } = await createCaptureWorld(engine)
  const { sessions } = await send(buildSession())
  await report()
  await readAsOwner(engine, `delete from teamlore.documents where team_id = '${team.teamId}'`)
  const { alarms } = await look()
  expect(alarms).toMatchObject([{ code: 'capture.not_indexed', severity: 'error' }])
  expect(alarms[0]?.mend).toContain('`index-messages`')
  expect(alarms[0]?.mend).not.toContain('backup')
  await makeIndexSessionAnew({ unitOfWork: team.unitOfWork })(grantSystemScope(team.teamId), {
    sessionId: sessions[0]?.session_id as SessionId,
  })
  clock.now = new Date(clock.now.getTime() + 180_000)
  expect(await codes()).toEqual([])
  const [machine] = (await look()).machines
  expect(machine?.tools[0]?.server).toMatchObject({ messages: 4, indexed: 4, not_indexed: 0 })
})
