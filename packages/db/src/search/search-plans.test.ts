import { newId, type TeamId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerEmbeddingSpace, vectorIndexName } from '../engine/embedding-spaces.ts'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { openEngine } from '../engine/open-engine.ts'
import { rows } from '../engine/rows.ts'
import { analyseTables } from '../housekeeping/analyse-tables.ts'
import { explained as explainedBy } from '../testing/explain.ts'
import { searchInTeam } from '../testing/in-team.ts'
import { createServerDatabase, type ServerDatabase } from '../testing/server-database.ts'
import { testServers } from '../testing/test-env.ts'
import { createSearchReadModel } from './search.ts'

const SPACE = { id: 'plans-32', dimensions: 32 }
const DOCUMENTS = 6_000

const { databaseUrl } = testServers()

/** Plans of the embedded engine are those of the same planner; the server is where they are asked about. */
describe.skipIf(databaseUrl === undefined)(
  'plans on a server, as the role of the application',
  () => {
    let database: ServerDatabase
    let engine: Engine
    const teamId: TeamId = newId.team()
    const userId = newId.user()

    beforeAll(async () => {
      database = await createServerDatabase(databaseUrl ?? '')
      engine = await openEngine({ kind: 'postgres', url: database.url, max: 3 })
      await engine.migrate()
      await registerEmbeddingSpace(engine, SPACE)
      await engine.db.execute(sql`
      insert into teamlore.documents (id, team_id, kind, source_id, title, body, origin, tokens, length, tsv, content_hash)
      select 'doc_' || lpad(i::text, 26, '0'), ${teamId}, 'message', 'msg_' || lpad(i::text, 26, '0'), 't', repeat('b', 400),
        'agent', 10, 10, to_tsvector('simple', 'common w' || (i % 300) || ' r' || i), i::text
      from generate_series(1, ${DOCUMENTS}) i`)
      await engine.db.execute(sql`
      insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
      select d.id, ${SPACE.id}, ${teamId}, d.content_hash,
        (select ('[' || string_agg((sin(length(d.id) * n + d.content_hash::int * n * n))::text, ',') || ']')::halfvec
          from generate_series(1, ${SPACE.dimensions}) n)
      from teamlore.documents d`)
      await analyseTables(engine)
    })

    afterAll(async () => {
      await engine.close()
      await database.drop()
    })

    const explained = <T>(work: (tx: DbExecutor) => Promise<T>) =>
      explainedBy(engine, { teamId, userId }, work)

    const model = (tx: DbExecutor) => createSearchReadModel(tx, { teamId, userId }, 'postgres')

    test('words are found by the text index', async () => {
      const { result, plans } = await explained((tx) =>
        model(tx).findByText({
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
        }),
      )
      expect(result).toHaveLength(DOCUMENTS / 300)
      expect(result.find(({ id }) => id.endsWith('0007'))?.occurrences).toEqual([0.25, 0.25])
      expect(plans).toContain('Bitmap Index Scan on documents_text')
      expect(plans).not.toContain('Seq Scan on documents')
    })

    const vector = Float32Array.from({ length: SPACE.dimensions }, (_, n) => Math.sin(30 * (n + 1)))
    const nearest = (tx: DbExecutor, everyVector: boolean) =>
      model(tx).findByVector({
        space: SPACE,
        vector,
        filters: {},
        within: null,
        everyVector,
        measures: ["'w7'"],
        limit: 20,
      })
    /** By the same formula as the vectors above were made with. */
    const similarityOf = (number: number): number => {
      const own = vector.map((_, n) => Math.sin(30 * (n + 1) + number * (n + 1) ** 2))
      const dot = (a: Float32Array, b: Float32Array) =>
        a.reduce((sum, x, n) => sum + x * (b[n] ?? 0), 0)
      return dot(own, vector) / Math.sqrt(dot(own, own) * dot(vector, vector))
    }
    const documentId = (n: number) => `doc_${String(n).padStart(26, '0')}`

    test('meaning is found by the index of its space', async () => {
      const { result, plans } = await explained((tx) => nearest(tx, false))
      expect(result).toHaveLength(20)
      expect(plans).toContain(`Index Scan using ${vectorIndexName(SPACE.id)}`)
    })

    test('the index finds nearly what looking at every vector finds', async () => {
      const { result: exact, plans } = await explained((tx) => nearest(tx, true))
      expect(plans).not.toContain(vectorIndexName(SPACE.id))
      const { result: indexed } = await explained((tx) => nearest(tx, false))
      const shared = indexed.filter(({ id }) => exact.some((other) => other.id === id))
      expect(shared.length).toBeGreaterThanOrEqual(16)
    })

    test('what was found otherwise is compared by its key, together with the words or alone', async () => {
      const near = { space: SPACE, vector }
      const words = {
        branches: [{ match: "'w7'", worth: 5, limit: 100 }],
        always: null,
        required: null,
        measures: ["'w7'"],
        filters: {},
        averageLength: 10,
        limit: 50,
        near,
      }
      const { result: found, plans: together } = await explained((tx) =>
        model(tx).findByText(words),
      )
      const seven = found.find(({ id }) => id === documentId(7))
      expect(seven?.similarity).toBeCloseTo(similarityOf(7), 2)
      const ids = [documentId(7), documentId(8), 'doc_of_nobody']
      const { result: alone, plans } = await explained((tx) => model(tx).similaritiesOf(near, ids))
      expect(alone.size).toBe(2)
      expect(alone.get(documentId(8))).toBeCloseTo(similarityOf(8), 2)
      for (const plan of [together, plans])
        expect(plan).not.toContain('Seq Scan on document_vectors')
    })

    test('what is near has its words counted', async () => {
      const { result, plans } = await explained((tx) => nearest(tx, false))
      expect(result.map(({ occurrences }) => occurrences.length)).toEqual(Array(20).fill(1))
      expect(plans).not.toContain('Seq Scan on document_vectors')
    })

    test('however many words a question has, the statements are the same, so each is planned once', async () => {
      const texts: string[] = []
      const dialect = new PgDialect()
      const listening = {
        execute: async (query: SQL) => {
          texts.push(dialect.sqlToQuery(query).sql)
          return []
        },
      } as unknown as DbExecutor
      const ask = async (words: readonly string[]) => {
        const measures = words.map((word) => `'${word}'`)
        const branches = measures.map((match) => ({ match, worth: 1, limit: 10 }))
        const shared = { filters: {}, limit: 20, measures }
        const near = { space: SPACE, vector }
        const text = { ...shared, branches, always: null, required: null, averageLength: 9, near }
        await model(listening).findByText(text)
        const vectors = { ...shared, ...near, within: null, everyVector: false }
        await model(listening).findByVector(vectors)
        return texts.splice(0)
      }
      expect(await ask(['w1'])).toEqual(await ask(['w1', 'w2', 'w3', 'w4']))
    })

    test('of a word that is everywhere, the newest texts are looked at, not its list', async () => {
      const { result, plans } = await explained((tx) => model(tx).someTexts("'common'", 50_000))
      expect(result).toHaveLength(5)
      expect(plans).toContain('Index Scan using documents_recent')
      expect(plans).not.toContain('documents_text')
      const { result: rare, plans: own } = await explained((tx) => model(tx).someTexts("'r7'", 1))
      expect(rare).toHaveLength(1)
      expect(own).toContain('Bitmap Index Scan on documents_text')
    })

    test('of a word that only was everywhere, the others are looked at too', async () => {
      const { result } = await explained((tx) => model(tx).someTexts("'r7'", 50_000))
      expect(result).toHaveLength(1)
    })

    test('nothing is compiled for statements of a few milliseconds', async () => {
      const [found] = await rows<{ jit: string }>(engine.db, sql`show jit`)
      expect(found?.jit).toBe('off')
    })

    test('the table itself, under its policy, would not be read by its text index', async () => {
      const { plans } = await explained((tx) =>
        tx.execute(sql`select id from teamlore.documents where tsv @@ 'w7'::tsquery`),
      )
      expect(plans).not.toContain('documents_text')
    })

    test('a statement that takes too long is stopped', async () => {
      const sleeping = engine.transaction(async (tx) => {
        await searchInTeam(tx, { teamId, userId }, { timeoutMs: 50 })
        await tx.execute(sql`select pg_sleep(20)`)
      })
      await expect(sleeping).rejects.toMatchObject({ cause: { code: '57014' } })
    })
  },
)
