import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { databaseMessage, rows } from '../engine/rows.ts'
import { OutsideTransactionError } from '../engine/transaction-context.ts'
import type { OpenEngine } from './open-engine.types.ts'

/** drizzle wraps what its driver throws when a query goes through it. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

export const describeGuards = (engine: () => Engine, open: OpenEngine): void => {
  test('a query beside its own open transaction is refused at once instead of waiting for ever', async () => {
    const { db, transaction } = engine()
    const caught = await transaction(async () =>
      db.execute(sql`select 1`).then(() => undefined, rootOf),
    )
    expect(caught).toBeInstanceOf(OutsideTransactionError)
    expect(databaseMessage(caught)).toContain('This query runs outside the open transaction')
  })

  test('a second transaction inside an open one is refused at once', async () => {
    const { transaction } = engine()
    const caught = await transaction(async () => transaction(async () => 'never').catch(rootOf))
    expect(caught).toBeInstanceOf(OutsideTransactionError)
  })

  test('work that outlives the transaction it was started in may query again', async () => {
    const { db, transaction } = engine()
    let later: Promise<unknown> | undefined
    let done = (): void => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    await transaction(async () => {
      later = finished.then(() => rows(db, sql`select 1 as one`))
    })
    done()
    expect(await later).toEqual([{ one: 1 }])
  })

  test('a transaction kept after its end is refused', async () => {
    const { transaction } = engine()
    let kept: DbExecutor | undefined
    await transaction(async (tx) => {
      kept = tx
    })
    const late = kept?.execute(sql`select 1`).catch(rootOf)
    expect(await late).toMatchObject({ message: expect.stringContaining('has ended') })
  })

  test('an undefined parameter is refused with its number', async () => {
    const { db, transaction } = engine()
    const query = sql`select ${'a'}::text, ${sql.param(undefined)}::text`
    const outside = await db.execute(query).then(() => undefined, rootOf)
    expect(outside).toMatchObject({ message: expect.stringContaining('$2 is undefined') })
    const inside = await transaction((tx) => tx.execute(query)).then(() => undefined, rootOf)
    expect(inside).toMatchObject({ message: expect.stringContaining('$2 is undefined') })
  })

  test('what the database said can be logged without the parameters', async () => {
    const error = await engine()
      .db.execute(sql`select ${'secret'}::int`)
      .catch((caught: unknown) => caught)
    expect(String(error)).toContain('secret')
    const message = databaseMessage(error)
    expect(message).toContain('22P02')
    expect(message).not.toContain('select')
  })

  test('a transaction that sits idle is rolled back, so that the others can go on', async () => {
    const { engine: own, dispose } = await open({ idleTransactionMs: 300 })
    const { db, transaction } = own
    await db.execute(sql`create table public.one as select 1 as a`)
    const change = sql`update public.one set a = a + 1`
    let started = (): void => {}
    const inside = new Promise<void>((resolve) => {
      started = resolve
    })
    // Another request, which needs what the idle transaction holds.
    const other = inside.then(() => db.execute(change))
    const idle = transaction(async (tx) => {
      await tx.execute(change)
      started()
      await other
      await tx.execute(change)
    })
    await expect(idle).rejects.toThrow()
    await other
    expect(await rows(db, sql`select a from public.one`)).toEqual([{ a: 2 }])
    await dispose()
  })

  test('closing twice is fine, and a closed engine refuses queries', async () => {
    const { engine: own, dispose } = await open()
    await own.db.execute(sql`select 1`)
    await Promise.all([own.close(), own.close()])
    await expect(own.db.execute(sql`select 1`).execute()).rejects.toThrow()
    await expect(own.transaction(async () => 1)).rejects.toThrow()
    await dispose()
  })

  test('closing lets queries finish that were asked before', async () => {
    const { engine: own, dispose } = await open()
    const asked = rows(own.db, sql`select count(*) as n from generate_series(1, 100000)`)
    await sleep(0)
    await own.close()
    expect(await asked).toEqual([{ n: 100_000 }])
    await dispose()
  })
}
