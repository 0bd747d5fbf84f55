import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createDiskSpaceGuard, DISK_FULL, ensureSpaceToOpen } from './disk-space.ts'
import { openEmbedded } from './embedded-engine.ts'

const MB = 1024 * 1024
const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-space-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const withFree = (free: number, total = 10_000 * MB) => {
  let at = 0
  const disk = { free }
  const space = createDiskSpaceGuard('/data', {
    ask: () => ({ free: disk.free, total }),
    now: () => (at += 1_000),
  })
  return { disk, space }
}

test.each([
  'insert into teamlore.sessions values (1)',
  'with fresh as (select 1) INSERT  INTO x select * from fresh',
  ' copy t from stdin',
  'create index on t (a)',
])('without space, what makes the database grow is refused: %s', (text) => {
  const { disk, space } = withFree(100 * MB)
  expect(() => space.ensureFor(text)).toThrow(/100 MB left/)
  disk.free = 300 * MB
  expect(() => space.ensureFor(text)).not.toThrow()
})

test.each(['select 1', 'update api_keys set last_used_at = now()', 'delete from x', 'begin'])(
  'what reads, or makes it smaller, goes on: %s',
  (text) => {
    const { space } = withFree(0)
    expect(() => space.ensureFor(text)).not.toThrow()
  },
)

test('of a small disk a quarter stays free', () => {
  expect(withFree(60 * MB, 200 * MB).space.shortage()).toBeUndefined()
  expect(withFree(40 * MB, 200 * MB).space.shortage()).toBe(40 * MB)
})

test('a disk that cannot be asked keeps nothing from being written', () => {
  const space = createDiskSpaceGuard('/data', {
    ask: () => {
      throw new Error('no such call')
    },
  })
  expect(() => space.ensureFor('insert into x values (1)')).not.toThrow()
})

test('a start on a full disk says which folder and what to do', () => {
  const ask = () => ({ free: MB, total: 1_000 * MB })
  expect(() => ensureSpaceToOpen('/data', { ask })).toThrow(
    /^The disk of \/data is full: 1 MB are left\. Make room/,
  )
})

test('an engine without space reads on, and refuses to write as Postgres would', async () => {
  const dataDir = newFolder()
  const roomy = await openEmbedded({ kind: 'embedded', dataDir })
  await roomy.db.execute(sql`create table public.notes (text text)`)
  await roomy.db.execute(sql`insert into public.notes values ('before')`)
  await roomy.close()
  const engine = await openEmbedded({ kind: 'embedded', dataDir, reserveBytes: 0 })
  await engine.close()
  const full = openEmbedded({ kind: 'embedded', dataDir, reserveBytes: Number.MAX_SAFE_INTEGER })
  await expect(full).rejects.toThrow(/is full/)
  const later = await openEmbedded({
    kind: 'embedded',
    dataDir,
    reserveBytes: Number.MAX_SAFE_INTEGER,
    opensWithoutSpace: true,
  })
  const refused = await later.db
    .execute(sql`insert into public.notes values ('while full')`)
    .then(undefined, (error: Error) => error.cause)
  expect(refused).toMatchObject({ code: DISK_FULL })
  const rows = (await later.db.execute(sql`select text from public.notes`)) as unknown as {
    rows: object[]
  }
  expect(rows.rows).toEqual([{ text: 'before' }])
  await later.close()
}, 60_000)

test('a folder that is no database any more is named, with where to read on', async () => {
  const dataDir = newFolder()
  await (await openEmbedded({ kind: 'embedded', dataDir, reserveBytes: 0 })).close()
  writeFileSync(join(dataDir, 'cluster', 'global', 'pg_control'), 'nonsense')
  await expect(openEmbedded({ kind: 'embedded', dataDir, reserveBytes: 0 })).rejects.toThrow(
    new RegExp(`^The database in ${dataDir} cannot be opened`),
  )
}, 60_000)
