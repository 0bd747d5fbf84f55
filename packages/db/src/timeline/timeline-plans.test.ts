import { newId, type TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { openEngine } from '../engine/open-engine.ts'
import { analyseTables } from '../housekeeping/analyse-tables.ts'
import { createSearchValues } from '../search/values.ts'
import { explained } from '../testing/explain.ts'
import { createServerDatabase, type ServerDatabase } from '../testing/server-database.ts'
import { testServers } from '../testing/test-env.ts'
import { createTimelineReadModel } from './timeline.ts'
import type { TimelineRequest, TimelineScope } from './timeline.types.ts'

const DOCUMENTS = 6_000
const PROJECTS = 20

const { databaseUrl } = testServers()

describe.skipIf(databaseUrl === undefined)('plans of a timeline on a server', () => {
  let database: ServerDatabase
  let engine: Engine
  const teamId: TeamId = newId.team()
  const team = { teamId, userId: newId.user() }
  const projectId = (n: number) => `prj_${String(n).padStart(26, '0')}`

  beforeAll(async () => {
    database = await createServerDatabase(databaseUrl ?? '')
    engine = await openEngine({ kind: 'postgres', url: database.url, max: 3 })
    await engine.migrate()
    // Of every twenty documents of a project one is a summary; some are later chunks of what came before.
    await engine.db.execute(sql`
      insert into teamlore.documents (id, team_id, project_id, kind, source_id, chunk, title, body, origin, tokens, length,
        tsv, content_hash, occurred_at)
      select 'doc_' || lpad(i::text, 26, '0'), ${teamId}, 'prj_' || lpad((i % ${PROJECTS})::text, 26, '0'),
        case when i / ${PROJECTS} % 20 = 0 then 'summary' else 'message' end, 'msg_' || lpad(i::text, 26, '0'),
        case when i % 7 = 0 then 1 else 0 end, 'entry ' || i, repeat('b', 200), 'agent', 10, 10,
        to_tsvector('simple', 'w'), i::text, timestamptz '2026-01-01' + i * interval '1 minute'
      from generate_series(1, ${DOCUMENTS}) i`)
    await analyseTables(engine)
  })
  afterAll(async () => {
    await engine.close()
    await database.drop()
  })

  const look = (scope: TimelineScope, more: Partial<TimelineRequest> = {}) =>
    explained(engine, team, (tx) =>
      createTimelineReadModel(tx, team).beyond({
        scope,
        kinds: ['message', 'prompt', 'observation', 'summary'],
        hasSessions: true,
        from: { at: Date.UTC(2026, 0, 3) * 1_000, key: '' },
        direction: 'earlier',
        limit: 10,
        ...more,
      }),
    )

  test.each(['earlier', 'later'] as const)(
    'of a project read what lies %s off its index',
    async (direction) => {
      const { result, plans } = await look(
        { within: 'project', projectIds: [projectId(3)] },
        { direction },
      )
      expect(result).toHaveLength(10)
      const times = result.map(({ at }) => at ?? '')
      expect(times).toEqual(
        times.toSorted((a, b) => (direction === 'earlier' ? -1 : 1) * (a < b ? -1 : 1)),
      )
      expect(plans).toMatch(/Index Scan (Backward )?using documents_in_time/)
      expect(plans).not.toMatch(/Seq Scan on (documents|sessions)/)
      expect(plans).not.toContain('documents_recent')
    },
  )

  test('find a rare kind without looking at the others', async () => {
    const { result, plans } = await look(
      { within: 'project', projectIds: [projectId(0)] },
      { kinds: ['summary'] },
    )
    expect(new Set(result.map(({ kind }) => kind))).toEqual(new Set(['summary']))
    expect(plans).toMatch(/Index Cond: .*kind = /)
  })

  test('of the whole team go by time alone, over a bounded stretch', async () => {
    const { result, plans } = await look({ within: 'team' })
    expect(result).toHaveLength(10)
    expect(plans).toContain('Index Scan using documents_recent')
    expect(plans).toContain('sessions_by_start')
  })

  test('of a session begin with its own documents', async () => {
    const { plans } = await look({ within: 'session', sessionId: 'ses_00000000000000000000000000' })
    expect(plans).toContain('documents_by_session')
  })

  test('of completions draw on the newest alone', async () => {
    const { plans } = await explained(engine, team, async (tx) => {
      const values = createSearchValues(tx, team)
      await values.branches({ prefix: 'ma', limit: 5 })
      await values.files({ prefix: 'src', limit: 5, projectIds: [projectId(1)] })
      await values.concepts({ prefix: '', limit: 5 })
      await values.conceptCounts({ prefix: '', limit: 5 })
    })
    expect(plans).toContain('sessions_by_activity')
    expect(plans).toContain('observations_recent')
    expect(plans).not.toMatch(/Seq Scan on (observations|sessions)/)
  })
})
