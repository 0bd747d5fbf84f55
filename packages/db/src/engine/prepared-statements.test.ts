import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTeam } from '../testing/test-team.ts'
import type { Engine } from './engine.types.ts'
import { openEngine } from './open-engine.ts'
import { rows, sqlstate } from './rows.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openEngine({ kind: 'embedded', memory: true })
  await engine.migrate()
})
afterAll(() => engine.close())

const times = async (count: number, work: (n: number) => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < count; n++) await work(n)
}

const keptLike = (part: string) =>
  rows(
    engine.db,
    sql.raw(`select generic_plans + custom_plans as plans from pg_prepared_statements
      where statement like '%${part}%' and statement not like '%pg_prepared%'`),
  )

test('a statement of the embedded database that comes again is kept, and returns what it is asked for', async () => {
  const found: unknown[] = []
  await times(4, async (n) => {
    found.push(
      ...(await rows(
        engine.db,
        sql`select ${n}::int as again, ${JSON.stringify([n, 'b'])}::jsonb as list, ${null}::text as none`,
      )),
    )
  })
  expect(found).toEqual([0, 1, 2, 3].map((n) => ({ again: n, list: [n, 'b'], none: null })))
  expect(await keptLike('as again')).toEqual([{ plans: 3 }])
})

test('what comes once is not kept', async () => {
  await rows(engine.db, sql`select ${1}::int as only_once`)
  expect(await keptLike('only_once')).toEqual([])
})

test('a kept statement that fails leaves the next one as it was', async () => {
  await engine.db.execute(sql.raw('create table public.kept_numbers (n int primary key)'))
  const insert = (n: number) =>
    engine.db.execute(sql`insert into public.kept_numbers (n) values (${n})`)
  await times(3, insert)
  const failure = await insert(2).catch((error: unknown) => error)
  expect(sqlstate(failure)).toBe('23505')
  await insert(3)
  expect(await rows(engine.db, sql`select count(*) as n from public.kept_numbers`)).toEqual([
    { n: 4 },
  ])
  const lost = engine.transaction(async (tx) => {
    await tx.execute(sql`insert into public.kept_numbers (n) values (${4})`)
    await tx.execute(sql`insert into public.kept_numbers (n) values (${4})`)
  })
  await expect(lost).rejects.toThrow()
  expect(await rows(engine.db, sql`select max(n) as n from public.kept_numbers`)).toEqual([
    { n: 3 },
  ])
})

test('a kept statement that cannot be parsed fails each time in the same words', async () => {
  const wrong = () => rows(engine.db, sql`select ${1}::int as a from public.not_there`)
  await times(3, () => expect(wrong()).rejects.toThrow('not_there'))
})

test('a kept statement returns the columns that a table has since', async () => {
  await engine.db.execute(sql.raw('create table public.kept_columns (a int)'))
  await engine.db.execute(sql.raw('insert into public.kept_columns values (1)'))
  const all = () => rows(engine.db, sql`select * from public.kept_columns where a = ${1}::int`)
  await times(8, all)
  await engine.db.execute(sql.raw('alter table public.kept_columns add column b int default 2'))
  expect(await all()).toEqual([{ a: 1, b: 2 }])
  await engine.db.execute(sql.raw('alter table public.kept_columns drop column b'))
  expect(await all()).toEqual([{ a: 1 }])
})

test('a kept statement shows each team its own rows, and the system all', async () => {
  const mine = await createTestTeam(engine)
  const theirs = await createTestTeam(engine)
  const everyTeam = sql`select id from teamlore.teams where id <> ${'none'} order by id`
  const seenBy = (team: typeof mine) =>
    engine.transaction(async (tx) => {
      await tx.execute(
        sql.raw(
          `select set_config('role', 'teamlore_app', true), set_config('app.team_id', '${team.teamId}', true)`,
        ),
      )
      return rows(tx, everyTeam)
    })
  await times(12, async (n) => {
    const team = n % 3 === 2 ? theirs : mine
    expect(await seenBy(team)).toEqual([{ id: team.teamId }])
    const all = await rows(engine.db, everyTeam)
    expect(all.length).toBeGreaterThan(1)
  })
})

test('no more than a few hundred are kept, those that were used last', async () => {
  await times(900, async (n) => {
    const text = sql`select ${n}::int as ${sql.raw(`many_${Math.floor(n / 2)}`)}`
    await rows(engine.db, text)
  })
  const kept = await keptLike('as many_')
  expect(kept.length).toBeGreaterThan(200)
  expect(kept.length).toBeLessThanOrEqual(400)
  expect(await keptLike('as many_449')).toHaveLength(1)
  expect(await keptLike('as many_0')).toEqual([])
})
