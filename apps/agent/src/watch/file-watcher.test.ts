import { statSync, utimesSync } from 'node:fs'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLeftOut } from './file-watcher.ts'

const DAY_MS = 86_400_000

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test.each([
  { kind: 'on Windows', bigint: true },
  { kind: 'elsewhere', bigint: false },
])('files nobody touched for days are not watched one by one, as set of $kind', ({ bigint }) => {
  const now = Date.now()
  const [fresh, old] = [folder.write('fresh.jsonl', ''), folder.write('old.jsonl', '')]
  const before = new Date(now - 4 * DAY_MS)
  utimesSync(old, before, before)
  const isOut = (path: string) => isLeftOut(path, statSync(path, { bigint }), now)
  expect([fresh, old, folder.path].map(isOut)).toEqual([false, true, false])
})

test('what packages and git keep is not watched, on any system', () => {
  const out = [
    '/a/node_modules/b',
    'C:\\a\\.git\\HEAD',
    '/a/.git',
    '/a/.github',
    'C:\\node_modules2',
  ]
  expect(out.map((path) => isLeftOut(path, undefined, 0))).toEqual([true, true, true, false, false])
})
