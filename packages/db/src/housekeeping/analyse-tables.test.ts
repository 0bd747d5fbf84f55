import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { createOwnTestDatabase, readAsOwner, type TestDatabase } from '../testing/index.ts'
import { testTarget } from '../testing/test-env.ts'
import { analyseTables } from './analyse-tables.ts'

const TABLE = '"teamlore"."lexeme_stats"'

const fill = (engine: Engine, rows: number) =>
  readAsOwner(
    engine,
    `insert into teamlore.lexeme_stats (team_id, lexeme, documents)
     select '${newId.team()}', 'w' || i, i from generate_series(1, ${rows}) i`,
  )

/** What the planner knows of the table: how many rows, and how many of its columns. */
const knownOf = async (engine: Engine) =>
  (
    await readAsOwner<{ rows: number; columns: number }>(
      engine,
      `select reltuples::int as rows, (select count(*) from pg_stats
         where schemaname = 'teamlore' and tablename = 'lexeme_stats') as columns
       from pg_class where oid = 'teamlore.lexeme_stats'::regclass`,
    )
  )[0]

/** Sessions report to the server what they changed a little later. */
const changesAreCounted = (engine: Engine, changes: number) =>
  vi.waitFor(
    async () => {
      const [found] = await readAsOwner<{ n: number }>(
        engine,
        `select pg_stat_get_mod_since_analyze('teamlore.lexeme_stats'::regclass) as n`,
      )
      expect(found?.n).toBe(changes)
    },
    { timeout: 30_000, interval: 200 },
  )

const isAnalysed = async (engine: Engine): Promise<boolean> =>
  (await analyseTables(engine)).some(({ table }) => table === TABLE)

describe('statistics of a table', () => {
  let database: TestDatabase
  let engine: Engine
  beforeAll(async () => {
    database = await createOwnTestDatabase()
    engine = database.engine
    await analyseTables(engine)
    await engine.db.execute(sql`alter table teamlore.lexeme_stats set (autovacuum_enabled = false)`)
  })
  afterAll(() => database[Symbol.asyncDispose]())

  test('are made when it is filled, and once', async () => {
    await fill(engine, 5_000)
    await changesAreCounted(engine, 5_000)
    expect(await isAnalysed(engine)).toBe(true)
    expect(await knownOf(engine)).toEqual({ rows: 5_000, columns: 5 })
    expect(await isAnalysed(engine)).toBe(false)
  })

  test('stay as they are when few rows changed', async () => {
    await fill(engine, 500)
    await changesAreCounted(engine, 500)
    expect(await isAnalysed(engine)).toBe(false)
  })

  test('are made again when more than a tenth was rewritten where it stands', async () => {
    await readAsOwner(
      engine,
      'update teamlore.lexeme_stats set documents = documents where documents <= 40',
    )
    await changesAreCounted(engine, 580)
    expect(await isAnalysed(engine)).toBe(true)
  })

  test('are not begun once somebody wants to stop', async () => {
    await fill(engine, 20_000)
    await changesAreCounted(engine, 20_000)
    expect(await analyseTables(engine, { signal: AbortSignal.abort() })).toEqual([])
    expect(await isAnalysed(engine)).toBe(true)
  })

  test.skipIf(testTarget().kind === 'embedded')(
    'are not waited for while another process makes them',
    async () => {
      await fill(engine, 50_000)
      await changesAreCounted(engine, 50_000)
      let finish = () => {}
      const finished = new Promise<void>((resolve) => {
        finish = resolve
      })
      await new Promise<void>((hasBegun) => {
        void engine.transaction(async (tx) => {
          await tx.execute(sql`lock table teamlore.lexeme_stats in share update exclusive mode`)
          hasBegun()
          await finished
        })
      })
      await analyseTables(engine)
      expect((await knownOf(engine))?.rows).toBeLessThan(50_000)
      finish()
      // One that is still locked is passed over, and looked at the next time.
      await vi.waitFor(
        async () => {
          await analyseTables(engine)
          expect((await knownOf(engine))?.rows).toBeGreaterThan(50_000)
        },
        { timeout: 30_000, interval: 200 },
      )
    },
  )
})
