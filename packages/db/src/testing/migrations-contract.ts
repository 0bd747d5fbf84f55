import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { pendingMigrations } from '../engine/migrations.ts'
import { rows } from '../engine/rows.ts'
import type { OpenEngine } from './open-engine.types.ts'

type Step = { tag: string; when: number; sql: string }

const writeMigrations = (folder: string, steps: readonly Step[]): void => {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  for (const step of steps) writeFileSync(join(folder, `${step.tag}.sql`), step.sql)
  const entries = steps.map(({ tag, when }, idx) => ({
    idx,
    version: '7',
    when,
    tag,
    breakpoints: true,
  }))
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
}

const first = {
  tag: '0001_first',
  when: 1_000,
  sql: `create schema if not exists teamlore; create table teamlore.first (a int);
    grant usage on schema teamlore to teamlore_app;`,
}
const second = { tag: '0002_second', when: 2_000, sql: 'create table teamlore.second (a int);' }
const broken = { tag: '0003_broken', when: 3_000, sql: 'create table teamlore.third (a int); oops' }
const late = { tag: '0000_late', when: 500, sql: 'create table teamlore.late (a int);' }

const tablesOf = async (engine: Engine): Promise<string[]> => {
  const found = await rows<{ name: string }>(
    engine.db,
    sql`select tablename as name from pg_tables where schemaname = 'teamlore' order by 1`,
  )
  return found.map(({ name }) => name)
}

export const describeMigrations = (open: OpenEngine): void => {
  let place: Awaited<ReturnType<OpenEngine>>
  let migrationsFolder: string
  beforeAll(async () => {
    place = await open()
    migrationsFolder = mkdtempSync(join(tmpdir(), 'teamlore-migrations-'))
  })
  afterAll(async () => {
    rmSync(migrationsFolder, { recursive: true, force: true })
    await place.dispose()
  })

  test('migrations are applied once, in order, and reported by name', async () => {
    const { engine } = place
    writeMigrations(migrationsFolder, [first, second])
    expect(await pendingMigrations(engine.db, migrationsFolder)).toEqual([
      '0001_first',
      '0002_second',
    ])
    // Two processes may start at once.
    const both = await Promise.all([
      engine.migrate({ migrationsFolder }),
      engine.migrate({ migrationsFolder }),
    ])
    expect(both.flatMap(({ applied }) => applied)).toEqual(['0001_first', '0002_second'])
    expect(await tablesOf(engine)).toEqual(['first', 'second'])
    expect(await engine.migrate({ migrationsFolder })).toEqual({ applied: [] })
    expect(await pendingMigrations(engine.db, migrationsFolder)).toEqual([])
  })

  test('a failing migration leaves the database as it was', async () => {
    const { engine } = place
    writeMigrations(migrationsFolder, [first, second, broken])
    await expect(engine.migrate({ migrationsFolder })).rejects.toThrow()
    expect(await tablesOf(engine)).toEqual(['first', 'second'])
  })

  test('a migration older than the newest applied one is refused instead of skipped', async () => {
    const { engine } = place
    writeMigrations(migrationsFolder, [late, first, second])
    await expect(engine.migrate({ migrationsFolder })).rejects.toThrow(
      'Migration 0000_late is older than one already applied',
    )
  })
}
