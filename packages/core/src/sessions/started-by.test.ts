import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { listSessionsQuerySchema, type SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { buildFoundOut, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeListSessions } from './list-sessions.ts'

const CAUSE =
  'The `readLines()` loop drops the last line when the file has no newline, because it only emits on newlines.'

let database: TestDatabase
let world: IngestWorld
let idOf: (nativeId: string) => SessionId

const found = (native_id: string, started_by?: 'program') =>
  buildSession({
    native_id,
    title: 'Lines that are missing',
    messages: buildFoundOut('Why is the last line missing?', CAUSE),
    ...(started_by === undefined ? {} : { started_by }),
  })

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createIngestWorld(database.engine)
  const sent = await world.send(found('of-ann'), found('of-a-script', 'program'))
  const ids = new Map(sent.sessions.map((one) => [one.native_id, one.session_id as SessionId]))
  idOf = (nativeId) => ids.get(nativeId) as SessionId
})
afterAll(() => database[Symbol.asyncDispose]())

const listed = async (query: { started_by?: string; title?: string } = {}) => {
  const list = makeListSessions({ unitOfWork: world.team.unitOfWork })
  const page = await list(world.scope, listSessionsQuerySchema.parse(query))
  return [
    page.total?.value,
    ...page.items.map((one) => `${one.native_id} ${one.started_by}`).sort(),
  ]
}

test('lists leave out what a program started, unless they are asked for it', async () => {
  expect(await listed()).toEqual([1, 'of-ann person'])
  expect(await listed({ title: 'missing' })).toEqual([1, 'of-ann person'])
  expect(await listed({ started_by: 'person' })).toEqual([1, 'of-ann person'])
  expect(await listed({ started_by: 'program' })).toEqual([1, 'of-a-script program'])
  expect(await listed({ started_by: 'anyone' })).toEqual([
    2,
    'of-a-script program',
    'of-ann person',
  ])
})

test('figures beside the lists count what people started', async () => {
  await world.team.unitOfWork.inTeam(world.scope, async (repos) => {
    const insights = await repos.insights.tools({
      since: new Date(0),
      now: new Date(),
      maxCommits: 10,
      maxLines: 10,
    })
    expect(insights.map(({ sessions }) => sessions)).toEqual([1])
  })
})

test('what a program was asked is not distilled', async () => {
  const distil = makeDistilSession({ unitOfWork: world.team.unitOfWork })
  const run = (nativeId: string) =>
    distil(grantSystemScope(world.team.teamId), { sessionId: idOf(nativeId) })
  expect(await run('of-ann')).toMatchObject({ state: 'done', observations: 1 })
  expect(await run('of-a-script')).toMatchObject({ state: 'done', observations: 0, summaries: 0 })
})

test('it becomes a person’s once one of them goes on with it', async () => {
  await world.send(found('resumed', 'program'))
  expect(await listed({ started_by: 'program' })).toContain('resumed program')
  await world.send(found('resumed'))
  expect(await listed({ started_by: 'program' })).not.toContain('resumed program')
})
