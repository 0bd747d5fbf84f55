import { win32 } from 'node:path'
import { expect, test } from 'vitest'
import { windowsPath } from './windows-path.ts'

test.each([
  ['/c/Users/ana/kept.txt', 'c:\\Users\\ana\\kept.txt'],
  ['/mnt/d/kept.txt', 'd:\\kept.txt'],
  ['/cygdrive/d/kept.txt', 'd:\\kept.txt'],
  ['/C:/Users/ana', 'C:\\Users\\ana'],
  ['/c', 'c:\\'],
  ['C:\\Users\\ana', 'C:\\Users\\ana'],
  ['\\\\server\\share\\a', '\\\\server\\share\\a'],
  ['src/c/a.ts', 'src\\c\\a.ts'],
  ['/code/a.ts', '\\code\\a.ts'],
])('%s is %s to Windows', (named, path) => {
  expect(win32.normalize(windowsPath(named))).toBe(path)
})
