import { newId, type TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { openEngine } from '../engine/open-engine.ts'
import { analyseTables } from '../housekeeping/analyse-tables.ts'
import { explained as explainedBy } from '../testing/explain.ts'
import { createServerDatabase, type ServerDatabase } from '../testing/server-database.ts'
import { testServers } from '../testing/test-env.ts'
import { createSearchReadModel } from './search.ts'
import type { OneOf } from './search.types.ts'

const DOCUMENTS = 30_000
const SESSIONS = 300

const { databaseUrl } = testServers()
const only = (...values: string[]): OneOf[] => [{ values, isNegated: false }]

describe.skipIf(databaseUrl === undefined)('lists on a server', () => {
  let database: ServerDatabase
  let engine: Engine
  const teamId: TeamId = newId.team()
  const userId = newId.user()

  beforeAll(async () => {
    database = await createServerDatabase(databaseUrl ?? '')
    engine = await openEngine({ kind: 'postgres', url: database.url, max: 3 })
    await engine.migrate()
    await engine.transaction(fill)
    await analyseTables(engine)
  })

  /** Without the team, project and machine that sessions belong to. */
  const fill = async (tx: DbExecutor): Promise<void> => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into teamlore.sessions (id, team_id, project_id, machine_id, user_id, tool, native_id, kind, title, activity_at, started_at)
      select 'ses_' || lpad(i::text, 26, '0'), ${teamId}, 'prj_' || repeat('0', 26), 'mac_' || repeat('0', 26), ${userId},
        'codex', i::text, 'main', 't', timestamptz '2026-01-01' + i * interval '1 hour', timestamptz '2026-01-01'
      from generate_series(0, ${SESSIONS - 1}) i`)
    await tx.execute(sql`
      insert into teamlore.documents (id, team_id, kind, type, source_id, session_id, title, body, origin, tokens, length, tsv, content_hash, occurred_at)
      select 'doc_' || lpad(i::text, 26, '0'), ${teamId}, 'observation', case when i < 5 then 'decision' else 'change' end,
        'obs_' || lpad(i::text, 26, '0'), 'ses_' || lpad((i * ${SESSIONS} / ${DOCUMENTS})::text, 26, '0'),
        't', 'b', 'agent', 10, 10, to_tsvector('simple', 'common') || array_to_tsvector(array[case when i < 5 then '#y:decision' else '#y:change' end]),
        i::text, timestamptz '2026-01-01' + i * interval '1 minute'
      from generate_series(0, ${DOCUMENTS - 1}) i`)
  }

  afterAll(async () => {
    await engine.close()
    await database.drop()
  })

  const explained = <T>(work: (tx: DbExecutor) => Promise<T>) =>
    explainedBy(engine, { teamId, userId }, work)
  const model = (tx: DbExecutor) => createSearchReadModel(tx, { teamId, userId }, 'postgres')
  const decisions = { filters: { types: only('decision') }, limit: 3, hasTools: false }

  test('of what is rare is found by the text index, however old it is', async () => {
    const { filters, ...request } = decisions
    const { result, plans } = await explained((tx) =>
      model(tx).listRecent(filters, { ...request, reading: { within: "'#y:decision'" } }),
    )
    expect(result.rows.map(({ sourceId }) => Number(sourceId.slice(4)))).toEqual([4, 3, 2])
    expect(plans).toContain('Bitmap Index Scan on documents_text')
    expect(plans).not.toContain('Seq Scan on documents')
  })

  test('look at the newest in their order, no more than they may, and say where they stopped', async () => {
    const { filters, ...request } = decisions
    const { result, plans } = await explained((tx) =>
      model(tx).listRecent(filters, { ...request, reading: { most: 500 } }),
    )
    expect(result.rows).toEqual([])
    expect(Number(result.reached?.id.slice(4))).toBe(DOCUMENTS - 500)
    expect(plans).toContain('Index Scan using documents_recent')
    expect(plans).not.toContain('Seq Scan on documents')
  })

  test('begin at a moment that was asked for', async () => {
    const filters = { before: new Date('2026-01-01T00:03:00Z'), types: only('decision') }
    const { result, plans } = await explained((tx) =>
      model(tx).listRecent(filters, { limit: 9, hasTools: false, reading: { most: 500 } }),
    )
    expect(result.rows.map(({ sourceId }) => Number(sourceId.slice(4)))).toEqual([2, 1, 0])
    expect(plans).toMatch(/Index Cond: .*occurred_at < /)
  })

  test('of sessions look at the most recent ones and their documents by the index of sessions', async () => {
    const { filters, ...request } = decisions
    const { result, plans } = await explained((tx) =>
      model(tx).listRecentSessions(filters, { ...request, counted: 9, reading: { most: 20 } }),
    )
    expect(result.rows).toEqual([])
    expect(Number(result.reached?.id.slice(4))).toBe(SESSIONS - 20)
    expect(plans).not.toContain('Seq Scan on documents')
  })

  test('of sessions that have something rare begin with what is rare', async () => {
    const { filters, ...request } = decisions
    const { result, plans } = await explained((tx) =>
      model(tx).listRecentSessions(filters, {
        ...request,
        counted: 9,
        reading: { within: "'#y:decision'" },
      }),
    )
    expect(result.rows.map(({ amount }) => amount)).toEqual([5])
    expect(plans).toContain('Bitmap Index Scan on documents_text')
    expect(plans).not.toContain('Seq Scan on documents')
  })
})
