import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programWords } from '../../../../scripts/lib/test-programs.mjs'
import { DirectoryInUseError, LOCK_FILE, lockDirectory, removeStale } from './directory-lock.ts'
import { identifyProcess } from './process-identity.ts'

const lockingChild = programWords(new URL('../testing/locking-child.ts', import.meta.url))

describe('the lock of a data directory', () => {
  let folder: string
  const lockPath = () => join(folder, LOCK_FILE)
  const leave = (content: unknown): void => writeFileSync(lockPath(), JSON.stringify(content))
  const age = (seconds: number): void => {
    const then = new Date(Date.now() - seconds * 1000)
    utimesSync(lockPath(), then, then)
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'teamlore-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** A process that takes the lock, says so and stays. */
  const startHolder = () => {
    const child = spawn(process.execPath, [...lockingChild, folder])
    let output = ''
    const said = new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk) => {
        output += String(chunk)
        if (output.includes('\n')) resolve(output.trim())
      })
      child.once('exit', () => resolve(output.trim()))
    })
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const kill = async () => {
      child.kill('SIGKILL')
      await exited
    }
    return { pid: child.pid, said, kill }
  }

  test('is refused to a second holder, naming process and directory', async () => {
    const lock = await lockDirectory(folder)
    const refused = lockDirectory(folder)
    await expect(refused).rejects.toThrow(DirectoryInUseError)
    await expect(refused).rejects.toThrow(
      `The data directory ${folder} is already open in process ${process.pid}.`,
    )
    lock.release()
    const again = await lockDirectory(folder)
    again.release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('of another living process is respected, and taken over once that process was killed', async () => {
    const holder = startHolder()
    expect(await holder.said).toBe('locked')
    await expect(lockDirectory(folder)).rejects.toThrow(`already open in process ${holder.pid}.`)
    await holder.kill()
    const lock = await lockDirectory(folder)
    expect(JSON.parse(readFileSync(lockPath(), 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  })

  test('of a killed process goes to exactly one of many that want it at once', async () => {
    const dead = startHolder()
    await dead.said
    await dead.kill()
    const holders = Array.from({ length: 6 }, startHolder)
    const lines = await Promise.all(holders.map((holder) => holder.said))
    await Promise.all(holders.map((holder) => holder.kill()))
    expect(lines.filter((line) => line === 'locked')).toHaveLength(1)
    expect(lines.filter((line) => line.includes('already open in process'))).toHaveLength(5)
  })

  test('that somebody took since it was seen as stale is left alone', () => {
    const living = { ...identifyProcess(), token: 'living', since: '' }
    leave(living)
    removeStale(lockPath(), { ...living, startTime: '1', token: 'stale' }, living)
    expect(readdirSync(folder)).toEqual([LOCK_FILE])
    removeStale(lockPath(), 'unreadable', living)
    expect(JSON.parse(readFileSync(lockPath(), 'utf8'))).toEqual(living)
  })

  test('of a process number that now belongs to another process is stale', async () => {
    leave({ ...identifyProcess(), startTime: '1', token: 'x', since: '' })
    const lock = await lockDirectory(folder)
    lock.release()
  })

  test('of another container is respected while its heart beats', async () => {
    leave({ ...identifyProcess(), world: 'another', token: 'x', since: '' })
    const heart = setTimeout(() => age(0), 200)
    await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUseError)
    clearTimeout(heart)
  })

  test.each([
    [
      'another boot',
      () => leave({ ...identifyProcess(), world: 'another', token: 'x', since: '' }),
    ],
    ['a write that was cut off', () => writeFileSync(lockPath(), '{"pid":')],
  ])(
    'of %s is stale after a while, though a clock set back makes it one of the future',
    async (_, put) => {
      put()
      age(-86_400)
      const lock = await lockDirectory(folder, { patienceMs: 300 })
      expect(JSON.parse(readFileSync(lockPath(), 'utf8'))).toMatchObject({ pid: process.pid })
      lock.release()
    },
  )

  test('of another container without a heartbeat is stale', async () => {
    leave({ ...identifyProcess(), world: 'another', token: 'x', since: '' })
    age(60)
    const lock = await lockDirectory(folder)
    lock.release()
  })

  test('that was cut off while being written is stale after a moment', async () => {
    writeFileSync(lockPath(), '{"pid":')
    age(10)
    const lock = await lockDirectory(folder)
    lock.release()
  })

  test('is not removed by a holder that lost it', async () => {
    const lock = await lockDirectory(folder)
    leave({ ...identifyProcess(), token: 'somebody-else', since: '' })
    lock.release()
    expect(readdirSync(folder)).toEqual([LOCK_FILE])
  })
})
