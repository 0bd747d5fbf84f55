import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { rows, sqlstate } from '../engine/rows.ts'

const valuesOf = async (db: DbExecutor): Promise<number[]> =>
  (await rows<{ a: number }>(db, sql`select a from public.t order by a`)).map(({ a }) => a)

const insert = (db: DbExecutor, a: number) => db.execute(sql`insert into public.t values (${a})`)

export const describeTransactions = (engine: () => Engine): void => {
  beforeEach(async () => {
    await engine().db.execute(sql`drop table if exists public.t`)
    await engine().db.execute(sql`create table public.t (a int primary key)`)
  })

  test('a transaction commits what it did and returns what its work returned', async () => {
    const { db, transaction } = engine()
    const result = await transaction(async (tx) => {
      await insert(tx, 1)
      return (await valuesOf(tx)).length
    })
    expect(result).toBe(1)
    expect(await valuesOf(db)).toEqual([1])
  })

  test('a transaction whose work throws leaves nothing behind', async () => {
    const { db, transaction } = engine()
    const failing = transaction(async (tx) => {
      await insert(tx, 1)
      throw new Error('boom')
    })
    await expect(failing).rejects.toThrow('boom')
    expect(await valuesOf(db)).toEqual([])
  })

  test('a nested transaction that fails takes only its own writes back', async () => {
    const { db, transaction } = engine()
    await transaction(async (tx) => {
      await insert(tx, 1)
      await tx
        .transaction(async (nested) => {
          await insert(nested, 2)
          await insert(nested, 1)
        })
        .catch((error: unknown) => expect(sqlstate(error)).toBe('23505'))
      await tx.transaction((nested) => insert(nested, 3))
    })
    expect(await valuesOf(db)).toEqual([1, 3])
  })

  test('a transaction in which a query failed is never reported as committed', async () => {
    const { db, transaction } = engine()
    const swallowing = transaction(async (tx) => {
      await insert(tx, 1)
      await insert(tx, 1).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow()
    await expect(swallowing.catch((error: unknown) => sqlstate(error))).resolves.toBe('23505')
    expect(await valuesOf(db)).toEqual([])
  })

  test('a failing COMMIT rejects the transaction and leaves the engine usable', async () => {
    const { db, transaction } = engine()
    await db.execute(
      sql`create table if not exists public.child (a int references public.t deferrable initially deferred)`,
    )
    const orphan = transaction((tx) => tx.execute(sql`insert into public.child values (5)`))
    await expect(orphan.catch((error: unknown) => sqlstate(error))).resolves.toBe('23503')
    await db.execute(sql`drop table public.child`)
    await insert(db, 9)
    expect(await valuesOf(db)).toEqual([9])
  })

  test('concurrent transactions lose no update', async () => {
    const { db, transaction } = engine()
    await insert(db, 0)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        transaction(async (tx) => {
          const [row] = await rows<{ a: number }>(tx, sql`select a from public.t for update`)
          await tx.execute(sql`update public.t set a = ${(row?.a ?? 0) + 1}`)
        }),
      ),
    )
    expect(await valuesOf(db)).toEqual([20])
  })

  test('a query beside an open transaction never sees its uncommitted rows', async () => {
    const { db, transaction } = engine()
    let seen: Promise<number[]> | undefined
    let look = (): void => {}
    const asked = new Promise<void>((resolve) => {
      look = resolve
    })
    // Asked from outside the transaction's own flow, as another request would.
    const other = asked.then(() => {
      seen = valuesOf(db)
    })
    const failing = transaction(async (tx) => {
      await insert(tx, 1)
      look()
      await other
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await seen).toEqual([])
  })

  test('a notification arrives when its transaction commits, and never when it does not', async () => {
    const { transaction, listen } = engine()
    const heard: string[] = []
    const also: string[] = []
    const unlisten = await listen('news', (payload) => heard.push(payload))
    const unlistenAlso = await listen('news', (payload) => also.push(payload))
    const send = (payload: string, fail: boolean) =>
      transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('news', ${payload})`)
        if (fail) throw new Error('no')
      })
    await send('lost', true).catch(() => {})
    await send('first', false)
    await vi.waitFor(() => expect(also).toEqual(['first']), { timeout: 10_000 })
    await unlisten()
    await send('second', false)
    await vi.waitFor(() => expect(also).toEqual(['first', 'second']), { timeout: 10_000 })
    expect(heard).toEqual(['first'])
    await unlistenAlso()
  })
}
