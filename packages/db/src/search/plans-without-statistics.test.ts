import { newId, type TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  indexedTypeOf,
  registerEmbeddingSpace,
  vectorIndexName,
} from '../engine/embedding-spaces.ts'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { explained as explainedBy } from '../testing/explain.ts'
import { createOwnTestDatabase, type TestDatabase } from '../testing/index.ts'
import { createSearchReadModel } from './search.ts'

const SPACE = { id: 'fresh-16', dimensions: 16 }
const DOCUMENTS = 4_000
const idOf = (n: number) => `doc_${String(n).padStart(26, '0')}`

/** As right after a first import: nobody has analysed a table yet, so the planner guesses. */
describe('plans before there are statistics', () => {
  let database: TestDatabase
  let engine: Engine
  const teamId: TeamId = newId.team()
  const userId = newId.user()
  const vector = Float32Array.from({ length: SPACE.dimensions }, (_, n) => Math.sin(30 * (n + 1)))

  beforeAll(async () => {
    database = await createOwnTestDatabase()
    engine = database.engine
    for (const table of ['documents', 'document_vectors'])
      await engine.db.execute(
        sql.raw(`alter table teamlore.${table} set (autovacuum_enabled = false)`),
      )
    await engine.db.execute(sql`
      insert into teamlore.documents (id, team_id, kind, source_id, title, body, origin, tokens, length, tsv, content_hash)
      select 'doc_' || lpad(i::text, 26, '0'), ${teamId}, 'message', 'msg_' || lpad(i::text, 26, '0'), 't', repeat('b', 400),
        'agent', 10, 10, to_tsvector('simple', 'common w' || (i % 300) || ' r' || i), i::text
      from generate_series(1, ${DOCUMENTS}) i`)
    await engine.db.execute(
      sql`insert into teamlore.embedding_spaces (id, dimensions) values (${SPACE.id}, ${SPACE.dimensions})`,
    )
    await engine.db.execute(sql`
      insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
      select d.id, ${SPACE.id}, ${teamId}, d.content_hash,
        (select ('[' || string_agg((sin(n * n + d.content_hash::int * n))::text, ',') || ']')::halfvec
          from generate_series(1, ${SPACE.dimensions}) n)
      from teamlore.documents d`)
    await registerEmbeddingSpace(engine, SPACE)
  })
  afterAll(() => database[Symbol.asyncDispose]())

  const plansOf = async (
    work: (model: ReturnType<typeof createSearchReadModel>) => Promise<unknown>,
  ): Promise<string> =>
    (
      await explainedBy(engine, { teamId, userId }, (tx: DbExecutor) =>
        work(createSearchReadModel(tx, { teamId, userId }, engine.kind)),
      )
    ).plans

  /** Indexes that lead to everything a team has. */
  const ofTheTeam = /(?:documents|document_vectors)_(?:by_team|recent|in_time)/

  test('candidates come off the text index, and each is compared with its own vector', async () => {
    const plans = await plansOf((model) =>
      model.findByText({
        branches: [
          { match: "'w7'", worth: 5, limit: 100 },
          { match: "'r7'", worth: 8, limit: 100 },
        ],
        always: null,
        required: null,
        measures: ["'w7'", "'r7'"],
        filters: {},
        averageLength: 10,
        limit: 50,
        near: { space: SPACE, vector },
      }),
    )
    expect(plans).toContain('Bitmap Index Scan on documents_text')
    expect(plans).toContain('Index Scan using document_vectors_pkey')
    expect(plans).not.toMatch(ofTheTeam)
  })

  test('what is near is found by the index of its space', async () => {
    const plans = await plansOf((model) =>
      model.findByVector({
        space: SPACE,
        vector,
        filters: {},
        within: null,
        everyVector: false,
        measures: ["'w7'"],
        limit: 20,
      }),
    )
    expect(plans).toContain(
      `Index Scan using ${vectorIndexName(SPACE.id, indexedTypeOf(engine.kind, SPACE))}`,
    )
    expect(plans).not.toMatch(ofTheTeam)
  })

  test('words are counted and hits are read by what was asked for', async () => {
    const counting = await plansOf((model) => model.statisticsOf(['w7', 'r7']))
    expect(counting).toContain('Bitmap Index Scan on documents_text')
    const reading = await plansOf((model) => model.readHits([idOf(7), idOf(8)]))
    expect(reading).toContain('documents_pkey')
    for (const plans of [counting, reading]) expect(plans).not.toMatch(ofTheTeam)
  })
})
