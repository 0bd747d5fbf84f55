import type { Engine } from '@teamlore/db'
import { createTestDatabase, createTestTeam, type TestDatabase } from '@teamlore/db/testing'
import { type ImportedSession, sessionIdSchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeListSummaries } from '../observations/list-summaries.ts'
import { buildImported, buildObservation, buildSummary } from '../testing/import-builders.ts'
import {
  buildEdit,
  buildMessages,
  buildRequest,
  buildSession,
  text,
} from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeImportRecords } from './import-records.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const createWorld = async () => {
  const world = await createIngestWorld(engine)
  const { unitOfWork, teamId } = world.team
  const importRecords = makeImportRecords({ unitOfWork, ingest: world.ingest })
  const { machine } = buildRequest(buildSession())
  const bring = (...sessions: ImportedSession[]) =>
    importRecords(world.scope, { machine, sessions })
  const distil = (sessionId: string) =>
    makeDistilSession({ unitOfWork })(grantSystemScope(teamId), {
      sessionId: sessionIdSchema.parse(sessionId),
    })
  return { ...world, bring, distil }
}

const CHANGED_BY_IMPORT = [
  'sessions',
  'messages',
  'observations',
  'summaries',
  'documents',
  'outbox',
]

describe('records of another memory', () => {
  test('are stored under their session with their dates and origin, and can be searched', async () => {
    const { bring, rowsOf, team, scope } = await createWorld()
    const { sessions } = await bring(buildImported())
    expect(sessions).toEqual([
      {
        native_id: 'native-1',
        session_id: expect.stringMatching(/^ses_/),
        created: true,
        messages: { inserted: 4, updated: 0, unchanged: 0 },
        observations: { inserted: 1, updated: 0, unchanged: 0 },
        summaries: { inserted: 1, updated: 0, unchanged: 0 },
        server_redactions: 0,
      },
    ])
    const [prompt] = await rowsOf('messages', "case when key = 'm0' then id end")
    const [observation] = await rowsOf(
      'observations',
      'title, facts, concepts, origin, distiller, prompt_id, occurred_at',
    )
    expect(observation).toMatchObject({
      title: 'Keep tide tables in one file',
      facts: ['There are 412 harbours.'],
      concepts: ['tide-table'],
      origin: 'import',
      distiller: 'import',
      prompt_id: Object.values(prompt ?? {})[0],
    })
    expect(new Date(String(observation?.['occurred_at'])).toISOString()).toBe(
      '2024-11-02T10:20:30.000Z',
    )
    expect(await rowsOf('summaries', 'prompt_number, distiller')).toEqual([
      { prompt_number: 1, distiller: 'import' },
    ])
    const documents = await rowsOf('documents', 'kind, origin')
    expect(documents).toContainEqual({ kind: 'observation', origin: 'import' })
    expect(documents).toContainEqual({ kind: 'summary', origin: 'import' })
    const listed = await makeListSummaries({ unitOfWork: team.unitOfWork })(scope, { limit: 50 })
    expect(listed.items).toMatchObject([{ origin: 'import', distiller: 'import' }])
  })

  test('sent again change nothing and touch no row', async () => {
    const { bring, rowsOf } = await createWorld()
    await bring(buildImported())
    const versions = () =>
      Promise.all(CHANGED_BY_IMPORT.map((table) => rowsOf(table, 'ctid::text, xmin::text')))
    const before = await versions()
    const { sessions } = await bring(buildImported())
    expect(sessions[0]).toMatchObject({
      created: false,
      messages: { inserted: 0, updated: 0, unchanged: 4 },
      observations: { inserted: 0, updated: 0, unchanged: 1 },
      summaries: { inserted: 0, updated: 0, unchanged: 1 },
    })
    expect(await versions()).toEqual(before)
  })

  test('that were edited replace what they said, under the same id', async () => {
    const { bring, rowsOf } = await createWorld()
    await bring(buildImported())
    const ids = await rowsOf('observations', 'id')
    const { sessions } = await bring(
      buildImported({
        observations: [buildObservation('observation:1', { title: 'Keep one table per coast' })],
        summaries: [buildSummary(1, { learned: 'Coasts differ.' })],
      }),
    )
    expect(sessions[0]).toMatchObject({
      observations: { inserted: 0, updated: 1, unchanged: 0 },
      summaries: { inserted: 0, updated: 1, unchanged: 0 },
    })
    expect(await rowsOf('observations', 'id')).toEqual(ids)
    const titles = await rowsOf('documents', 'title')
    expect(titles).toContainEqual({ title: 'Keep one table per coast' })
    expect(titles).not.toContainEqual({ title: 'Keep tide tables in one file' })
  })

  test('that come twice in one request are one, the last word counts', async () => {
    const { bring, rowsOf } = await createWorld()
    const { sessions } = await bring(
      buildImported({
        observations: [
          buildObservation('same', { title: 'First' }),
          buildObservation('same', { title: 'Last' }),
        ],
      }),
    )
    expect(sessions[0]?.observations).toEqual({ inserted: 1, updated: 0, unchanged: 0 })
    expect(await rowsOf('observations', 'title')).toEqual([{ title: 'Last' }])
  })

  test('may belong to a session without a message', async () => {
    const { bring, count } = await createWorld()
    await bring(buildImported({ session: buildSession({ messages: [], started_at: null }) }))
    expect(await count('messages')).toBe(0)
    expect(await count('observations')).toBe(1)
    expect(await count('documents')).toBe(2)
  })

  test('that hold secrets lose them on the server too, which says so', async () => {
    const { bring, rowsOf } = await createWorld()
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
    const { sessions } = await bring(
      buildImported({
        observations: [buildObservation('leak', { narrative: `The token was ${secret}.` })],
        summaries: [buildSummary(1, { notes: `export GITHUB_TOKEN=${secret}` })],
      }),
    )
    expect(sessions[0]?.server_redactions).toBe(2)
    for (const table of ['observations', 'summaries', 'documents'])
      expect(JSON.stringify(await rowsOf(table))).not.toContain(secret)
  })

  test('2,000 of one session come in whole', async () => {
    const { bring, count } = await createWorld()
    const observations = Array.from({ length: 2_000 }, (_, index) =>
      buildObservation(`observation:${index}`, { title: `Finding ${index}` }),
    )
    await bring(buildImported({ observations }))
    expect(await count('observations')).toBe(2_000)
  })

  test('may hold what PostgreSQL cannot store, which is replaced', async () => {
    const { bring, rowsOf } = await createWorld()
    await bring(buildImported({ observations: [buildObservation('k', { title: 'nul \0' })] }))
    expect(await rowsOf('observations', 'title')).toEqual([{ title: 'nul \ufffd' }])
  })

  test('of a private project are seen by their owner alone, and other teams meet none of them', async () => {
    const { bring, rowsOf, team, scope } = await createWorld()
    await bring(buildImported())
    await engine.db.execute(
      `update teamlore.projects set default_visibility = 'private' where team_id = '${team.teamId}'`,
    )
    const session = buildSession({ tool: 'claude-mem', native_id: 'secret' })
    await bring(buildImported({ session }))
    const other = await team.addMember('admin')
    const strangers = await createTestTeam(engine)
    const stranger = await strangers.addMember('owner')
    const seenBy = async (who: typeof scope | typeof other) =>
      (
        await team.unitOfWork.inTeam(who, ({ observationList }) =>
          observationList.list({}, { limit: 10 }),
        )
      ).items.length
    expect(await seenBy(scope)).toBe(2)
    expect(await seenBy(other)).toBe(1)
    expect(await seenBy(stranger)).toBe(0)
    expect(await rowsOf('observations', 'private_to is null as open')).toEqual([
      { open: false },
      { open: true },
    ])
  })
})

describe('distilling a session with records of another memory', () => {
  test('leaves them and their documents as they are', async () => {
    const { bring, distil, rowsOf } = await createWorld()
    const session = buildSession({ tool: 'claude-mem', messages: buildMessages(8) })
    const { sessions } = await bring(buildImported({ session }))
    await distil(sessions[0]?.session_id ?? '')
    const summaries = await rowsOf('summaries', 'id, prompt_number, distiller, learned')
    expect(summaries).toContainEqual(
      expect.objectContaining({
        prompt_number: 1,
        distiller: 'import',
        learned: 'Each harbour opens a file.',
      }),
    )
    const ids = new Set(summaries.map(({ id }) => id))
    const indexed = await rowsOf('documents', "case kind when 'summary' then source_id end as id")
    for (const { id } of indexed) if (id !== null) expect(ids).toContain(id)
    expect(await rowsOf('observations', 'title')).toContainEqual({
      title: 'Keep tide tables in one file',
    })
  })

  test('that was distilled before gives way to their summaries', async () => {
    const { bring, distil, send, rowsOf } = await createWorld()
    const edits = ['m1', 'm5'].map((key) => buildEdit(`of ${key}`, { message_key: key }))
    const messages = buildMessages(8).map((message) =>
      message.key === 'm3'
        ? { ...message, blocks: [text('Moved the reader of lines into `readLines()`.')] }
        : message,
    )
    const session = buildSession({ messages, edits })
    const { sessions } = await send(session)
    await distil(sessions[0]?.session_id ?? '')
    const before = await rowsOf('summaries', 'id, prompt_number')
    const { sessions: brought } = await bring(buildImported({ session }))
    expect(brought[0]?.summaries).toEqual({ inserted: 1, updated: 0, unchanged: 0 })
    expect(before).toHaveLength(1)
    expect(await rowsOf('summaries', 'id, prompt_number')).toEqual(before)
    expect(await rowsOf('summaries', 'prompt_number, distiller')).toContainEqual({
      prompt_number: 1,
      distiller: 'import',
    })
  })
})
