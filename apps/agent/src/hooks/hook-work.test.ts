import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beat } from './hook-work.ts'

let folder: ReturnType<typeof temporaryFolder>
let stop: AbortController
beforeEach(() => {
  folder = temporaryFolder()
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  folder.remove()
})

test('who answers hooks says so', async () => {
  await beat(join(folder.path, 'hooks', 'watch.pid'), stop.signal)
  expect(readFileSync(join(folder.path, 'hooks', 'watch.pid'), 'utf8')).toBe(`${process.pid}\n`)
  expect(readdirSync(join(folder.path, 'hooks'))).toEqual(['watch.pid'])
})

test('on Windows by the minutes it is good for, without those that a dead one left', async () => {
  const alive = join(folder.path, 'alive')
  folder.write('alive/0312', '')
  folder.write('alive/2358', '')
  const now = () => new Date(2026, 4, 2, 23, 58, 30)
  await beat(join(folder.path, 'watch.pid'), stop.signal, { alive, now })
  expect(readdirSync(alive).sort()).toEqual(['0000', '2358', '2359'])
  expect(existsSync(join(alive, '0312'))).toBe(false)
})
