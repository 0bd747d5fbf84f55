import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerDatabase, testServers } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programWords } from '../../../scripts/lib/test-programs.mjs'
import { createQueueBackend } from './create-queue-backend.ts'
import { createHastenFor } from './hasten.ts'
import { giveBackHeldJobs } from './lock-duration.ts'
import { createPublisherFor } from './publisher.ts'
import { createQueueHealthFor } from './queue-health.ts'
import { startWorkersFor } from './start-workers.ts'
import { type CrashPlace, openCrashPlace } from './testing/crash-child.ts'
import { eventually, gate, newPrefix, payload } from './testing/queue-fixture.ts'
import { testJobs } from './testing/test-jobs.ts'

const { databaseUrl, redisUrl } = testServers()
/** The embedded engine's tests belong to the other lane. */
const isRealLane = process.env['TEST_ENGINE'] === 'postgres'
/** Three processes open a cluster one after the other. */
const SEVERAL_CLUSTERS_MS = 240_000
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

const enqueue = async (place: CrashPlace, ...numbers: number[]): Promise<void> => {
  const { config, close } = await openCrashPlace(place)
  const backend = await createQueueBackend(config)
  await backend.migrate()
  const publisher = createPublisherFor(backend, testJobs)
  for (const n of numbers) await publisher.publish('sturdy', payload(n))
  await backend.close()
  await close()
}

/** Starts a process that takes a job, and kills it without warning while it holds the job. */
const crashWithJob = async (
  place: CrashPlace & { publishes?: readonly number[] },
  clock: string,
): Promise<void> => {
  const script = programWords(new URL('./testing/crash-child.ts', import.meta.url))
  const preloads = ['--import', `data:text/javascript,${clock}`]
  const child = spawn(process.execPath, [...preloads, ...script, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    output += String(chunk)
  })
  try {
    await eventually(() => expect(output).toContain('stuck'))
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

const surviveCrash = async (place: CrashPlace, clock: string): Promise<void> => {
  await enqueue(place, 1, 2)
  await crashWithJob(place, clock)
  const { config, close } = await openCrashPlace(place)
  const backend = await createQueueBackend(config)
  const publisher = createPublisherFor(backend, testJobs)
  const health = createQueueHealthFor(backend, testJobs)
  // Still held by the dead process: published again now, it must run once more after the rescue.
  expect((await health.counts()).sturdy).toMatchObject({ active: 1, waiting: 1 })
  await publisher.publish('sturdy', payload(1))
  const runs: number[] = []
  const run = async ({ n }: { n: number }): Promise<void> => {
    runs.push(n)
  }
  const workers = await startWorkersFor(testJobs, {
    backend,
    handlers: { sturdy: run, fragile: run },
    log: quiet,
    lockDurationMs: 2_000,
  })
  await createHastenFor(backend, testJobs)(Date.now())
  await eventually(async () => expect((await health.counts()).sturdy.completed).toBe(3))
  expect(runs.sort()).toEqual([1, 1, 2])
  expect((await health.counts()).sturdy).toMatchObject({ active: 0, waiting: 0, failed: 0 })
  await workers.close()
  await backend.queue('sturdy').obliterate({ force: true })
  await backend.queue('fragile').obliterate({ force: true })
  await backend.close()
  await close()
}

const setAsideAfterTwo = async (place: CrashPlace): Promise<void> => {
  await crashWithJob({ ...place, publishes: [1] }, '')
  await crashWithJob(place, '')
  const { config, close } = await openCrashPlace(place)
  const backend = await createQueueBackend(config)
  const publisher = createPublisherFor(backend, testJobs)
  await publisher.publish('sturdy', payload(2))
  const health = createQueueHealthFor(backend, testJobs)
  const runs: number[] = []
  const run = async ({ n }: { n: number }): Promise<void> => {
    runs.push(n)
  }
  const start = () =>
    startWorkersFor(testJobs, {
      backend,
      handlers: { sturdy: run, fragile: run },
      log: quiet,
      lockDurationMs: 2_000,
    })
  const workers = await start()
  await eventually(async () => expect(await health.listDead()).toHaveLength(1))
  await eventually(() => expect(runs).toEqual([2]))
  const [dead] = await health.listDead()
  expect(dead).toMatchObject({ name: 'sturdy', payload: payload(1) })
  expect(dead?.reason).toContain('lost twice')
  // As a sweep does after each start, when what the job was to do is still to be done.
  await publisher.publish('sturdy', payload(1))
  await publisher.publish('sturdy', payload(3))
  await eventually(() => expect(runs).toEqual([2, 3]))
  await eventually(async () => expect((await health.counts()).sturdy.waiting).toBe(0))
  expect(await health.listDead()).toHaveLength(1)
  expect(await health.retryDead(dead?.id ?? '')).toBe(true)
  await eventually(() => expect(runs).toEqual([2, 3, 1]))
  expect(await health.listDead()).toEqual([])
  await workers.close()
  await backend.queue('sturdy').obliterate({ force: true })
  await backend.queue('fragile').obliterate({ force: true })
  await backend.close()
  await close()
}

/** An embedded database with the tables of a queue is made once, and copied for each test. */
let original: string
beforeAll(async () => {
  if (isRealLane) return
  original = mkdtempSync(join(tmpdir(), 'teamlore-crash-'))
  await enqueue({ kind: 'embedded', dataDir: original, prefix: newPrefix() })
})
afterAll(() => original && rmSync(original, { recursive: true, force: true }))

const copyIn = (folder: string): string => {
  const dataDir = join(folder, 'db')
  cpSync(original, dataDir, { recursive: true })
  return dataDir
}

describe('a job that lost its worker twice is set aside until it is tried again', () => {
  test.skipIf(isRealLane)(
    'on the embedded engine',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'teamlore-crash-'))
      try {
        await setAsideAfterTwo({
          kind: 'embedded',
          dataDir: copyIn(folder),
          prefix: newPrefix(),
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    SEVERAL_CLUSTERS_MS,
  )

  test.skipIf(databaseUrl === undefined)('on PostgreSQL (needs TEST_DATABASE_URL)', async () => {
    const database = await createServerDatabase(databaseUrl ?? '')
    try {
      await setAsideAfterTwo({ kind: 'postgres', url: database.url, prefix: newPrefix() })
    } finally {
      await database.drop()
    }
  })

  test.skipIf(redisUrl === undefined)('on Redis (needs TEST_REDIS_URL)', async () => {
    await setAsideAfterTwo({ kind: 'redis', url: redisUrl ?? '', prefix: newPrefix() })
  })
})

/** As the all-in-one server begins: nobody else can hold anything there. */
const takeOverAfterCrash = async (place: CrashPlace): Promise<void> => {
  await crashWithJob({ ...place, publishes: [1] }, '')
  const { config, close } = await openCrashPlace(place)
  const backend = await createQueueBackend(config)
  await giveBackHeldJobs(backend)
  const health = createQueueHealthFor(backend, testJobs)
  const run = async (): Promise<void> => {}
  const workers = await startWorkersFor(testJobs, {
    backend,
    handlers: { sturdy: run, fragile: run },
    log: quiet,
    lockDurationMs: 2_000,
  })
  await eventually(async () => expect((await health.counts()).sturdy.completed).toBe(1))
  await workers.close()
  await backend.close()
  await close()
}

describe.skipIf(isRealLane)('a lock of the embedded engine', () => {
  test('is given back at the next start, however long it would have lasted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'teamlore-crash-'))
    try {
      const dataDir = copyIn(folder)
      await takeOverAfterCrash({
        kind: 'embedded',
        dataDir,
        prefix: newPrefix(),
        hasUsualLocks: true,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('outlasts a process that is too slow to renew it, as nobody else could have lost the job', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'teamlore-crash-'))
    const { config, close } = await openCrashPlace({
      kind: 'embedded',
      dataDir: copyIn(folder),
      prefix: newPrefix(),
    })
    const backend = await createQueueBackend(config)
    await backend.migrate()
    const running = gate()
    const end = gate()
    const stick = async (): Promise<void> => {
      running.open()
      await end.opened
    }
    const workers = await startWorkersFor(testJobs, {
      backend,
      handlers: { sturdy: stick, fragile: stick },
      log: quiet,
    })
    await createPublisherFor(backend, testJobs).publish('sturdy', payload(1))
    await running.opened
    if (config.kind !== 'embedded') throw new Error('The place is embedded.')
    const { rows } = await config.pool.query(
      `select locked_until_ms::float8 as until from job where state = 'active'`,
    )
    expect(Number(rows[0]?.['until'])).toBeGreaterThan(Date.now() + 10 * 60_000)
    // Nor does the look for jobs that a clock ahead has put off take it away.
    await createHastenFor(backend, testJobs)(Date.now())
    const { rows: after } = await config.pool.query(
      `select locked_until_ms::float8 as until from job where state = 'active'`,
    )
    expect(after).toEqual(rows)
    end.open()
    await workers.close()
    await backend.close()
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe.each([
  ['was killed', ''],
  ['was killed while its clock was a day ahead', 'const at=Date.now;Date.now=()=>at()+86400000'],
])('a job whose process %s', (_, clock) => {
  test.skipIf(isRealLane)(
    'runs again on the embedded engine',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'teamlore-crash-'))
      try {
        await surviveCrash(
          { kind: 'embedded', dataDir: copyIn(folder), prefix: newPrefix() },
          clock,
        )
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    180_000,
  )

  test.skipIf(databaseUrl === undefined)(
    'runs again on PostgreSQL (needs TEST_DATABASE_URL)',
    async () => {
      const database = await createServerDatabase(databaseUrl ?? '')
      try {
        await surviveCrash({ kind: 'postgres', url: database.url, prefix: newPrefix() }, clock)
      } finally {
        await database.drop()
      }
    },
  )

  test.skipIf(redisUrl === undefined)('runs again on Redis (needs TEST_REDIS_URL)', async () => {
    await surviveCrash({ kind: 'redis', url: redisUrl ?? '', prefix: newPrefix() }, clock)
  })
})
