import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeDistilSession } from './distil-session.ts'
import { makeMarkDistilFailed } from './mark-distil-failed.ts'

let database: TestDatabase
let engine: Engine
let world: IngestWorld

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createIngestWorld(engine)
})

const sent = async () => {
  const { sessions } = await world.send(buildSession())
  return sessions.map(({ session_id }) => session_id)
}
const distil = (sessionId: string) =>
  makeDistilSession({ unitOfWork: world.team.unitOfWork })(grantSystemScope(world.team.teamId), {
    sessionId: sessionId as SessionId,
  })
const stateOf = async () => (await world.rowsOf('sessions', 'distilled'))[0]?.['distilled']

describe('marking as failed', () => {
  const mark = (sessionId: string, failedAt?: Date) =>
    makeMarkDistilFailed({ unitOfWork: world.team.unitOfWork })(
      grantSystemScope(world.team.teamId),
      { sessionId: sessionId as SessionId, ...(failedAt && { failedAt }) },
    )

  test('shows in the session until it is distilled after all', async () => {
    const [sessionId = ''] = await sent()
    expect(await mark(sessionId)).toBe(true)
    expect(await stateOf()).toBe('failed')
    await distil(sessionId)
    expect(await stateOf()).toBe('done')
  })

  test('passes over what has grown since, and what is done', async () => {
    const [sessionId = ''] = await sent()
    expect(await mark(sessionId, new Date('2020-01-01'))).toBe(false)
    expect(await stateOf()).toBe('pending')
    await distil(sessionId)
    expect(await mark(sessionId)).toBe(false)
    expect(await stateOf()).toBe('done')
  })
})
