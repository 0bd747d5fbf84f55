import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EmbeddedEngine } from './engine.types.ts'
import { openEngine } from './open-engine.ts'
import { rows } from './rows.ts'
import { OutsideTransactionError } from './transaction-context.ts'

describe('the pg.Pool over the embedded session', () => {
  let engine: EmbeddedEngine
  beforeAll(async () => {
    engine = await openEngine({ kind: 'embedded', memory: true })
    await engine.db.execute(sql`create table public.t (a int)`)
  })
  afterAll(() => engine.close())

  test('answers as node-postgres does: int8 and numeric as text, dates as Date, rowCount of writes', async () => {
    const pool = engine.pgPool()
    const { rows: found, fields } = await pool.query(
      'select 5::bigint as big, 1.5::numeric as amount, $1::timestamptz as at',
      ['2026-01-01T00:00:00Z'],
    )
    expect(found).toEqual([{ big: '5', amount: '1.5', at: new Date('2026-01-01T00:00:00Z') }])
    expect(fields.map(({ name }) => name)).toEqual(['big', 'amount', 'at'])
    const inserted = await pool.query({ text: 'insert into t values ($1), ($1)', values: [1] })
    expect(inserted.rowCount).toBe(2)
    await pool.query('delete from t')
  })

  test('a client that began a transaction keeps everybody else out until it commits', async () => {
    const client = await engine.pgPool().connect()
    await client.query('-- with a comment\nBEGIN')
    await client.query('insert into t values (1)')
    let seen: unknown
    const other = rows(engine.db, sql`select count(*) as n from public.t`).then((found) => {
      seen = found
    })
    await client.query('select 1')
    expect(seen).toBeUndefined()
    await client.query('ROLLBACK')
    await other
    expect(seen).toEqual([{ n: 0 }])
    client.release()
  })

  test('a client released in the middle of a transaction is rolled back', async () => {
    const client = await engine.pgPool().connect()
    await client.query('begin')
    await client.query('insert into t values (1)')
    client.release()
    expect(await rows(engine.db, sql`select count(*) as n from public.t`)).toEqual([{ n: 0 }])
  })

  test('several statements that begin and commit by themselves hold nobody up', async () => {
    const client = await engine.pgPool().connect()
    await client.query('begin; insert into t values (1); commit')
    expect(await rows(engine.db, sql`select count(*) as n from public.t`)).toEqual([{ n: 1 }])
    await client.query('delete from t')
    client.release()
  })

  test('a client hears what it listens to, and the engine still hears after the client stopped', async () => {
    const client = await engine.pgPool().connect()
    const heard: unknown[] = []
    const also: string[] = []
    const unlisten = await engine.listen('jobs', (payload) => also.push(payload))
    client.on('notification', ({ channel, payload }) => heard.push([channel, payload]))
    await client.query('-- wake up\nLISTEN jobs')
    await engine.pgPool().query(`select pg_notify('jobs', 'a')`)
    await vi.waitFor(() => expect(also).toEqual(['a']))
    await client.query('UNLISTEN "jobs"')
    await engine.pgPool().query(`select pg_notify('jobs', 'b')`)
    await vi.waitFor(() => expect(also).toEqual(['a', 'b']))
    expect(heard).toEqual([['jobs', 'a']])
    await unlisten()
    client.release()
  })

  test('a query on the pool inside an open transaction is refused at once', async () => {
    const caught = await engine.transaction(() =>
      engine
        .pgPool()
        .query('select 1')
        .then(() => undefined)
        .catch((error: unknown) => error),
    )
    expect(caught).toBeInstanceOf(OutsideTransactionError)
  })
})
