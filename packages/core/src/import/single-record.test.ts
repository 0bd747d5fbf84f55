import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import {
  createObservationRequestSchema,
  createPromptRequestSchema,
  createSummaryRequestSchema,
} from '@teamlore/shared/single-records'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGetStats } from '../identity/teams/get-stats.ts'
import { makeIngest } from '../ingest/ingest.ts'
import { makeListPrompts } from '../messages/list-prompts.ts'
import { makeGetObservation } from '../observations/get-observation.ts'
import { makeListObservations } from '../observations/list-observations.ts'
import { makeListSummaries } from '../observations/list-summaries.ts'
import { makeListSessions } from '../sessions/list-sessions.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeImportRecords } from './import-records.ts'
import { makeCreateObservation, makeCreatePrompt, makeCreateSummary } from './single-record.ts'

const SECRET = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
const REMOTE = 'https://git.test/acme/gates.git'

let database: TestDatabase
let world: IngestWorld
let hour = 8
beforeAll(async () => {
  database = await createTestDatabase()
  world = await createIngestWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => {
  const { unitOfWork } = world.team
  const ingest = makeIngest({ unitOfWork })
  const now = () => new Date(Date.UTC(2026, 0, 5, hour++))
  return { unitOfWork, importRecords: makeImportRecords({ unitOfWork, ingest }), now }
}
const observe = (body: object) =>
  makeCreateObservation(deps())(world.scope, createObservationRequestSchema.parse(body))
const summarise = (body: object) =>
  makeCreateSummary(deps())(world.scope, createSummaryRequestSchema.parse(body))
const ask = (body: object) =>
  makeCreatePrompt(deps())(world.scope, createPromptRequestSchema.parse(body))
const read = (id: string | null) => makeGetObservation(world.team)(world.scope, { id: id ?? '' })
const PAGE = { limit: 50 }

describe('a single observation', () => {
  test('needs its text alone, and is read like any other', async () => {
    const { id, created } = await observe({ text: 'The gate sticks.\nOnly at low tide.' })
    expect(created).toBe(true)
    expect(await read(id)).toMatchObject({
      type: 'discovery',
      title: 'The gate sticks.',
      project: null,
      narrative: 'The gate sticks.\nOnly at low tide.',
    })
    const { items } = await makeListObservations(world.team)(world.scope, PAGE as never)
    expect(items.map((one) => one.id)).toContain(id)
  })

  test('sent twice is there once, and keeps its time', async () => {
    const body = { text: 'Sent twice.', project: REMOTE }
    const first = await observe(body)
    const before = await read(first.id)
    expect(await observe(body)).toEqual({ ...first, created: false })
    expect(await read(first.id)).toEqual(before)
    expect((await observe({ text: 'Sent twice.' })).id).not.toBe(first.id)
  })

  test('says what was sent last under its key', async () => {
    const first = await observe({ key: 'gate', text: 'It sticks.' })
    const second = await observe({ key: 'gate', text: 'It was oiled.', type: 'bugfix' })
    expect(second.session_id).toBe(first.session_id)
    expect(await read(second.id)).toMatchObject({ narrative: 'It was oiled.', type: 'bugfix' })
  })

  test('belongs to the project of a remote, and to one that is known by its name', async () => {
    const { id } = await observe({ text: 'Of the gates.', project: REMOTE })
    const { project } = await read(id)
    expect(project?.name).toBe('acme/gates')
    const named = await observe({ text: 'By name.', project: 'acme/gates' })
    expect((await read(named.id)).project).toEqual(project)
  })

  test('is refused for a project that is not known', async () => {
    await expect(observe({ text: 'x', project: 'nowhere' })).rejects.toMatchObject({
      code: 'memory.project_unknown',
    })
  })

  test('belongs to a project without a remote, by its name and by its id, and is there once', async () => {
    const folder = { remote_url: null, root_commit: null, root_path: '/home/ann/sheds' }
    await world.send(buildSession({ native_id: 'sheds', project: folder, cwd: folder.root_path }))
    const first = await observe({ text: 'The shed leaks.', project: 'sheds' })
    const { project } = await read(first.id)
    expect(project?.name).toBe('sheds')
    const again = await observe({ text: 'The shed leaks.', project: project?.id ?? '' })
    expect(again).toEqual({ ...first, created: false })
    expect((await observe({ text: 'The shed leaks.' })).id).not.toBe(first.id)
    expect((await observe({ text: 'The shed leaks.', project: REMOTE })).id).not.toBe(first.id)
  })

  test('loses its secrets, its title and key too', async () => {
    const { id } = await observe({ key: SECRET, text: `Token ${SECRET}`, title: `Of ${SECRET}` })
    expect(JSON.stringify(await read(id))).not.toContain(SECRET)
  })
})

test('a single summary and a single prompt are listed, and there once when sent twice', async () => {
  const summary = await summarise({ text: 'The gate was oiled.', title: 'Oil the gate' })
  expect(await summarise({ text: 'The gate was oiled.', title: 'Oil the gate' })).toEqual({
    ...summary,
    created: false,
  })
  const summaries = await makeListSummaries(world.team)(world.scope, PAGE as never)
  expect(summaries.items).toHaveLength(1)
  expect(summaries.items[0]).toMatchObject({
    id: summary.id,
    request: 'Oil the gate',
    completed: 'The gate was oiled.',
  })
  const prompt = await ask({ text: 'Why does the gate stick?' })
  expect(await ask({ text: 'Why does the gate stick?' })).toEqual({ ...prompt, created: false })
  const prompts = await makeListPrompts(world.team)(world.scope, {
    ...PAGE,
    text: 'gate stick',
  } as never)
  expect(prompts.items.map(({ id }) => id)).toEqual([prompt.id])
})

test('stands in no list of sessions, unless those of programs are asked for', async () => {
  const { session_id } = await ask({ text: 'Who oils the gate?' })
  await observe({ text: 'Nobody oils it.' })
  await summarise({ text: 'Looked for the oil.' })
  const list = makeListSessions(world.team)
  const shown = await list(world.scope, PAGE as never)
  expect(shown.items.map(({ tool }) => tool)).not.toContain('api')
  const all = await list(world.scope, { ...PAGE, started_by: 'anyone' } as never)
  expect(all.items.map(({ id }) => id)).toContain(session_id)
  // The same sessions are counted as are listed.
  const { tools } = await makeGetStats(world.team)(world.scope)
  expect(tools.map(({ tool }) => tool)).not.toContain('api')
  expect(tools.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(shown.total?.value)
})

test('says of a time that is yet to come that nothing can have happened then', () => {
  const at = (ahead: number) => new Date(Date.now() + ahead).toISOString()
  const parse = (occurred_at: string) =>
    createObservationRequestSchema.safeParse({ text: 'x', occurred_at })
  expect(parse('2099-01-01T00:00:00Z').error?.issues[0]?.message).toContain('more than a day ahead')
  expect(parse(at(25 * 3_600_000)).success).toBe(false)
  // A clock may be wrong by its time zone.
  expect(parse(at(23 * 3_600_000)).success).toBe(true)
})

test('nothing at all is no record', () => {
  expect(createObservationRequestSchema.safeParse({ text: ' \n' }).success).toBe(false)
  expect(createPromptRequestSchema.safeParse({}).success).toBe(false)
})
