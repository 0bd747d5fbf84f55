import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWritingHome, type WritingHome } from './support/growing-session.ts'
import { createLore } from './support/lore.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { readSession } from './support/server-texts.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'
import { type Mischief, startUnrulyProxy, type UnrulyProxy } from './support/unruly-proxy.ts'

const PATIENT = { timeout: 60_000, interval: 200 }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The agent against the real server, with a network between them that does what networks do. */
describe.skipIf(isRealLane)('the agent, always on', () => {
  const serverHome = newHome()
  const adminKey = newKey()
  let port: number
  let server: Spawned
  let proxy: UnrulyProxy
  let home: WritingHome
  let lore: ReturnType<typeof createLore>
  const watches = new Set<Spawned>()

  const startServer = async () => {
    // Vectors come later and are no part of what is asked here.
    const env = { EMBEDDING_PROVIDER: 'none' }
    server = startEmbedded({ home: serverHome, port, adminKey, env })
    await server.says(/Teamlore is ready at/)
  }
  const client = () => createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
  const watch = (): Spawned => {
    const started = lore.start('watch')
    watches.add(started)
    return started
  }

  /** What the server holds of what was written, session by session, in its order. */
  const held = async (): Promise<Record<string, string[]>> => {
    const { items } = await client().sessions.list({ limit: 200 })
    const mine = items.filter(({ native_id }) => home.written.has(native_id))
    const found: Record<string, string[]> = {}
    for (const { id, native_id } of mine) found[native_id] = (await readSession(client(), id)).texts
    return found
  }
  const everythingArrives = () =>
    expect.poll(held, PATIENT).toEqual(Object.fromEntries(home.written))

  /** Both sides of this machine's capture, as the server reports them. */
  const captured = async () => {
    const { machines, alarms } = await client().capture.get()
    const status = await lore.run('status', '--json')
    const { machine } = status.json() as { machine: { id: string } }
    const own = machines.find(({ id }) => id === machine.id)
    const tool = own?.tools.find((one) => one.tool === 'claude-code')
    return {
      alarms: alarms.filter(({ machine_id }) => machine_id === own?.id).map(({ code }) => code),
      read: tool?.agent?.messages,
      waiting: (tool?.agent?.spooled ?? 0) + (tool?.agent?.quarantined ?? 0),
      missing: tool?.not_arrived,
      held: tool?.server.messages,
      notFound: tool?.server.not_indexed,
    }
  }

  const stateFolder = () => {
    const folder = join(lore.folder, 'state', 'import')
    return join(folder, readdirSync(folder)[0] ?? '')
  }
  const batches = (folder: 'spool' | 'rejected') => readdirSync(join(stateFolder(), folder))

  beforeAll(async () => {
    port = await freePort()
    await startServer()
    proxy = await startUnrulyProxy(`http://localhost:${port}`)
  })
  afterAll(async () => {
    await proxy?.close()
    await server?.stop('SIGTERM')
  })
  beforeEach(async () => {
    proxy.misbehave(() => 'pass')
    // A test that failed while the server was away takes no other with it.
    if (server.child.exitCode !== null || server.child.signalCode !== null) await startServer()
    home = createWritingHome()
    lore = createLore({ home: home.home })
    const login = await lore.run('login', '--server', proxy.url, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
  })
  afterEach(async () => {
    for (const one of watches) await one.stop('SIGTERM')
    watches.clear()
    lore.dispose()
    home.dispose()
  })

  test('killed at any moment while sessions grow, it loses and doubles nothing', async () => {
    const sessions = [home.newSession(), home.newSession(), home.newSession()]
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n++) {
        home.say(sessions[n % sessions.length] ?? '')
        await pause(25)
      }
    })()
    for (let round = 0; round < 6; round++) {
      const running = watch()
      await pause(400 + Math.random() * 1_500)
      await running.stop('SIGKILL')
      watches.delete(running)
    }
    isWriting = false
    await writing
    watch()
    await everythingArrives()
    expect(batches('spool')).toEqual([])
  })

  test('while the server is away everything waits on disk, for its owner alone, and arrives later', async () => {
    const session = home.newSession()
    home.say(session)
    watch()
    await everythingArrives()
    await server.stop('SIGKILL')
    home.say(session)
    await expect.poll(() => batches('spool').length, PATIENT).toBeGreaterThan(0)
    const [name = ''] = batches('spool')
    expect(statSync(join(stateFolder(), 'spool', name)).mode & 0o777).toBe(0o600)
    expect(statSync(join(stateFolder(), 'spool')).mode & 0o777).toBe(0o700)
    // The batch is on disk before it is in the figures.
    const status = async () => (await lore.run('status')).output
    await expect.poll(status, PATIENT).toMatch(/Waiting +\S+ \S+ of 512 MB in 1 batch/)
    expect(await status()).toMatch(/Watch +running, process \d+/)
    await startServer()
    await everythingArrives()
    await expect.poll(() => batches('spool'), PATIENT).toEqual([])
  })

  test('a disk that is full ends nothing and loses nothing', async () => {
    const faults = mkdtempSync(join(tmpdir(), 'teamlore-faults-'))
    const preload = join(repositoryRoot, 'apps/server/e2e/support/faults/faulty-machine.mjs')
    const start = lore.startIn({ NODE_OPTIONS: `--import=${preload}`, LORE_FAULTS: faults })
    const fill = () => writeFileSync(join(faults, 'disk-full'), '')
    const makeRoom = () => rmSync(join(faults, 'disk-full'))
    const paused = (running: Spawned) => running.output().match(/paused {2}The disk is full/g)

    // As a new machine: half an identity would have to be repaired by hand.
    for (const name of readdirSync(lore.folder))
      rmSync(join(lore.folder, name), { recursive: true })
    const login = async () => {
      const process = start('login', '--server', proxy.url, '--key', adminKey)
      return { code: await process.exit(), output: process.output() }
    }
    fill()
    expect((await login()).code).toBe(1)
    makeRoom()
    expect(await login()).toMatchObject({ code: 0 })

    const session = home.newSession()
    home.say(session)
    fill()
    const running = start('watch')
    watches.add(running)
    await expect.poll(() => paused(running), PATIENT).toHaveLength(1)
    makeRoom()
    await everythingArrives()
    fill()
    home.say(session)
    await expect.poll(() => paused(running), PATIENT).toHaveLength(2)
    makeRoom()
    await everythingArrives()
    fill()
    expect(await running.stop('SIGTERM')).toBe(0)
    rmSync(faults, { recursive: true })
  })

  const mischiefs: [string, Mischief][] = [
    ['a request that is cut off', 'cut before'],
    ['an answer that is lost', 'cut after'],
    ['half an answer', 'truncate'],
    ['a request that arrives twice', 'duplicate'],
    ['a request that arrives after later ones', 'arrive late'],
    ['too many requests', { status: 429, headers: { 'retry-after': '1' } }],
    ['a server that is starting', { status: 503, headers: { 'retry-after': '1' } }],
    ['a wait named by a clock that is months behind', lateDate()],
    ['a gateway without a server', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a failing server', { status: 500 }],
    ['an answer that is none', { status: 200, body: '{"not":"an answer"}' }],
  ]
  test.each(mischiefs)('%s does no harm', async (_, mischief) => {
    proxy.misbehave((nth) => (nth % 2 === 1 && nth < 4 ? mischief : 'pass'))
    const session = home.newSession()
    for (let n = 0; n < 3; n++) home.say(session)
    watch()
    await pause(1_000)
    home.say(session)
    await everythingArrives()
    expect(batches('rejected')).toEqual([])
  })

  test('a request that is too large is halved until it fits', async () => {
    proxy.misbehave((_, { body }) => (body.length > 700 ? { status: 413 } : 'pass'))
    const sessions = Array.from({ length: 4 }, home.newSession)
    for (const session of sessions) for (let n = 0; n < 5; n++) home.say(session)
    watch()
    await everythingArrives()
    expect(proxy.ingests()).toBeGreaterThan(4)
  })

  test('what the server will not have is quarantined, everything else arrives', async () => {
    const poisoned = home.newSession()
    home.say(poisoned)
    proxy.misbehave(() => ({
      status: 422,
      body: JSON.stringify({ error: { code: 'request.invalid', message: 'Odd.' } }),
    }))
    watch()
    await expect
      .poll(() => (existsSync(join(lore.folder, 'state')) ? batches('rejected') : []), PATIENT)
      .toHaveLength(1)
    proxy.misbehave(() => 'pass')
    const other = home.newSession()
    home.say(other)
    await expect.poll(async () => (await held())[other], PATIENT).toEqual(home.written.get(other))
    const status = async () => (await lore.run('status')).output
    await expect.poll(status, PATIENT).toMatch(/Quarantined +1 batch/)
    const figures = () =>
      JSON.parse(readFileSync(join(stateFolder(), 'capture.json'), 'utf8')).tools
    await expect.poll(figures, PATIENT).toContainEqual(
      expect.objectContaining({
        tool: 'claude-code',
        quarantined: 1,
        last_error: expect.objectContaining({ message: expect.stringContaining('Odd.') }),
      }),
    )
    await expect
      .poll(async () => (await captured()).alarms, PATIENT)
      .toContain('capture.quarantined')
    // An import gives it another chance, beside the watch.
    const again = await lore.run('import')
    expect(again.code, again.output).toBe(0)
    await everythingArrives()
    // Seen is searchable, as the server itself counts it.
    await expect.poll(captured, PATIENT).toMatchObject({ waiting: 0, missing: 0, notFound: 0 })
    const { read, held: has } = await captured()
    expect(read).toBe(has)
    expect(read).toBe([...home.written.values()].flat().length)
  })
})

/** Retry-After as a date, by a clock that is far behind ours. */
function lateDate(): Mischief {
  return { status: 503, headers: { 'retry-after': new Date(Date.now() - 1e10).toUTCString() } }
}
