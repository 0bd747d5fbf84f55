import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { ReportedMemoryFile, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSystemScope, grantTeamScope } from '../../identity/teams/team-scope.ts'
import { makeReportMemoryFiles } from '../../memory-files/report-memory-files.ts'
import { buildFoundOut, buildSession } from '../../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../../testing/ingest-world.ts'
import { buildMemoryFile, buildMemoryFilesReport } from '../../testing/memory-file-builders.ts'
import { makeDistilSession } from '../distil-session.ts'

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

const RULE =
  'The `berths` table must be numbered from the east rather than the west, because pilots only come in from there.'

const session = buildSession({
  started_at: '2026-03-02T09:00:00.000Z',
  messages: buildFoundOut('Why which way?', RULE),
})

const reported = (file: Partial<ReportedMemoryFile> = {}, as = world.scope) =>
  makeReportMemoryFiles({ unitOfWork: world.team.unitOfWork })(
    as,
    buildMemoryFilesReport([buildMemoryFile({ text: `# Harbour\n\n${RULE}\n`, ...file })], {
      project: session.project,
    }),
  )

const findings = async (): Promise<number> => {
  const { sessions } = await world.send(session)
  await makeDistilSession({ unitOfWork: world.team.unitOfWork })(
    grantSystemScope(world.team.teamId),
    { sessionId: sessions[0]?.session_id as SessionId },
  )
  return (await world.rowsOf('observations', 'title')).filter(({ title }) =>
    String(title).includes('berths'),
  ).length
}

describe('what a memory file says', () => {
  test('is a finding of a session where no memory file says it', async () => {
    expect(await findings()).toBe(1)
  })

  test('is none where it stood there before the session began', async () => {
    await reported({ modified_at: '2026-03-01T08:00:00.000Z' })
    expect(await findings()).toBe(0)
  })

  test('is one where it was written since: it may have come out of this very session', async () => {
    await reported({ modified_at: '2026-03-02T10:00:00.000Z' })
    expect(await findings()).toBe(1)
  })

  test('is one where it stands in a file that only somebody else may read', async () => {
    const bob = await world.team.addMember('member', 'Bob')
    const scope = grantTeamScope({ ...bob, actor: { kind: 'user', via: 'api_key' } }, 'member')
    await reported({ is_personal: true, path: 'CLAUDE.local.md' }, scope)
    expect(await findings()).toBe(1)
  })
})
