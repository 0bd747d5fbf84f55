import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBenchWorld } from '../bench/harness/bench-world.ts'
import { readRows } from '../bench/harness/read-rows.ts'
import { grownTooMuch } from '../bench/harness/statements/growth.ts'
import { createRecorder } from '../bench/harness/statements/recorder.ts'

const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'embedded'
const N = 400
/** A database of its own is made. */
const PATIENCE_MS = 120_000

/** Pairs are looked for among all rows, as a statement does that goes through a session again for each message of it. */
const SQUARE =
  'select count(*) as n from public.things a join public.things b on b.id % 7 < a.id % 7'
const ONCE = 'select count(*) as n from public.things where id % 7 < 3'

describe(`statements that read too much, on ${engine}`, { timeout: PATIENCE_MS }, () => {
  let world
  let current = createRecorder()
  beforeAll(async () => {
    world = await openBenchWorld(engine, undefined, {
      wrapQuery: (query) => {
        const wrapped = new Map()
        return (...asked) => {
          const known = wrapped.get(current) ?? current.wrapQuery(query)
          wrapped.set(current, known)
          return known(...asked)
        }
      },
    })
  }, PATIENCE_MS)
  afterAll(() => world?.close())

  /** What one activity over `rows` rows reads. */
  const recordedOf = async (rows, work) => {
    current = createRecorder()
    await world.engine.db.execute('drop table if exists public.things')
    await world.engine.db.execute(
      `create table public.things as select g as id from generate_series(1, ${rows}) g`,
    )
    await world.engine.db.execute('analyze public.things')
    await current.during('a job', () => work(world))
    return current.recorded()
  }

  const grown = async (work) =>
    grownTooMuch(await recordedOf(N, work), await recordedOf(2 * N, work))

  test('one that goes through everything again for each row is named', async () => {
    const found = await grown((w) => readRows(w, SQUARE))
    expect(found.map(({ statement }) => statement)).toEqual([SQUARE])
    expect(found[0]).toMatchObject({ activity: 'a job', measure: 'rows' })
    expect(found[0]?.growth).toBeGreaterThan(3)
  })

  test('so is one that reads everything, asked once for each row', async () => {
    const found = await grown(async (w) => {
      const [{ n = 0 } = {}] = await readRows(w, ONCE)
      for (let turn = 0; turn < n / 20; turn++) await readRows(w, ONCE)
    })
    expect(found.map(({ statement }) => statement)).toEqual([ONCE])
  })

  test('one that reads everything once is not', async () => {
    expect(await grown((w) => readRows(w, ONCE))).toEqual([])
  })
})

describe(`what is recorded, on ${engine}`, { timeout: PATIENCE_MS }, () => {
  test('is done once, in its transaction, with its own answer', async () => {
    const recorder = createRecorder()
    const world = await openBenchWorld(engine, undefined, { wrapQuery: recorder.wrapQuery })
    try {
      await world.engine.db.execute('create table public.counted (n int)')
      await recorder.during('a job', async () => {
        await world.engine.transaction(async (tx) => {
          await tx.execute('insert into public.counted values (1)')
          await tx.execute('insert into public.counted values (2)')
        })
        await world.engine
          .transaction(async (tx) => {
            await tx.execute('insert into public.counted values (3)')
            throw new Error('undone')
          })
          .catch(() => {})
        expect(await readRows(world, 'select n from public.counted order by n')).toEqual([
          { n: 1 },
          { n: 2 },
        ])
      })
      expect(recorder.recorded()).toMatchObject([
        { statement: 'insert into public.counted values (1)', calls: 1 },
        { statement: 'insert into public.counted values (2)', calls: 1 },
        { statement: 'insert into public.counted values (3)', calls: 1 },
        { statement: 'select n from public.counted order by n', calls: 1, rows: 4 },
      ])
    } finally {
      await world.close()
    }
  })

  test('is one statement, however many values it was given', async () => {
    const recorder = createRecorder()
    const asked = []
    const query = recorder.wrapQuery(async (text) => {
      asked.push(text)
      return { rows: [], fields: [], command: '', affectedRows: 0 }
    })
    await recorder.during('a job', async () => {
      await query('select $1, $2', [1, 2], 'object')
      await query('select $1, $2, $3', [1, 2, 3], 'object')
    })
    await query('select 4', [], 'object')
    // Nothing but what was asked, outside of an activity.
    expect(asked.at(-1)).toBe('select 4')
    expect(asked.filter((text) => text.startsWith('explain'))).toHaveLength(2)
  })
})
