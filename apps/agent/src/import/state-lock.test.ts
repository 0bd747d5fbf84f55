import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createStateLock } from './state-lock.ts'

let folder: ReturnType<typeof temporaryFolder>
let path = ''
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder.path, 'deep', 'lock')
})
afterEach(() => folder.remove())

const hold = <T>(work: () => Promise<T>): Promise<T> =>
  createStateLock({ path, onForeignWrite: async () => undefined }).hold(work)

describe('one import at a time', () => {
  test('a second one is refused with a sentence while the first runs, and not after', async () => {
    await hold(async () => {
      await expect(hold(async () => 'in')).rejects.toMatchObject({
        code: 'import.already_running',
        message: `Another \`lore\` (process ${process.pid}) is sending to this server right now.`,
      })
    })
    expect(await hold(async () => 'in')).toBe('in')
  })

  test('the lock is given back when the work fails', async () => {
    const work = async () => {
      throw new Error('no')
    }
    await expect(hold(work)).rejects.toThrow('no')
    expect(existsSync(path)).toBe(false)
  })

  test.each(['', 'nonsense', '-1'])(
    'a lock that names nobody (%j) is taken over',
    async (content) => {
      folder.write('deep/lock', content)
      expect(await hold(async () => 'in')).toBe('in')
    },
  )

  test('a lock of a process that is no more is taken over', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    folder.write('deep/lock', String(pid))
    expect(await hold(async () => 'in')).toBe('in')
  })
})
