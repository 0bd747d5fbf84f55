import type { Engine, NewObservation } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import {
  newId,
  observationPageSchema,
  type SessionId,
  statsSchema,
  summaryPageSchema,
} from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGetStats } from '../identity/teams/get-stats.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetObservation } from './get-observation.ts'
import { makeGetSummary } from './get-summary.ts'
import { makeListObservations } from './list-observations.ts'
import { makeListSummaries } from './list-summaries.ts'

let database: TestDatabase
let engine: Engine
let world: IngestWorld
let sessionId: SessionId

const buildObservation = (overrides: Partial<NewObservation>): NewObservation => ({
  id: newId.observation(),
  key: 'k',
  promptId: null,
  messageId: null,
  type: 'discovery',
  purpose: 'finding',
  topic: '',
  title: 'The parser skips bad lines',
  subtitle: '',
  narrative: '',
  facts: ['a fact'],
  concepts: [],
  filesRead: [],
  filesModified: [],
  origin: 'agent',
  claim: null,
  confidence: null,
  occurredAt: null,
  ...overrides,
})

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  world = await createIngestWorld(engine)
  const answer = await world.send(
    buildSession(),
    buildSession({ native_id: 'loose', project: null }),
  )
  sessionId = answer.sessions[0]?.session_id as SessionId
  await world.team.unitOfWork.inTeam(
    grantSystemScope(world.team.teamId),
    async ({ sessions, distillation }) => {
      const session = await sessions.findById(sessionId)
      if (session === undefined) throw new Error('no session')
      await distillation.writeObservations(session, [
        buildObservation({
          key: 'a',
          type: 'bugfix',
          concepts: ['parser'],
          filesModified: ['src/parser.ts'],
          occurredAt: new Date('2026-01-02T00:00:00Z'),
        }),
        buildObservation({
          key: 'b',
          filesRead: ['docs/parser.md'],
          occurredAt: new Date('2026-01-03T00:00:00Z'),
        }),
      ])
      await distillation.writeSummaries(session, [
        {
          id: newId.summary(),
          promptId: null,
          promptNumber: 1,
          request: 'Why?',
          investigated: '',
          learned: 'Because.',
          completed: '',
          nextSteps: '',
          notes: '',
          occurredAt: null,
        },
      ])
    },
  )
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.team.unitOfWork })
const list = async (query: Record<string, unknown> = {}) =>
  observationPageSchema.parse(
    await makeListObservations(deps())(world.scope, { limit: 50, ...query }),
  ).items
const keysOf = async (query: Record<string, unknown>) =>
  (await list(query)).map(({ occurred_at }) => occurred_at?.slice(0, 10))

describe('the list of observations', () => {
  test('shows what sessions found out, newest first', async () => {
    const items = await list()
    expect(items).toHaveLength(2)
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^obs_/),
      session_id: sessionId,
      prompt_id: null,
      message_id: null,
      project: { id: expect.stringMatching(/^prj_/), name: 'acme/parser' },
      type: 'bugfix',
      topic: '',
      title: 'The parser skips bad lines',
      subtitle: '',
      narrative: '',
      facts: ['a fact'],
      concepts: ['parser'],
      files_read: [],
      files_modified: ['src/parser.ts'],
      origin: 'agent',
      purpose: 'finding',
      claim: null,
      confidence: null,
      superseded_at: null,
      superseded_by: null,
      distiller: 'extractive',
      occurred_at: '2026-01-02T00:00:00.000Z',
    })
  })

  test('can be narrowed down by type, file, concept, session and project', async () => {
    const [first, second] = ['2026-01-03', '2026-01-02']
    expect(await keysOf({ type: 'bugfix' })).toEqual([second])
    expect(await keysOf({ file: 'src/parser.ts' })).toEqual([second])
    expect(await keysOf({ file: 'parser.md' })).toEqual([first])
    expect(await keysOf({ file: 'arser.md' })).toEqual([])
    expect(await keysOf({ concept: 'parser' })).toEqual([second])
    expect(await keysOf({ session: sessionId })).toEqual([first, second])
    expect(await keysOf({ project: 'parser' })).toEqual([first, second])
    expect(await keysOf({ project: 'other' })).toEqual([])
  })

  test('leads to each by its id, for its own team only', async () => {
    const [observation] = await list()
    const getObservation = makeGetObservation(deps())
    const id = observation?.id ?? ''
    expect(await getObservation(world.scope, { id })).toEqual(observation)
    const stranger = await createIngestWorld(engine)
    await expect(
      makeGetObservation({ unitOfWork: stranger.team.unitOfWork })(stranger.scope, { id }),
    ).rejects.toMatchObject({ code: 'observation.not_found' })
    await expect(getObservation(world.scope, { id: newId.summary() })).rejects.toMatchObject({
      code: 'observation.not_found',
    })
  })
})

describe('the list of summaries', () => {
  test('shows what was done per prompt, and leads to each', async () => {
    const page = await makeListSummaries(deps())(world.scope, { limit: 50, session: sessionId })
    const { items } = summaryPageSchema.parse(page)
    expect(items).toMatchObject([
      {
        prompt_number: 1,
        request: 'Why?',
        learned: 'Because.',
        origin: 'agent',
        occurred_at: null,
      },
    ])
    const getSummary = makeGetSummary(deps())
    expect(await getSummary(world.scope, { id: items[0]?.id ?? '' })).toEqual(items[0])
    await expect(getSummary(world.scope, { id: newId.summary() })).rejects.toMatchObject({
      code: 'summary.not_found',
    })
  })
})

test('the figures count what the caller may see', async () => {
  const stats = statsSchema.parse(await makeGetStats(deps())(world.scope))
  expect(stats).toEqual({
    sessions: 2,
    messages: 8,
    prompts: 2,
    observations: 2,
    findings: 2,
    summaries: 1,
    documents: 8,
    embedded: 0,
    projects: 1,
    tools: [{ tool: 'claude-code', sessions: 2 }],
  })
  const stranger = await createIngestWorld(engine)
  const none = await makeGetStats({ unitOfWork: stranger.team.unitOfWork })(stranger.scope)
  expect(none).toMatchObject({ sessions: 0, messages: 0, documents: 0, tools: [] })
})
