import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { programWords } from '../../../scripts/lib/test-programs.mjs'
import { buildMe, buildSession } from './testing/fake-data.ts'
import { PERSONAL_KEY, startFakeServer } from './testing/fake-server.ts'

const MAIN = programWords(new URL('main.ts', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('../bin/lore.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lore-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command as a process of its own, from source. */
const start = (words: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [...MAIN, ...words], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LORE_CONFIG_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, ended: collect(child) }
}

const collect = async (child: ChildProcess) => {
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    text.stdout += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    text.stderr += chunk.toString()
  })
  await once(child, 'close')
  return { ...text, code: child.exitCode }
}

test('a setting that cannot be understood is reported in a sentence, and nothing is tried', async () => {
  const { code, stderr } = await start(['status'], { LORE_SPOOL_MB: 'plenty' }).ended
  expect(code).toBe(2)
  expect(stderr).toMatch(/^lore {2}What LORE_SPOOL_MB is set to cannot be understood\.\n/)
  expect(stderr).not.toContain('ZodError')
})

describe('the lore process', () => {
  test('ends with the code of its command', async () => {
    expect(await start(['--version']).ended).toMatchObject({ code: 0, stderr: '' })
    expect(await start(['serach']).ended).toMatchObject({ code: 2, stdout: '' })
    expect(await start(['status']).ended).toMatchObject({ code: 1, stdout: '' })
  })

  test('writes long answers to their end before it goes', async () => {
    const sessions = Array.from({ length: 200 }, () => buildSession({ title: 'x'.repeat(4_000) }))
    const server = await startFakeServer({ sessions })
    const env = { LORE_SERVER: server.url, LORE_KEY: PERSONAL_KEY }
    const { stdout, code } = await start(['sessions', '--limit', '200', '--json'], env).ended
    expect(code).toBe(0)
    expect(JSON.parse(stdout).items).toHaveLength(200)
    await server.close()
  })

  test('ends quietly when its reader leaves', async () => {
    const sessions = Array.from({ length: 200 }, () => buildSession({ title: 'x'.repeat(4_000) }))
    const server = await startFakeServer({ sessions })
    const env = { LORE_SERVER: server.url, LORE_KEY: PERSONAL_KEY }
    const { child, ended } = start(['sessions', '--json'], env)
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    await server.close()
  })

  test('goes on when nobody reads its progress', async () => {
    const { child, ended } = start(['status'])
    child.stderr?.destroy()
    expect(await ended).toMatchObject({ code: 1, stdout: '' })
  })

  test('stops an import at Ctrl-C with what was acknowledged, and says so', async () => {
    // A server that lets lore in and then never answers.
    const slow = createServer((request, response) => {
      if (request.url === '/v1/me') response.end(JSON.stringify(buildMe()))
      else child.kill('SIGINT')
    })
    slow.listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const address = slow.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const path = join(folder, '11111111-1111-4111-8111-111111111111.jsonl')
    writeFileSync(path, `${JSON.stringify(RECORD)}\n`)
    const env = { LORE_SERVER: `http://127.0.0.1:${port}`, LORE_KEY: PERSONAL_KEY }
    const { child, ended } = start(['import', '--path', path], env)
    const { code, stdout, stderr } = await ended
    expect(stderr).toContain('Stopping after what is under way')
    expect(stdout).toContain('Stopped.')
    expect(code).toBe(130)
    slow.closeAllConnections()
    slow.close()
  })
})

const RECORD = {
  type: 'user',
  uuid: '22222222-2222-4222-8222-222222222222',
  parentUuid: null,
  sessionId: '11111111-1111-4111-8111-111111111111',
  timestamp: '2026-05-01T09:00:00.000Z',
  cwd: '/home/ana/harbour',
  version: '2.1.0',
  isSidechain: false,
  userType: 'external',
  message: { role: 'user', content: 'Why does berth 0 refuse the tide table?' },
}

describe('the launcher', () => {
  const launcher = join(folder, 'apps/agent/bin/lore.mjs')
  const bundle = join(folder, 'apps/agent/dist/lore.cjs')
  const caches = join(folder, 'cache/teamlore')

  beforeAll(() => {
    for (const one of ['bin', 'dist'])
      mkdirSync(join(folder, 'apps/agent', one), { recursive: true })
    copyFileSync(LAUNCHER, launcher)
  })
  beforeEach(() => rmSync(dirname(caches), { recursive: true, force: true }))

  const run = async (env: Record<string, string> = {}) => {
    const own = { PATH: process.env['PATH'] ?? '', XDG_CACHE_HOME: dirname(caches), ...env }
    const words = [launcher, '--version']
    return collect(spawn(process.execPath, words, { env: own, stdio: ['ignore', 'pipe', 'pipe'] }))
  }
  const says = (word: string) =>
    writeFileSync(bundle, `const say = () => process.stdout.write('${word}')\nsay()`)
  const kept = (): string => {
    const [name, ...others] = readdirSync(caches)
    expect(others).toEqual([])
    return join(caches, name ?? '')
  }

  test('can be executed', () => {
    expect(statSync(LAUNCHER).mode & 0o111).not.toBe(0)
  })

  test('says what to do when nothing is built yet, and starts what is', async () => {
    rmSync(bundle, { force: true })
    const missing = await run()
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toContain('npm run build')
    expect(missing.stderr).toContain(folder)
    says('started')
    expect(await run()).toMatchObject({ code: 0, stdout: 'started', stderr: '' })
  })

  test('keeps what was compiled for its owner alone, and leaves it as it is from then on', async () => {
    says('once')
    await run()
    const { mode, ino } = statSync(kept())
    expect(mode & 0o777).toBe(0o600)
    expect(statSync(caches).mode & 0o777).toBe(0o700)
    expect(await run()).toMatchObject({ code: 0, stdout: 'once' })
    expect(statSync(kept()).ino).toBe(ino)
  })

  test('runs what is built now, not what was compiled of as long a text', async () => {
    says('one')
    await run()
    says('two')
    expect(await run()).toMatchObject({ stdout: 'two' })
    expect(await run()).toMatchObject({ stdout: 'two' })
  })

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['changed', (bytes: Buffer) => bytes.fill(7, bytes.length - 40, bytes.length - 20)],
    ['empty', () => Buffer.alloc(0)],
  ])('takes no kept form that was %s, and makes it again', async (_, spoil) => {
    says('whole')
    await run()
    const whole = readFileSync(kept())
    writeFileSync(kept(), spoil(Buffer.from(whole)))
    expect(await run()).toMatchObject({ code: 0, stdout: 'whole', stderr: '' })
    expect(readFileSync(kept()).length).toBe(whole.length)
  })

  test('takes none that others may write', async () => {
    says('mine')
    await run()
    const before = statSync(kept()).ino
    chmodSync(kept(), 0o666)
    expect(await run()).toMatchObject({ stdout: 'mine' })
    expect(statSync(kept())).not.toMatchObject({ ino: before, mode: 0o100666 })
  })

  test('keeps nothing in a folder that others may write', async () => {
    says('shared')
    await run()
    rmSync(kept())
    chmodSync(caches, 0o777)
    expect(await run()).toMatchObject({ stdout: 'shared' })
    expect(readdirSync(caches)).toEqual([])
  })

  test('keeps it below the home of its owner where no other folder is named, and by no relative name', async () => {
    says('at home')
    const home = join(folder, 'home')
    for (const XDG_CACHE_HOME of ['', 'relative']) {
      rmSync(home, { recursive: true, force: true })
      mkdirSync(home)
      await run({ XDG_CACHE_HOME, HOME: home })
      expect(readdirSync(join(home, '.cache/teamlore'))).toHaveLength(1)
    }
  })

  test('starts where nothing can be kept', async () => {
    says('all the same')
    writeFileSync(dirname(caches), 'a file where the folder should be')
    const places = [
      dirname(caches),
      '/proc',
      '/dev/null',
      join(folder, 'no/such/folder'),
      'not/absolute',
    ]
    for (const XDG_CACHE_HOME of places) {
      const started = await run({ XDG_CACHE_HOME })
      expect(started, XDG_CACHE_HOME).toMatchObject({ code: 0, stdout: 'all the same', stderr: '' })
    }
  })
})
