import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerDatabase, testServers } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programWords } from '../../../scripts/lib/test-programs.mjs'
import { type CrashPlace, openCrashPlace } from './testing/crash-child.ts'
import {
  buildFindingSession,
  createWorkerWorld,
  discardQueue,
  eventually,
  type WorkerWorld,
} from './testing/worker-world.ts'

const { databaseUrl, redisUrl } = testServers()
/** The embedded engine's tests belong to the other lane. */
const isRealLane = process.env['TEST_ENGINE'] === 'postgres'

/** Two databases are opened in turn, one of them by a process of its own. */
const PATIENCE_MS = 240_000

type When = 'before' | 'after'

/** Starts a worker process and kills it without warning while it holds a session. */
const crash = async (place: CrashPlace, when: When): Promise<void> => {
  const script = programWords(new URL('./testing/crash-child.ts', import.meta.url))
  const child = spawn(process.execPath, [...script, JSON.stringify({ ...place, when })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  try {
    await eventually(() => expect(output).toContain('stuck'))
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

type Filled = { teamId: WorkerWorld['teamId']; sessions: string[] }

/** Two sessions wait to be distilled. */
const fill = async (place: CrashPlace): Promise<Filled> => {
  const { engine, close } = await openCrashPlace(place)
  const { send, teamId } = await createWorkerWorld(engine)
  const sessions = await send(buildFindingSession('one', 2), buildFindingSession('two', 2))
  await close()
  return { teamId, sessions }
}

const surviveCrash = async (
  place: CrashPlace,
  { teamId, sessions }: Filled,
  when: When,
): Promise<void> => {
  await crash(place, when)
  const { engine, queue, close } = await openCrashPlace(place)
  // The same team, looked at through the engine that is open now.
  const world = { ...(await createWorkerWorld(engine)), teamId }
  const worker = await world.work(queue, { lockDurationMs: 2_000 })
  for (const session of sessions)
    await eventually(async () => expect(await world.stateOf(session)).toBe('done'))
  const count = async (table: string) => (await world.countOf(table, teamId)) ?? 0
  expect(await count('observations')).toBe(4)
  expect(await count('summaries')).toBe(4)
  expect(await count("documents d where kind in ('observation', 'summary') and")).toBe(8)
  await eventually(async () => expect(await count('outbox')).toBe(0))
  await worker.close()
  await discardQueue(queue)
  await close()
}

const newPrefix = () => `test-crash-${process.pid}-${Math.random().toString(36).slice(2)}`

/** An embedded database is made once, and copied for each crash. */
let original: Filled & { folder: string }
beforeAll(async () => {
  if (isRealLane) return
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-worker-'))
  original = {
    folder,
    ...(await fill({ kind: 'embedded', dataDir: folder, prefix: newPrefix() })),
  }
})
afterAll(() => original && rmSync(original.folder, { recursive: true, force: true }))

describe.each<When>(['before', 'after'])(
  'a worker killed while it distils, %s the findings are written',
  (when) => {
    test.skipIf(isRealLane)(
      'is followed by one that finishes, on the embedded engine',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'teamlore-worker-'))
        try {
          const dataDir = join(folder, 'db')
          cpSync(original.folder, dataDir, { recursive: true })
          await surviveCrash({ kind: 'embedded', dataDir, prefix: newPrefix() }, original, when)
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      },
      PATIENCE_MS,
    )

    test.skipIf(databaseUrl === undefined)(
      'is followed by one that finishes, on servers (needs TEST_DATABASE_URL)',
      async () => {
        const { url, drop } = await createServerDatabase(databaseUrl ?? '')
        try {
          const place = { kind: 'postgres', url, redisUrl, prefix: newPrefix() } as const
          await surviveCrash(place, await fill(place), when)
        } finally {
          await drop()
        }
      },
      PATIENCE_MS,
    )
  },
)
