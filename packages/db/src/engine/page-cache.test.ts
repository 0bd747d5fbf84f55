import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cacheMegabytes, databaseMegabytes } from './page-cache.ts'

let cluster: string
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'teamlore-cluster-'))
})
afterEach(() => rmSync(cluster, { recursive: true }))

test('a cluster that is yet to be made has no size', () => {
  expect(databaseMegabytes(join(cluster, 'nothing-here'))).toBe(0)
})

test('tables and indexes of all databases count, the write-ahead log does not', () => {
  const database = join(cluster, 'base', '16384')
  mkdirSync(database, { recursive: true })
  mkdirSync(join(cluster, 'pg_wal'))
  writeFileSync(join(database, '2619'), Buffer.alloc(2 ** 20))
  writeFileSync(join(database, '2619.1'), Buffer.alloc(2 ** 19))
  writeFileSync(join(cluster, 'pg_wal', '0001'), Buffer.alloc(2 ** 21))
  expect(databaseMegabytes(cluster)).toBe(1.5)
})

test.each([
  [0, 96],
  [104, 96],
  [250, 125],
  [400, 200],
  [486, 243],
  [4_000, 256],
])('of a database of %i MB it keeps %i', (databaseMb, cacheMb) => {
  expect(cacheMegabytes(databaseMb)).toBe(cacheMb)
})
