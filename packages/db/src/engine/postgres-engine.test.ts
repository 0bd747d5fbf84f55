import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createServerDatabase, type ServerDatabase } from '../testing/server-database.ts'
import { testServers } from '../testing/test-env.ts'
import type { DbExecutor, PostgresEngine } from './engine.types.ts'
import { openEngine } from './open-engine.ts'
import { rows, sqlstate } from './rows.ts'

const { databaseUrl } = testServers()

const insert = (db: DbExecutor, a: number) => db.execute(sql`insert into public.t values (${a})`)
const pidOf = async (db: DbExecutor): Promise<number> =>
  (await rows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`))[0]?.pid ?? 0

const deferred = <T>() => {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** A lost connection must never end the process nor run the rest of a transaction somewhere else. */
describe.skipIf(databaseUrl === undefined)(
  'a lost connection to PostgreSQL (needs TEST_DATABASE_URL)',
  () => {
    let database: ServerDatabase
    let engine: PostgresEngine
    let killer: PostgresEngine
    const kill = (pid: number) => killer.db.execute(sql`select pg_terminate_backend(${pid}, 5000)`)
    const values = async () =>
      (await rows<{ a: number }>(killer.db, sql`select a from public.t order by a`)).map(
        ({ a }) => a,
      )
    beforeAll(async () => {
      database = await createServerDatabase(databaseUrl ?? '')
      killer = await openEngine({ kind: 'postgres', url: database.url, max: 1 })
      engine = await openEngine({ kind: 'postgres', url: database.url, max: 2 })
    })
    afterAll(async () => {
      await engine.close()
      await killer.close()
      await database.drop()
    })
    beforeEach(async () => {
      await killer.db.execute(sql`drop table if exists public.t`)
      await killer.db.execute(sql`create table public.t (a int)`)
    })

    /** A transaction that inserted 1 and waits; `end` lets it run `rest`. */
    const openTransaction = async (rest: (tx: DbExecutor) => Promise<void>) => {
      const started = deferred<number>()
      const ended = deferred<void>()
      const result = engine
        .transaction(async (tx) => {
          await insert(tx, 1)
          started.resolve(await pidOf(tx))
          await ended.promise
          await rest(tx)
        })
        .then(() => 'committed')
      return { result, pid: await started.promise, end: ended.resolve }
    }

    test('between two queries of a transaction undoes the first and never runs the next', async () => {
      const states: unknown[] = []
      const lost = await openTransaction(async (tx) => {
        for (const a of [2, 3]) {
          await insert(tx, a).catch((error: unknown) => states.push(sqlstate(error)))
        }
      })
      // Others wait for a connection, so a new one is opened at once and used.
      const others = [10, 11, 12, 13].map((a) => engine.transaction((tx) => insert(tx, a)))
      await kill(lost.pid)
      lost.end()
      expect(await lost.result.catch(sqlstate)).toBe('08006')
      await Promise.all(others)
      expect(states).toEqual(['08006', '08006'])
      expect(await values()).toEqual([10, 11, 12, 13])
    })

    test('is never taken for a commit', async () => {
      const lost = await openTransaction(async () => {})
      await kill(lost.pid)
      lost.end()
      expect(await lost.result.catch(sqlstate)).toBe('08006')
      expect(await values()).toEqual([])
    })

    test('during a query rejects it, and the engine goes on', async () => {
      const sleeping = engine
        .transaction((tx) => tx.execute(sql`select pg_sleep(30)`))
        .then(() => 'done', sqlstate)
      await kill(await sleeperPid())
      expect(await sleeping).toBe('08006')
      await insert(engine.db, 1)
      expect(await values()).toEqual([1])
    })

    test('with many queries of a transaction under way runs none of them anywhere else', async () => {
      const crowd = engine
        .transaction((tx) => {
          const sleep = tx.execute(sql`select pg_sleep(30)`).execute()
          const inserts = Array.from({ length: 300 }, (_, a) => insert(tx, a).execute())
          return Promise.all([sleep, ...inserts])
        })
        .then(() => 'done', sqlstate)
      await kill(await sleeperPid())
      expect(await crowd).toBe('08006')
      await insert(engine.db, 1_000)
      expect(await values()).toEqual([1_000])
    })

    test('while idle is not noticed by the next query', async () => {
      await engine.db.execute(sql`select 1`)
      await kill(await pidOf(engine.db))
      await vi.waitFor(() => insert(engine.db, 1), { timeout: 10_000 })
      expect(await values()).toEqual([1])
    })

    test('of the listener is repaired', async () => {
      const heard: string[] = []
      const unlisten = await engine.listen('news', (payload) => heard.push(payload))
      const [listener] = await rows<{ pid: number }>(
        killer.db,
        sql`select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`,
      )
      await kill(listener?.pid ?? 0)
      await vi.waitFor(
        async () => {
          await killer.db.execute(sql`select pg_notify('news', 'still there')`)
          expect(heard).toContain('still there')
        },
        { timeout: 20_000, interval: 100 },
      )
      await unlisten()
    })

    const sleeperPid = async (): Promise<number> =>
      vi.waitFor(async () => {
        const [found] = await rows<{ pid: number }>(
          killer.db,
          sql`select pid from pg_stat_activity where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`,
        )
        if (!found) throw new Error('nobody sleeps')
        return found.pid
      })
  },
)
