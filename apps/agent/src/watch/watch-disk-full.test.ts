import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { jsonl } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../capture/testing/fake-server.ts'
import { type WatchBench, watchBench } from './testing/watch-bench.ts'
import { isReady, keysOf, OTHER, PATIENT, talkOn, turn } from './testing/watch-talk.ts'

let bench: WatchBench
beforeEach(async () => {
  bench = await watchBench()
})
afterEach(() => bench.close())

const { held, write, arrives } = talkOn(() => bench)

describe('no room', () => {
  test('not even for a lock does not end it', async () => {
    let looks = 0
    const watching = bench.start({
      sweepMs: 100,
      options: { isStillCurrent: async () => ++looks > 0 },
    })
    const path = write([0])
    await arrives([0])
    // No lock can be taken in a folder that is none.
    renameSync(bench.root, `${bench.root}.away`)
    writeFileSync(bench.root, '')
    appendFileSync(path, jsonl(turn(1)))
    const before = looks
    await expect.poll(() => looks, PATIENT).toBeGreaterThan(before + 2)
    rmSync(bench.root)
    renameSync(`${bench.root}.away`, bench.root)
    await arrives([0, 1])
    expect(await watching.stop()).toBe('stopped')
  })

  test('a full disk is reported, loses nothing, and capture goes on when there is room', async () => {
    let isFull = true
    const { writeDurably } = await import('../files/write-durably.ts')
    const watching = bench.start({
      sweepMs: 200,
      write: async (path, chunks) => {
        if (isFull)
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        return writeDurably(path, chunks)
      },
    })
    const path = write([0])
    await expect
      .poll(async () => (await bench.figures())?.paused, PATIENT)
      .toMatch(/The disk is full: make room\./)
    expect(bench.server.requests).toEqual([])
    appendFileSync(path, jsonl(turn(1)))
    isFull = false
    await arrives([0, 1])
    await expect.poll(async () => (await bench.figures())?.paused, PATIENT).toBe(null)
    expect(watching.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['paused', 'resumed']),
    )
  })

  test('for one session is reported at once, and until that was read, whatever there is room for', async () => {
    let isFull = true
    const { writeDurably } = await import('../files/write-durably.ts')
    write([0], OTHER)
    const watching = bench.start({
      write: async (path, chunks) => {
        const size = chunks.reduce((sum, { length }) => sum + length, 0)
        if (isFull && size > 2_000)
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        return writeDurably(path, chunks)
      },
    })
    const kinds = () => watching.events.map(({ kind }) => kind)
    await isReady(watching)
    const all = Array.from({ length: 1_000 }, (_, n) => n)
    // So large that it rests after each look.
    write(all)
    await expect.poll(async () => (await bench.figures())?.paused, PATIENT).toMatch(/disk is full/)
    write([0, 1], OTHER)
    await arrives([0, 1], OTHER)
    expect(kinds()).not.toContain('resumed')
    isFull = false
    await expect.poll(() => held(), { timeout: 60_000 }).toEqual(keysOf(all))
    await expect.poll(kinds, PATIENT).toContain('resumed')
    await expect.poll(async () => (await bench.figures())?.paused, PATIENT).toBe(null)
  }, 100_000)

  test('a spool at its limit keeps what waits, and takes more as soon as the server does', async () => {
    bench.server.intercept(() => problem(503, 'x.y', 'no'))
    write([0])
    const watching = bench.start({ options: { spoolLimitBytes: 600 } })
    await isReady(watching)
    write([0, 1, 2, 3, 4, 5, 6], OTHER)
    await expect.poll(async () => (await bench.figures())?.paused, PATIENT).toMatch(/LORE_SPOOL_MB/)
    bench.server.intercept(() => undefined)
    await arrives([0])
  })
})
