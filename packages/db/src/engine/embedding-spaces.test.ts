import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyseTables } from '../housekeeping/analyse-tables.ts'
import { createSearchReadModel } from '../search/search.ts'
import { explained } from '../testing/explain.ts'
import { createOwnTestDatabase, type TestDatabase } from '../testing/index.ts'
import { indexedTypeOf, registerEmbeddingSpace, vectorIndexName } from './embedding-spaces.ts'
import type { Engine } from './engine.types.ts'
import { rows } from './rows.ts'

const SPACE = { id: 'spaces-8', dimensions: 8 }

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const vectorIndexes = async (): Promise<string[]> => {
  const found = await rows<{ name: string }>(
    engine.db,
    sql`select indexname as name from pg_indexes
      where schemaname = 'teamlore' and indexdef like '%hnsw%' order by 1`,
  )
  return found.map(({ name }) => name)
}

/** Enough of them that the planner prefers the index. */
const fill = async (teamId: string): Promise<void> => {
  await engine.db.execute(sql`
    insert into teamlore.documents (id, team_id, kind, source_id, title, body, origin, tokens, length, tsv, content_hash)
    select 'doc_' || lpad(i::text, 26, '0'), ${teamId}, 'message', 'msg_' || i, 't', 'b', 'agent', 1, 1, 'w:1', i::text
    from generate_series(1, 2000) i`)
  await engine.db.execute(sql`
    insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
    select d.id, ${SPACE.id}, d.team_id, d.content_hash,
      (select ('[' || string_agg(sin(n * d.content_hash::int)::text, ',') || ']')::halfvec from generate_series(1, 8) n)
    from teamlore.documents d`)
  await analyseTables(engine)
}

test('a space is searched by its index, in the precision that the engine computes fast', async () => {
  await registerEmbeddingSpace(engine, SPACE)
  const type = indexedTypeOf(engine.kind, SPACE)
  expect(type).toBe(engine.kind === 'embedded' ? 'vector' : 'halfvec')
  expect(await vectorIndexes()).toEqual([vectorIndexName(SPACE.id, type)])
  const team = { teamId: newId.team(), userId: newId.user() }
  await fill(team.teamId)
  const { result, plans } = await explained(engine, team, (tx) =>
    createSearchReadModel(tx, team, engine.kind).findByVector({
      space: SPACE,
      vector: Float32Array.from({ length: 8 }, (_, n) => n),
      filters: {},
      within: null,
      everyVector: false,
      measures: ["'w'"],
      limit: 20,
    }),
  )
  expect(result).toHaveLength(20)
  expect(plans).toContain(`Index Scan using ${vectorIndexName(SPACE.id, type)}`)
})

test('an index of the other precision, which an earlier version made, gives way', async () => {
  await registerEmbeddingSpace(engine, SPACE)
  const before = await vectorIndexes()
  if (engine.kind === 'embedded')
    await engine.db.execute(
      sql.raw(`create index ${vectorIndexName(SPACE.id)} on teamlore.document_vectors
        using hnsw ((embedding::halfvec(8)) halfvec_cosine_ops) where space = '${SPACE.id}'`),
    )
  await registerEmbeddingSpace(engine, SPACE)
  expect(await vectorIndexes()).toEqual(before)
})

test('what full precision cannot index is indexed by half of it', () => {
  expect(indexedTypeOf('embedded', { dimensions: 2_000 })).toBe('vector')
  expect(indexedTypeOf('embedded', { dimensions: 2_001 })).toBe('halfvec')
})
