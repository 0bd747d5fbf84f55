import { eq, inArray, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  halfvec,
  integer,
  jsonb,
  numeric,
  pgSchema,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { rows, sqlstate } from '../engine/rows.ts'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

const samples = pgSchema('teamlore').table('samples', {
  id: integer('id').primaryKey(),
  big: bigint('big', { mode: 'number' }),
  amount: numeric('amount'),
  flag: boolean('flag'),
  body: text('body'),
  tags: text('tags').array(),
  numbers: integer('numbers').array(),
  data: jsonb('data'),
  at: timestamp('at', { withTimezone: true }),
  bytes: bytea('bytes'),
  embedding: halfvec('embedding', { dimensions: 3 }),
})

const at = new Date('2026-03-01T12:34:56.789Z')
const full = {
  id: 1,
  big: Number.MAX_SAFE_INTEGER,
  amount: '12345678901234567890.5',
  flag: true,
  body: 'quote \' " \\ — é 😀 \n tab\t',
  tags: ['a', 'with, comma', 'with "quotes"', '', 'null', '{brace}'],
  numbers: [1, -2, 3],
  data: { nested: [1, 'two', null, { three: true }], text: 'ü' },
  at,
  bytes: new Uint8Array([0, 1, 127, 128, 255]),
  embedding: [0.5, -1, 2],
}
const empty = {
  id: 2,
  big: null,
  amount: null,
  flag: false,
  body: '',
  tags: [],
  numbers: null,
  data: null,
  at: null,
  bytes: new Uint8Array(),
  embedding: null,
}

export const describeValues = (engine: () => Engine): void => {
  beforeAll(async () => {
    // Several statements at once, as in a migration file.
    await engine().db.execute(
      sql.raw(`create schema if not exists teamlore;
        create extension if not exists vector;
        create table teamlore.samples (id int primary key, big bigint, amount numeric, flag boolean,
          body text, tags text[], numbers int[], data jsonb, at timestamptz, bytes bytea, embedding halfvec(3))`),
    )
    await engine().db.insert(samples).values([full, empty])
  })

  test('typed values come back as they went in', async () => {
    expect(await engine().db.select().from(samples).orderBy(samples.id)).toEqual([full, empty])
  })

  test('raw rows look the same, and an unqualified name is found in schema teamlore', async () => {
    const [row] = await rows(
      engine().db,
      sql`select big, amount, flag, tags, numbers, data, at, at::date as day, bytes,
        embedding::text as embedding, (select count(*) from samples) as n,
        9007199254740993::bigint as huge, array[1, 9007199254740993]::bigint[] as bigs,
        interval '1 day' as span, avg(id) over () as mean from samples where id = 1`,
    )
    expect(row).toEqual({
      big: full.big,
      amount: full.amount,
      flag: true,
      tags: full.tags,
      numbers: full.numbers,
      data: full.data,
      at: '2026-03-01 12:34:56.789+00',
      day: '2026-03-01',
      bytes: full.bytes,
      embedding: '[0.5,-1,2]',
      n: 2,
      huge: 9007199254740993n,
      bigs: [1, 9007199254740993n],
      span: '1 day',
      mean: '1.00000000000000000000',
    })
  })

  test('rows() works the same inside a transaction, and on no rows', async () => {
    const inside = await engine().transaction(async (tx) => [
      await rows(tx, sql`select count(*) as n from samples`),
      await rows(tx, sql`select id from samples where false`),
    ])
    expect(inside).toEqual([[{ n: 2 }], []])
  })

  test('raw parameters may be dates, arrays, bytes, json text, numbers, bigints and null', async () => {
    const [row] = await rows(
      engine().db,
      sql`select ${at}::timestamptz = at as date, id = any(${sql.param([1, 5])}::int[]) as ints,
        'a' = any(${sql.param(['a', "b'\\"])}::text[]) as texts, bytes = ${full.bytes}::bytea as bytes,
        data = ${JSON.stringify(full.data)}::jsonb as json, ${full.big}::bigint = big as number,
        ${9007199254740993n}::bigint as bigint, ${null}::text as nothing, ${true}::boolean as flag
        from samples where id = 1`,
    )
    expect(row).toEqual({
      date: true,
      ints: true,
      texts: true,
      bytes: true,
      json: true,
      number: true,
      bigint: 9007199254740993n,
      nothing: null,
      flag: true,
    })
  })

  test('a parameter of five megabytes survives', async () => {
    const large = 'x€'.repeat(1_500_000)
    await engine()
      .db.insert(samples)
      .values({ ...empty, id: 3, body: large })
    const [row] = await engine()
      .db.select({ body: samples.body })
      .from(samples)
      .where(eq(samples.id, 3))
    expect(row?.body === large).toBe(true)
    await engine().db.delete(samples).where(eq(samples.id, 3))
  })

  test('a NUL character is refused, in text and in json, and harms nothing', async () => {
    const { db } = engine()
    const asText = db.insert(samples).values({ ...empty, id: 4, body: 'a\u0000b' })
    await expect(asText.then(() => '', sqlstate)).resolves.toBe('22021')
    const asJson = db.insert(samples).values({ ...empty, id: 4, data: { a: '\u0000' } })
    await expect(asJson.then(() => '', sqlstate)).resolves.toBe('22P05')
    expect(await db.$count(samples)).toBe(2)
  })

  test('a list of thirty thousand parameters works, and too many are refused', async () => {
    const { db } = engine()
    const ids = Array.from({ length: 30_000 }, (_, index) => index)
    const found = await db.select({ id: samples.id }).from(samples).where(inArray(samples.id, ids))
    expect(found.map(({ id }) => id).sort()).toEqual([1, 2])
    const tooMany = Array.from({ length: 70_000 }, (_, index) => index)
    const refused = db.select({ id: samples.id }).from(samples).where(inArray(samples.id, tooMany))
    await expect(refused.execute()).rejects.toThrow()
    expect(await db.$count(samples)).toBe(2)
  })

  test('json nested too deeply is refused with an error, and harms nothing', async () => {
    const { db } = engine()
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    const read = (depth: number) => rows(db, sql`select ${nested(depth)}::jsonb is not null as ok`)
    expect(await read(3_000)).toEqual([{ ok: true }])
    expect(await read(200_000).then(() => undefined, sqlstate)).toBe('54001')
    const recursive = sql.raw(`create or replace function pg_temp.deeper(n int) returns int
      language plpgsql as $$ begin return pg_temp.deeper(n + 1); end $$; select pg_temp.deeper(1)`)
    expect(await db.execute(recursive).then(() => undefined, sqlstate)).toBe('54001')
    expect(await db.$count(samples)).toBe(2)
  })

  test('a failing query has its SQLSTATE', async () => {
    const { db } = engine()
    const stateOf = (query: string) => db.execute(sql.raw(query)).then(() => undefined, sqlstate)
    expect(await stateOf('select * from missing_table')).toBe('42P01')
    expect(await stateOf('selec')).toBe('42601')
    expect(await stateOf(`select 'x'::int`)).toBe('22P02')
    expect(
      await db
        .insert(samples)
        .values(full)
        .then(() => undefined, sqlstate),
    ).toBe('23505')
  })
}
