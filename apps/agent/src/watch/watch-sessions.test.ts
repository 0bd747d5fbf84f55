import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { jsonl } from '@teamlore/sources/claude-code/testing/records'
import type { Source } from '@teamlore/sources/source'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openServerStorage } from '../capture/server-storage.ts'
import { problem } from '../capture/testing/fake-server.ts'
import { partOf } from '../capture/testing/part-of.ts'
import { type WatchBench, watchBench } from './testing/watch-bench.ts'
import { ID, isReady, keysOf, OTHER, PATIENT, talkOn, turn } from './testing/watch-talk.ts'

let bench: WatchBench
beforeEach(async () => {
  bench = await watchBench()
})
afterEach(() => bench.close())

const { held, write, arrives } = talkOn(() => bench)

describe('a watch', () => {
  test('sends what is there, then what is written, then what is new', async () => {
    const path = write([0])
    const watching = bench.start()
    await arrives([0])
    await isReady(watching)
    appendFileSync(path, jsonl(turn(1)))
    await arrives([0, 1])
    write([0], OTHER)
    await arrives([0], OTHER)
    // The server has it before the watch has heard that it does.
    const acknowledged = async () => (await bench.figures())?.tools[0]?.acknowledged
    await expect.poll(acknowledged, PATIENT).toBe(6)
    expect(await watching.stop()).toBe('stopped')
    expect(await bench.figures()).toMatchObject({
      writer: { kind: 'watch' },
      spool: { batches: 0 },
      last_error: null,
      tools: [{ tool: 'claude-code', sessions: 2, messages: 6, acknowledged: 6, spooled: 0 }],
    })
  })

  test('reports at its end what an import captured meanwhile', async () => {
    write([0])
    const watching = bench.start()
    await arrives([0])
    await isReady(watching)
    const beside = await openServerStorage({
      stateDir: bench.state.path,
      serverId: 'team',
      spoolLimitBytes: 1e6,
      isReadOnly: false,
      rulesFile: `${bench.state.path}/redaction.json`,
      now: () => new Date(),
      retry: { times: 100, sleep: () => delay(50) },
    })
    await beside.lock.hold(async () => {
      const part = partOf(['a', 'b'], { tool: 'claude-code', nativeId: OTHER })
      await beside.store.captured(part, { batch: 'elsewhere', branches: new Map() })
      await beside.store.flush()
    })
    await watching.stop()
    expect(await bench.figures()).toMatchObject({ tools: [{ sessions: 2, messages: 4 }] })
  })

  test('finds a tool that is installed while it runs', async () => {
    const watching = bench.start({ sweepMs: 300 })
    await isReady(watching)
    const path = write([0])
    await arrives([0])
    appendFileSync(path, jsonl(turn(1)))
    await arrives([0, 1])
  })

  test('looks at everything when it is asked to, as by hooks', async () => {
    let lookNow = (): void => undefined
    const onWatching = (look: () => void) => {
      lookNow = look
    }
    await isReady(bench.start({ options: { onWatching } }))
    write([0])
    lookNow()
    await arrives([0])
  })

  test('waits for the end of a line that is being written', async () => {
    const [first, second] = turn(0).map((record) => JSON.stringify(record))
    const path = bench.home.write(bench.file(ID), `${first}\n${second?.slice(0, 50)}`)
    bench.start()
    await expect.poll(() => held(), PATIENT).toEqual(['1u0'])
    appendFileSync(path, `${second?.slice(50)}\n`)
    await arrives([0])
  })

  test('loses nothing when a file is shortened, renamed, deleted and begun again', async () => {
    const path = write([0, 1, 2])
    const watching = bench.start()
    await arrives([0, 1, 2])
    await isReady(watching)
    truncateSync(path, jsonl(turn(0)).length)
    appendFileSync(path, jsonl(turn(3)))
    await arrives([0, 1, 2, 3])
    renameSync(path, `${path}.old`)
    writeFileSync(path, jsonl(turn(4)))
    await arrives([0, 1, 2, 3, 4])
    rmSync(path)
    write([0], OTHER)
    await arrives([0], OTHER)
    writeFileSync(path, jsonl(turn(5)))
    await arrives([0, 1, 2, 3, 4, 5])
  })

  test('runs once: a second one is refused with a sentence', async () => {
    const watching = bench.start()
    await isReady(watching)
    const second = bench.start()
    await expect(second.stop()).rejects.toMatchObject({
      code: 'watch.already_running',
      message: `\`lore watch\` runs already (process ${process.pid}).`,
    })
    await watching.stop()
    await isReady(bench.start())
  })

  test('ends when its login has changed', async () => {
    let isStillCurrent = true
    const watching = bench.start({
      sweepMs: 50,
      options: { isStillCurrent: async () => isStillCurrent },
    })
    await isReady(watching)
    isStillCurrent = false
    expect(await watching.ended).toBe('login changed')
  })
})

describe('a server that is away', () => {
  test('is waited for; reading goes on into the spool, and a restart keeps all of it', async () => {
    bench.server.intercept(() => problem(503, 'server.away', 'Back soon.'))
    const path = write([0])
    const first = bench.start()
    await expect.poll(() => first.events.map(({ kind }) => kind), PATIENT).toContain('trouble')
    appendFileSync(path, jsonl(turn(1)))
    await expect.poll(async () => (await bench.figures())?.tools[0]?.spooled, PATIENT).toBe(4)
    expect((await bench.figures())?.last_error).toMatchObject({ message: 'Back soon.' })
    await first.stop()
    // The tool cleans up meanwhile: what was captured is on our own disk.
    rmSync(path)
    bench.server.intercept(() => undefined)
    bench.start()
    await arrives([0, 1])
    await expect.poll(async () => (await bench.figures())?.spool.batches, PATIENT).toBe(0)
  })

  test('does not get what is captured twice', async () => {
    bench.server.intercept((_, nth) => (nth < 4 ? problem(503, 'x.y', 'no') : undefined))
    const path = write([0])
    const watching = bench.start()
    await isReady(watching)
    appendFileSync(path, jsonl(turn(1)))
    await arrives([0, 1])
    const taken = bench.server.requests.slice(3).flatMap(({ sessions }) => sessions)
    const keys = taken.flatMap(({ messages }) => messages.map(({ key }) => key))
    expect(keys.sort()).toEqual(keysOf([0, 1]))
  })

  test('a failure of the server itself quarantines nothing', async () => {
    let isBroken = true
    bench.server.intercept(() => (isBroken ? problem(500, 'server.failed', 'Oops.') : undefined))
    write([0])
    write([0], OTHER)
    const watching = bench.start()
    await expect.poll(() => watching.events.map(({ kind }) => kind), PATIENT).toContain('trouble')
    isBroken = false
    await arrives([0])
    await arrives([0], OTHER)
    expect(watching.events.map(({ kind }) => kind)).not.toContain('refused')
  })
})

describe('a batch the server will not have', () => {
  test('quarantined while the clock was wrong, it is offered again all the same', async () => {
    let now = new Date('2027-05-01T00:00:00Z')
    let isBroken = true
    bench.server.intercept(() => (isBroken ? problem(500, 'server.failed', 'Oops.') : undefined))
    write([0])
    const watching = bench.start({ sweepMs: 200, now: () => now })
    const quarantinedNow = async () => (await bench.figures())?.rejected.batches
    await expect.poll(quarantinedNow, { ...PATIENT, timeout: 30_000 }).toBe(1)
    isBroken = false
    now = new Date('2026-05-01T00:00:00Z')
    await arrives([0])
    await watching.stop()
  })

  test('is quarantined and reported, the rest goes on; a new start offers it again', async () => {
    bench.server.intercept(({ sessions }) =>
      sessions.some(({ native_id }) => native_id === ID)
        ? problem(422, 'request.invalid', 'Session 1 is odd.')
        : undefined,
    )
    write([0])
    write([0], OTHER)
    const watching = bench.start()
    await arrives([0], OTHER)
    await expect.poll(async () => (await bench.figures())?.rejected.batches, PATIENT).toBe(1)
    expect(watching.events).toContainEqual(
      expect.objectContaining({ kind: 'refused', tool: 'claude-code' }),
    )
    expect((await bench.figures())?.tools[0]).toMatchObject({
      quarantined: 2,
      last_error: { message: expect.stringContaining('Session 1 is odd.') },
    })
    await watching.stop()
    bench.server.intercept(() => undefined)
    bench.start()
    await arrives([0])
  })
})

describe('a store of many sessions', () => {
  test('is one file, however many sessions it holds', async () => {
    const path = bench.home.write('store/data.db', 'x')
    const store: Source = {
      info: { name: 'store', label: 'Store' },
      isInstalled: async () => true,
      find: async function* () {
        for (const part of ['s1', 's2', 's3']) yield { path, part, group: path, version: '1' }
      },
      recognises: async () => true,
      read: async () => ({ status: 'skipped', reason: 'nothing in it' }),
      watchPaths: async () => [],
    }
    const watching = bench.start({ sources: () => [store] })
    await isReady(watching)
    expect(watching.events).toContainEqual({ kind: 'ready', tools: ['Store'], files: 1 })
  })

  test('a change of its write-ahead log is a change of it', async () => {
    const database = bench.home.write('store/data.db', 'x')
    let version = 1
    const store: Source = {
      info: { name: 'store', label: 'Store' },
      isInstalled: async () => true,
      find: async function* () {
        yield { path: database, part: 's1', group: database, version: String(version) }
      },
      recognises: async () => true,
      read: async () => {
        read.push(version)
        return { status: 'skipped', reason: 'nothing in it' }
      },
      watchPaths: async () => [join(bench.home.path, 'store')],
    }
    const read: number[] = []
    const watching = bench.start({ sources: () => [store] })
    await isReady(watching)
    version = 2
    writeFileSync(`${database}-wal`, 'more')
    await expect.poll(() => read, PATIENT).toContain(2)
  })
})
