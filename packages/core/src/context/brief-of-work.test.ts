import type { Engine, NewObservation } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import {
  contextQuerySchema,
  listSessionsQuerySchema,
  newId,
  type SessionId,
} from '@teamlore/shared'
import { namesCause } from '@teamlore/shared/observation-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeListSessions } from '../sessions/list-sessions.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetContext } from './get-context.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const NOW = new Date('2026-01-06T08:00:00Z')

describe('of a project without findings the brief', () => {
  const works = async (of: IngestWorld, rows: readonly Partial<NewObservation>[]) => {
    const { sessions: sent } = await of.send(buildSession({ native_id: `work-${rows.length}` }))
    const scope = grantSystemScope(of.team.teamId)
    await of.team.unitOfWork.inTeam(scope, async ({ sessions, distillation }) => {
      const session = await sessions.findById(sent[0]?.session_id as SessionId)
      if (session === undefined) throw new Error('no session')
      await distillation.writeObservations(
        session,
        rows.map((row, index) => ({ ...WORK, id: newId.observation(), key: `k${index}`, ...row })),
      )
    })
  }
  const WORK: Omit<NewObservation, 'id' | 'key'> = {
    promptId: null,
    messageId: null,
    type: 'change',
    purpose: 'work',
    topic: '',
    title: 'Raised the limit of uploads',
    subtitle: 'Changed src/upload.ts',
    narrative: '',
    facts: [],
    concepts: [],
    filesRead: [],
    filesModified: ['src/upload.ts'],
    origin: 'agent',
    claim: null,
    confidence: null,
    occurredAt: null,
  }
  const REPAIR = {
    type: 'bugfix',
    title: 'Fixed the upload of large files',
    subtitle: 'The proxy cut bodies above one megabyte',
  } as const
  const textFor = async (of: IngestWorld, query: object = {}) =>
    (
      await makeGetContext({ unitOfWork: of.team.unitOfWork, now: () => NOW })(
        of.scope,
        contextQuerySchema.parse(query),
      )
    ).text

  test('a brief says what was done, where no cause is known', async () => {
    const own = await createIngestWorld(engine)
    expect(await textFor(own)).toContain('Nothing is recorded yet.')
    await works(own, [{}, { title: 'Split the uploader' }, { title: 'Named the queue' }])
    for (const query of [{}, { project: 'acme/parser' }, { files: 'src/upload.ts' }]) {
      const brief = await textFor(own, query)
      expect(brief).not.toContain('Nothing is recorded yet.')
      expect(brief).toContain('Raised the limit of uploads')
      expect(brief).toContain('Named the queue')
    }
  })

  test('a brief for some files says causes, and leaves the rest of the record aside', async () => {
    const own = await createIngestWorld(engine)
    await works(own, [REPAIR, {}])
    const brief = await textFor(own, { files: 'src/upload.ts' })
    expect(brief).toContain('The proxy cut bodies above one megabyte')
    expect(brief).not.toContain('Raised the limit')
  })

  test('a brief that nothing is asked of has the newest work beside the causes', async () => {
    const own = await createIngestWorld(engine)
    const many = Array.from({ length: 14 }, (_, n) => ({ title: `Moved berth number ${n}` }))
    await works(own, [...many, REPAIR, {}])
    const brief = await textFor(own)
    expect(brief).toContain('The proxy cut bodies above one megabyte')
    expect(brief).toContain('Raised the limit')
    expect(brief.match(/Moved berth/g)).toHaveLength(9)
  })

  test('and the session count the same: what names a cause, and apart from it other work', async () => {
    const own = await createIngestWorld(engine)
    const rows = [REPAIR, {}, { type: 'bugfix' as const }, { ...REPAIR, type: 'feature' as const }]
    await works(own, rows)
    const { items } = await makeListSessions({ unitOfWork: own.team.unitOfWork })(
      own.scope,
      listSessionsQuerySchema.parse({}),
    )
    const causes = rows.filter((row) => namesCause({ ...WORK, ...row })).length
    expect(items[0]?.counts).toMatchObject({ observations: causes, work: rows.length - causes })
    expect(causes).toBe(1)
  })
})
