import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildImported, buildObservation, buildSummary } from '../testing/import-builders.ts'
import { buildMessage, buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeImportRecords } from './import-records.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

test('records of a time that is yet to come are taken without it, and the answer names each', async () => {
  const world = await createIngestWorld(engine)
  const { unitOfWork } = world.team
  const importRecords = makeImportRecords({ unitOfWork, ingest: world.ingest })
  const { machine } = buildRequest(buildSession())
  const time = '2099-01-01T00:00:00Z'
  const messages = [buildMessage(0, { ts: time }), buildMessage(1)]
  const session = buildSession({ messages, started_at: null })
  const late = buildImported({
    session,
    observations: [buildObservation('first', { occurred_at: time }), buildObservation('second')],
    summaries: [buildSummary(1), buildSummary(2, { occurred_at: time })],
  })
  const { sessions } = await importRecords(world.scope, { machine, sessions: [late] })
  expect(sessions[0]?.undated).toEqual([
    { kind: 'message', key: 'm0', time },
    { kind: 'observation', key: 'first', time },
    { kind: 'summary', key: '2', time },
  ])
  const dated = (table: string) =>
    world.rowsOf(table, 'count(*)::int as all, count(occurred_at)::int as dated')
  expect(await dated('observations')).toEqual([{ all: 2, dated: 1 }])
  expect(await dated('summaries')).toEqual([{ all: 2, dated: 1 }])
  const whole = buildImported({ session: buildSession({ native_id: 'whole' }) })
  const second = await importRecords(world.scope, { machine, sessions: [whole] })
  expect(second.sessions[0]).not.toHaveProperty('undated')
})
