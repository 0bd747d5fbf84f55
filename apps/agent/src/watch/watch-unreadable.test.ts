import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import { jsonl } from '@teamlore/sources/claude-code/testing/records'
import { createGooseSource } from '@teamlore/sources/goose/goose.source'
import { addSession, bellows, openGoose } from '@teamlore/sources/goose/testing/make-goose'
import { createOpenCodeSource } from '@teamlore/sources/opencode/opencode.source'
import type { Source } from '@teamlore/sources/source'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../capture/testing/fake-server.ts'
import { type WatchBench, watchBench } from './testing/watch-bench.ts'
import { ID, isReady, OTHER, PATIENT, talkOn, turn } from './testing/watch-talk.ts'

let bench: WatchBench
beforeEach(async () => {
  bench = await watchBench()
})
afterEach(() => bench.close())

const { write, arrives } = talkOn(() => bench)

const SWEEP_MS = 150

const allSources = (home: string): Source[] => [
  createClaudeCodeSource({ home }),
  createGooseSource({ home, platform: 'linux', variables: {} }),
  createOpenCodeSource({ home, platform: 'linux', variables: {} }),
]
const start = () => bench.start({ sources: allSources, sweepMs: SWEEP_MS })

const toolNow = async (tool: string) =>
  (await bench.figures())?.tools.find((one) => one.tool === tool)
const errorOf = async (tool: string) => (await toolNow(tool))?.last_error ?? null

const notRead = ({ events }: ReturnType<typeof start>) =>
  events.flatMap((event) =>
    event.kind === 'unreadable'
      ? [`${event.path.slice(bench.home.path.length)} ${event.reason}`]
      : [],
  )

const GOOSE = '.local/share/goose/sessions/sessions.db'
const OPENCODE = '.local/share/opencode/opencode.db'

const makeGoose = (): string => {
  const path = join(bench.home.path, GOOSE)
  const store = openGoose(path)
  addSession(store, '20260203_1', bellows)
  addSession(store, '20260203_2', [
    { role: 'user', content: [{ type: 'text', text: 'long '.repeat(20_000) }] },
  ])
  store.run('PRAGMA wal_checkpoint(TRUNCATE)')
  store.close()
  return path
}

describe('a store that cannot be read', () => {
  test.each([
    ['text', () => Buffer.from('not a database\n'.repeat(300))],
    ['random bytes', () => randomBytes(40_000)],
  ])('is reported once, is the last error of its tool, and is cleared: %s', async (_, bytes) => {
    const path = bench.home.write(OPENCODE, bytes())
    const watching = start()
    await isReady(watching)
    await expect
      .poll(() => errorOf('opencode'), PATIENT)
      .toMatchObject({
        code: 'capture.unreadable',
        message: `${path} is no SQLite database, or is damaged`,
      })
    await delay(4 * SWEEP_MS)
    expect(notRead(watching)).toEqual([`/${OPENCODE} is no SQLite database, or is damaged`])
    rmSync(path)
    await expect.poll(() => errorOf('opencode'), PATIENT).toBeNull()
    // Broken again, it is news again.
    bench.home.write(OPENCODE, bytes())
    await expect.poll(() => notRead(watching).length, PATIENT).toBe(2)
  })

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -50_000)],
    // Its list of sessions can still be read.
    ['scribbled over', (bytes: Buffer) => Buffer.from(bytes).fill(255, bytes.length - 60_000)],
  ])('is reported once as long as it is damaged: %s', async (_, damage) => {
    const path = makeGoose()
    const whole = readFileSync(path)
    writeFileSync(path, damage(whole))
    const watching = start()
    await expect
      .poll(() => errorOf('goose'), PATIENT)
      .toMatchObject({
        code: 'capture.unreadable',
        message: expect.stringMatching(/sessions\.db is a damaged database/),
      })
    await delay(4 * SWEEP_MS)
    expect(notRead(watching)).toHaveLength(1)
    writeFileSync(path, whole)
    await expect.poll(() => errorOf('goose'), PATIENT).toBeNull()
    expect((await toolNow('goose'))?.sessions).toBe(2)
  })

  test('is cleared by the next watch, too', async () => {
    const path = bench.home.write(OPENCODE, 'no database')
    const first = start()
    await expect.poll(() => errorOf('opencode'), PATIENT).not.toBeNull()
    await first.stop()
    rmSync(path)
    await isReady(start())
    await expect.poll(() => errorOf('opencode'), PATIENT).toBeNull()
  })

  test('a link that leads nowhere is one, an empty file that begins is none', async () => {
    bench.home.write(GOOSE, '')
    mkdirSync(dirname(join(bench.home.path, OPENCODE)), { recursive: true })
    symlinkSync('nowhere', join(bench.home.path, OPENCODE))
    const watching = start()
    await isReady(watching)
    await expect
      .poll(() => notRead(watching), PATIENT)
      .toEqual([`/${OPENCODE} is a link that leads nowhere`])
    expect(await errorOf('goose')).toBeNull()
  })

  test('is a folder that may not be read or entered, until it may be', async (context) => {
    context.skip(process.getuid?.() === 0, 'the superuser may read every folder')
    write([0])
    const folders = ['.claude/projects', '.local/share/goose'].map((name) =>
      join(bench.home.path, name),
    )
    makeGoose()
    for (const folder of folders) chmodSync(folder, 0o000)
    const watching = start()
    await isReady(watching)
    await expect.poll(() => errorOf('claude-code'), PATIENT).not.toBeNull()
    expect((await errorOf('goose'))?.message).toMatch(
      /sessions.* may not be read by you \(EACCES\)$/,
    )
    for (const folder of folders) chmodSync(folder, 0o700)
    await arrives([0])
    await expect.poll(() => errorOf('claude-code'), PATIENT).toBeNull()
    await expect.poll(() => errorOf('goose'), PATIENT).toBeNull()
    expect(notRead(watching)[0]).toBe('/.claude/projects may not be read by you (EACCES)')
  })

  test('a source that cannot look says so, and the others go on', async () => {
    write([0])
    const denied: Source = {
      ...createGooseSource({ home: bench.home.path, platform: 'linux', variables: {} }),
      // biome-ignore lint/correctness/useYield: it fails before.
      find: async function* () {
        throw Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/somewhere/sessions' })
      },
    }
    bench.start({ sources: (home) => [denied, createClaudeCodeSource({ home })] })
    await arrives([0])
    await expect
      .poll(() => errorOf('goose'), PATIENT)
      .toMatchObject({
        message: '/somewhere/sessions may not be read by you (EACCES)',
      })
  })
})

describe('a session file that a tool takes away or renames', () => {
  test('is no trouble, though nothing else was looked at since', async () => {
    const path = write([0])
    const other = write([0], OTHER)
    const watching = bench.start()
    await arrives([0])
    await arrives([0], OTHER)
    await isReady(watching)
    rmSync(other)
    await delay(500)
    appendFileSync(path, jsonl(turn(1)))
    await arrives([0, 1])
    expect(notRead(watching)).toEqual([])
    await watching.stop()
    expect(await errorOf('claude-code')).toBeNull()
  })

  test('is no trouble, however it is done', async () => {
    const path = write([0])
    const watching = start()
    await arrives([0])
    await isReady(watching)
    for (let n = 1; n < 6; n++) {
      appendFileSync(path, jsonl(turn(n)))
      await delay(40)
      copyFileSync(path, `${path}.copy`)
      rmSync(path)
      await delay(60)
      renameSync(`${path}.copy`, path)
    }
    await delay(4 * SWEEP_MS)
    await arrives([0, 1, 2, 3, 4, 5])
    expect(notRead(watching)).toEqual([])
    expect(await errorOf('claude-code')).toBeNull()
  })
})

describe('the last error of a tool', () => {
  test('is over once what was refused is taken after all', async () => {
    bench.server.intercept(({ sessions }) =>
      sessions.some(({ native_id }) => native_id === ID)
        ? problem(422, 'request.invalid', 'Session 1 is odd.')
        : undefined,
    )
    write([0])
    write([0], OTHER)
    const first = bench.start()
    await expect.poll(() => errorOf('claude-code'), PATIENT).not.toBeNull()
    await arrives([0], OTHER)
    expect(await errorOf('claude-code')).toMatchObject({ code: 'request.invalid' })
    await first.stop()
    bench.server.intercept(() => undefined)
    bench.start()
    await arrives([0])
    await expect.poll(() => errorOf('claude-code'), PATIENT).toBeNull()
  })
})
