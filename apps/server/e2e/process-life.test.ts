import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { freePort, type Spawned, spawnNode } from './support/spawned.ts'
import { emptyHome, newHome, prepare, startEmbedded } from './support/teamlore.ts'

const homes: string[] = []
const home = (make = emptyHome): string => {
  const folder = make()
  homes.push(folder)
  return folder
}
const groups: ChildProcess[] = []
afterEach(() => {
  for (const { pid } of groups.splice(0))
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // All of it has ended by itself.
    }
  for (const folder of homes.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )

/** `npm start` in a process group of its own, as a terminal or a supervisor would have it. */
const npmStart = async () => {
  const port = await freePort()
  const folder = home(newHome)
  prepare(folder)
  const { PATH = '', HOME = '' } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: repositoryRoot,
    detached: true,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      TEAMLORE_HOME: folder,
      EMBEDDING_PROVIDER: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  groups.push(npm)
  let text = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk) => {
      text += String(chunk)
    })
  await expect.poll(() => text, { timeout: 170_000, interval: 100 }).toContain('is ready at')
  return { npm, port, folder, text: () => text }
}

/** The processes below this one, from the top down: start.mjs and the server. */
const below = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((word) => word.trim() !== '')
    .map(Number)
    .flatMap((child) => [child, ...below(child)])

describe.skipIf(isRealLane || !existsSync('/proc/self'))('npm start', () => {
  // Each signal and each process once: a start takes ten seconds.
  test.each<[NodeJS.Signals, 'npm' | 'start.mjs' | 'all of them']>([
    ['SIGTERM', 'npm'],
    ['SIGINT', 'all of them'],
    ['SIGHUP', 'start.mjs'],
    ['SIGKILL', 'npm'],
    ['SIGKILL', 'start.mjs'],
  ])('closes the server in order at %s to %s', async (signal, kind) => {
    const { npm, port, folder, text } = await npmStart()
    const pid = npm.pid ?? 0
    const [start = 0] = below(pid)
    process.kill(kind === 'npm' ? pid : kind === 'start.mjs' ? start : -pid, signal)
    await expect.poll(text, { timeout: 30_000, interval: 50 }).toContain('Teamlore has stopped.')
    await expect.poll(() => answers(port), { timeout: 30_000, interval: 50 }).toBe(false)
    expect(existsSync(join(folder, 'database', 'engine.lock'))).toBe(false)
  })
})

describe.skipIf(isRealLane)('the embedded server as a process', () => {
  test('works on when nobody reads what it prints any more, and ends when asked to', async () => {
    const port = await freePort()
    const env = { EMBEDDING_PROVIDER: 'none' }
    const server = startEmbedded({ home: home(newHome), port, env })
    await server.says(/Teamlore is ready at/)
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    expect(await answers(port)).toBe(true)
    expect(await server.stop('SIGTERM')).toBe(0)
  })

  const refusal = async (server: Spawned): Promise<string> => {
    expect(await server.exit()).toBe(1)
    expect(server.output()).not.toMatch(/\n\s+at /)
    return server.output()
  }

  test('makes nothing when its port is taken, and the next start prints the link', async () => {
    const folder = join(home(), 'new')
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const output = await refusal(startEmbedded({ home: folder, port }))
    expect(output).toMatch(`Port ${port} is taken`)
    expect(existsSync(folder)).toBe(false)
    other.close()
    await once(other, 'close')
    const next = startEmbedded({ home: folder, port, env: { EMBEDDING_PROVIDER: 'none' } })
    await next.says(/sign-in\?token=\S{20,}/)
    await next.stop('SIGTERM')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('refuses a folder of somebody else, and leaves its rights as they are', async () => {
    const folder = home()
    writeFileSync(join(folder, 'thesis.txt'), 'mine')
    chmodSync(folder, 0o755)
    const output = await refusal(startEmbedded({ home: folder, port: await freePort() }))
    expect(output).toContain("holds files that are not Teamlore's")
    expect(statSync(folder).mode & 0o777).toBe(0o755)
    expect(readdirSync(folder)).toEqual(['thesis.txt'])
  })

  test('uses an empty folder that others may read, and keeps from them what it puts there', async () => {
    const folder = home()
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'lost+found'))
    const port = await freePort()
    const server = startEmbedded({ home: folder, port, env: { EMBEDDING_PROVIDER: 'none' } })
    await server.says(/Teamlore is ready at/)
    await server.stop('SIGTERM')
    expect(statSync(folder).mode & 0o777).toBe(0o755)
    for (const name of ['admin-key', 'server.log', 'database'])
      expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a home that is a file',
      { TEAMLORE_HOME: join(repositoryRoot, 'package.json') },
      /is a file, not a folder/,
    ],
    [
      'a home below a file',
      { TEAMLORE_HOME: join(repositoryRoot, 'package.json/x') },
      /lies below a file/,
    ],
    [
      'an address of another machine',
      { HOST: '192.0.2.1' },
      /HOST=192\.0\.2\.1 is no address of this machine/,
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://a@127.0.0.1:9/a' },
      /Check DATABASE_URL/,
    ],
    [
      'a public address that is no web address',
      { TEAMLORE_URL: 'javascript:alert1' },
      /TEAMLORE_URL: must look like https:/,
    ],
  ])('says in one sentence what is wrong with %s', async (_what, env, sentence) => {
    const port = await freePort()
    const output = await refusal(startEmbedded({ home: home(), port, env }))
    expect(output).toMatch(sentence)
    expect(output.trim().split('\n').length).toBeLessThanOrEqual(2)
  })
})

describe.skipIf(isRealLane)('the processes of production', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'api',
      { DATABASE_URL: 'postgres://a@127.0.0.1:9/a' },
      /Cannot use the database .*Check DATABASE_URL/,
    ],
    [
      'worker',
      { DATABASE_URL: 'postgres://a@127.0.0.1:9/a' },
      /Cannot use the database .*Check DATABASE_URL/,
    ],
    ['web', { HOST: '192.0.2.1', PORT: '0' }, /HOST=192\.0\.2\.1 is no address of this machine/],
  ])('%s says in one sentence why it cannot start', async (app, env, sentence) => {
    const started = spawnNode([`apps/${app}/dist/main.mjs`], env)
    expect(await started.exit()).toBe(1)
    expect(started.output()).toMatch(sentence)
    expect(started.output()).not.toMatch(/\n\s+at /)
  })

  test('the dashboard works on when nobody reads what it prints any more, and ends when asked to', async () => {
    const port = await freePort()
    const web = spawnNode(['apps/web/dist/main.mjs'], { PORT: String(port) })
    await web.says(/The dashboard is ready/)
    web.child.stdout?.destroy()
    web.child.stderr?.destroy()
    expect((await fetch(`http://127.0.0.1:${port}/sessions`)).status).toBe(200)
    expect(await web.stop('SIGTERM')).toBe(0)
  })
})
