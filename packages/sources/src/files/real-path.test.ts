import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { realPath } from './real-path.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const failing = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(code), { code })
}

test('what a path leads to is found folder by folder where the system does not resolve it at once', async () => {
  const file = folder.write('there/a', '')
  symlinkSync(join(folder.path, 'there'), join(folder.path, 'link'))
  const path = join(folder.path, 'link', 'a')
  expect(await realPath(path)).toBe(file)
  expect(await realPath(path, failing('UNKNOWN') as never)).toBe(file)
})

test('what is not there is not looked for again', async () => {
  const path = folder.write('a', '')
  await expect(realPath(path, failing('ENOENT') as never)).rejects.toThrow('ENOENT')
})
