import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from '@teamlore/shared/is-running'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claim, giveBack, holderOf } from './lock-file.ts'
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

  test('one that could not be given back is not waited for by who left it', async () => {
    const lock = createStateLock({ path, onForeignWrite: async () => undefined })
    const away = `${dirname(path)}.away`
    const inMissingFolder = lock.hold(async () => {
      renameSync(dirname(path), away)
      writeFileSync(dirname(path), '')
    })
    await expect(inMissingFolder).rejects.toThrow('ENOTDIR')
    rmSync(dirname(path))
    renameSync(away, dirname(path))
    expect(existsSync(path)).toBe(true)
    await expect(hold(async () => 'in')).rejects.toMatchObject({ code: 'import.already_running' })
    expect(await lock.hold(async () => 'in')).toBe('in')
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

describe('a lock that many want', () => {
  test('is got by one of them each time, and leaves nothing else behind', async () => {
    mkdirSync(dirname(path), { recursive: true })
    for (let round = 0; round < 150; round++) {
      if (round > 0) writeFileSync(path, round % 2 === 0 ? 'nonsense' : '')
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => claim(path)))
      expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1)
      expect(readdirSync(dirname(path))).toEqual(['lock'])
      await giveBack(path)
    }
  })

  test('is got by one when who was to take it over was stopped while doing so', async () => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'nonsense')
    const hash = createHash('sha256').update('nonsense').digest('hex').slice(0, 16)
    writeFileSync(`${path}.takeover-${hash}`, `${process.pid} 0123456789abcdef`)
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => claim(path)))
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1)
    expect(readdirSync(dirname(path))).toEqual(['lock'])
  })

  test('of a process with our number that is gone is taken over', async () => {
    folder.write('deep/lock', `${process.pid} 0123456789abcdef`)
    expect(await holderOf(path)).toBeUndefined()
    expect(await hold(async () => 'in')).toBe('in')
  })
})

describe('a holder that always has something to do', () => {
  const lockOf = (times: number) =>
    createStateLock({
      path,
      onForeignWrite: async () => undefined,
      retry: { times, sleep: () => pause(50) },
    })

  test('lets in who waits before it goes on', async () => {
    const watch = lockOf(Number.POSITIVE_INFINITY)
    const turns: string[] = []
    let isOver = false
    // Two parts of it that overlap: without giving way, it would never be without a holder.
    const busy = async (wait: number): Promise<void> => {
      await pause(wait)
      while (!isOver)
        await watch.hold(async () => {
          turns.push('watch')
          await pause(20)
        })
    }
    const parts = [busy(0), busy(10)]
    await pause(60)
    await lockOf(40).hold(async () => {
      turns.push('import')
      await pause(100)
      turns.push('import')
    })
    const before = turns.length
    await pause(200)
    isOver = true
    await Promise.all(parts)
    const first = turns.indexOf('import')
    expect(first).toBeGreaterThan(0)
    expect(turns[first + 1]).toBe('import')
    expect(turns.length).toBeGreaterThan(before)
    expect(readdirSync(dirname(path)).sort()).toEqual(['lock.writer'])
  })

  test('learns that somebody waits, and is not kept by one that never comes', async () => {
    const watch = lockOf(Number.POSITIVE_INFINITY)
    const retryPolicy = new AbortController()
    const stuck = createStateLock({
      path,
      onForeignWrite: async () => undefined,
      retry: { times: 1, sleep: () => pause(20_000, undefined, { signal: retryPolicy.signal }) },
    })
    let waiting: Promise<unknown> = Promise.resolve()
    await watch.hold(async () => {
      expect(await watch.isWaitedFor()).toBe(false)
      waiting = stuck.hold(async () => 'in').catch(() => 'gave up')
      while (!(await watch.isWaitedFor())) await pause(10)
    })
    expect(await watch.hold(async () => 'in')).toBe('in')
    expect(await watch.hold(watch.isWaitedFor)).toBe(false)
    retryPolicy.abort()
    expect(await waiting).toBe('gave up')
  })
})

describe('a clock that was set', () => {
  const isLinux = process.platform === 'linux'
  test.skipIf(!isLinux)('takes no lock away from a process that runs', async () => {
    mkdirSync(dirname(path), { recursive: true })
    await claim(path)
    utimesSync(path, 0, 0)
    expect(await holderOf(path)).toBe(process.pid)
    const [, token, boot] = readFileSync(path, 'utf8').split(' ')
    writeFileSync(path, `${process.ppid} ${token} ${boot}`)
    utimesSync(path, 0, 0)
    expect(await holderOf(path)).toBe(process.ppid)
  })

  test.skipIf(!isLinux)('a lock from another boot is nobody’s, whatever its time', async () => {
    folder.write('deep/lock', `${process.ppid} 0123456789abcdef another-boot`)
    expect(await holderOf(path)).toBeUndefined()
  })
})

describe.skipIf(process.platform !== 'linux')('a number that was given again', () => {
  /** A lock of this boot, as another process of this number would have left it. */
  const leave = async (pid: number, change: (start: string) => string): Promise<void> => {
    mkdirSync(dirname(path), { recursive: true })
    await claim(path)
    const [, , boot, start = ''] = readFileSync(path, 'utf8').split(' ')
    await giveBack(path)
    writeFileSync(path, `${pid} 0123456789abcdef ${boot} ${change(start)}`)
  }

  test('holds no lock of the process that had it before, as after the kill of a container', async () => {
    await leave(process.ppid, (start) => `${start}0`)
    expect(await holderOf(path)).toBeUndefined()
    expect(await hold(async () => 'in')).toBe('in')
  })

  test('is not needed for the lock of one that was killed and never collected', async () => {
    // The shell leaves its child uncollected: it becomes another program that knows of none.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = Number(String(line))
      await leave(pid, () => startTimeOf(pid))
      expect(await holderOf(path)).toBe(pid)
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => holderOf(path)).toBeUndefined()
      expect(isRunning(pid)).toBe(true)
    } finally {
      parent.kill('SIGKILL')
    }
  })
})

const startTimeOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
