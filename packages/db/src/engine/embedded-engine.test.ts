import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { programWords } from '../../../../scripts/lib/test-programs.mjs'
import { startDatabaseThread } from './database-thread.ts'
import { openEngine } from './open-engine.ts'
import { assertPgliteVersion, installedVersion, SUPPORTED_PGLITE } from './pglite-version.ts'
import { rows } from './rows.ts'

const writingChild = programWords(new URL('../testing/embedded-child.ts', import.meta.url))
const noHooks = { onNotification: () => {}, onFatal: () => {} }

describe('the embedded engine on disk', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'teamlore-engine-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('keeps what was written, and refuses to be opened twice', async () => {
    const engine = await openEngine({ kind: 'embedded', dataDir })
    await engine.db.execute(sql`create table public.kept as select 42 as a`)
    await expect(openEngine({ kind: 'embedded', dataDir })).rejects.toThrow(
      `The data directory ${dataDir} is already open in process ${process.pid}.`,
    )
    await engine.close()
    const again = await openEngine({ kind: 'embedded', dataDir })
    expect(await rows(again.db, sql`select a from public.kept`)).toEqual([{ a: 42 }])
    await again.close()
  })

  test('loses nothing it acknowledged when its process is killed, and opens again', async () => {
    const child = spawn(process.execPath, [...writingChild, dataDir])
    let acknowledged = 0
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      const lines = output.split('\n').slice(0, -1)
      acknowledged = Number(lines.at(-1) ?? 0)
      if (acknowledged >= 50) child.kill('SIGKILL')
    })
    await exited
    expect(acknowledged).toBeGreaterThanOrEqual(50)
    const engine = await openEngine({ kind: 'embedded', dataDir })
    const [found] = await rows<{ last: number; halves: number }>(
      engine.db,
      sql`select max(n) as last, count(*) as halves from public.pairs`,
    )
    expect(found?.last).toBeGreaterThanOrEqual(acknowledged)
    expect(found?.halves).toBe((found?.last ?? 0) * 2)
    await engine.close()
  })

  test('begins again after a first start that never finished', async () => {
    mkdirSync(join(dataDir, 'cluster', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '18\n')
    writeFileSync(join(dataDir, 'cluster.unfinished'), '')
    const engine = await openEngine({ kind: 'embedded', dataDir })
    expect(await rows(engine.db, sql`select 1 as one`)).toEqual([{ one: 1 }])
    await engine.close()
    expect(existsSync(join(dataDir, 'cluster.unfinished'))).toBe(false)
  })

  test('gives the directory back when it cannot be opened', async () => {
    mkdirSync(join(dataDir, 'cluster'))
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '18\n')
    await expect(openEngine({ kind: 'embedded', dataDir })).rejects.toThrow()
    rmSync(join(dataDir, 'cluster'), { recursive: true })
    const engine = await openEngine({ kind: 'embedded', dataDir })
    await engine.close()
  })

  test('brings every commit to the disk by fsync', async () => {
    const start = { clusterDir: join(dataDir, 'cluster'), searchPath: ['public'] }
    const thread = await startDatabaseThread(start, noHooks)
    const query = (text: string) => thread.query(text, [], 'object')
    expect((await query('show fsync')).rows).toEqual([{ fsync: 'on' }])
    expect((await query('show wal_sync_method')).rows).toEqual([{ wal_sync_method: 'fsync' }])
    await query('create table t (a int)')
    const before = (await thread.facts()).fsyncCalls
    for (let n = 0; n < 5; n += 1) await query(`insert into t values (${n})`)
    const { fsyncCalls, pgliteVersion } = await thread.facts()
    expect(fsyncCalls - before).toBeGreaterThanOrEqual(5)
    expect(pgliteVersion).toBe(SUPPORTED_PGLITE)
    await thread.close()
  })
})

describe('the embedded engine', () => {
  test('starts only with the version of PGlite that its fsync patch was made for', () => {
    assertPgliteVersion(installedVersion('@electric-sql/pglite'))
    expect(() => assertPgliteVersion('0.5.16')).toThrow(
      'The embedded database needs @electric-sql/pglite 0.5.14 but found 0.5.16',
    )
  })

  test('ends rather than go on after a native stack overflow, and says so', async () => {
    let fatal: Error | undefined
    const onFatal = (error: Error): void => {
      fatal = error
    }
    // The stack that a thread has unless another is named.
    const thread = await startDatabaseThread(
      { searchPath: ['public'] },
      { ...noHooks, onFatal },
      { stackMb: 4 },
    )
    const deep = thread.query('select $1::jsonb', ['['.repeat(100_000)], 'object')
    const waiting = thread.query('select 1', [], 'object')
    await expect(deep).rejects.toThrow('The embedded database has stopped')
    await expect(waiting).rejects.toThrow('The embedded database has stopped')
    await vi.waitFor(() => expect(fatal?.message).toContain('has stopped; restart Teamlore'))
    await expect(thread.query('select 1', [], 'object')).rejects.toThrow('has stopped')
    await thread.close()
  })

  test('is ended while a statement goes on for ever, and opens again with all that was committed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'teamlore-endless-'))
    const onFatal = vi.fn()
    const engine = await openEngine({ kind: 'embedded', dataDir, onFatal })
    await engine.db.execute(sql`create table public.kept as select 7 as a`)
    const endless = engine.db.execute(sql`select count(*) from generate_series(1, 1000000000000)`)
    const refused = endless.catch((error: Error) => String(error.cause ?? error))
    const inOrder = engine.close()
    await engine.abandon()
    await inOrder
    expect(await refused).toContain('The embedded database has stopped')
    expect(onFatal).not.toHaveBeenCalled()
    const again = await openEngine({ kind: 'embedded', dataDir })
    expect(await rows(again.db, sql`select a from public.kept`)).toEqual([{ a: 7 }])
    await again.close()
    rmSync(dataDir, { recursive: true })
  })

  test('starts from a template with everything that was in the original', async () => {
    const original = await openEngine({ kind: 'embedded', memory: true })
    await original.db.execute(sql`create table public.origin as select 7 as a`)
    const folder = mkdtempSync(join(tmpdir(), 'teamlore-template-'))
    const template = join(folder, 'cluster.tar')
    writeFileSync(template, await original.dump())
    await original.close()
    const copy = await openEngine({ kind: 'embedded', memory: true, template })
    expect(await rows(copy.db, sql`select a from public.origin`)).toEqual([{ a: 7 }])
    await copy.close()
    rmSync(folder, { recursive: true })
  })
})
