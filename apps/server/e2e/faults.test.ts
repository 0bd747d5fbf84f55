import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BusyHome, createBusyHome } from './support/busy-home.ts'
import { createLore } from './support/lore.ts'
import { createRandom } from './support/random.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { readSession } from './support/server-texts.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'
import { type Mischief, startUnrulyProxy, type UnrulyProxy } from './support/unruly-proxy.ts'

/** `FAULTS_SECONDS=28800 FAULTS_SEED=7 npm test -- --project server e2e/faults` spends a night on it. */
const SECONDS = Number(process.env['FAULTS_SECONDS'] ?? 20)
const SEED = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000)

const PATIENT = { timeout: 150_000, interval: 1_000 }
const DAY = 86_400_000
const NETWORK: readonly Mischief[] = [
  ...(['cut before', 'cut after', 'truncate', 'duplicate', 'arrive late'] as const),
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 500 },
]

/** The real agent and the real server, and everything that may befall the two while sessions grow. */
describe.skipIf(isRealLane)(`capture under faults, seed ${SEED}`, () => {
  const random = createRandom(SEED)
  const serverHome = newHome()
  const faults = mkdtempSync(join(tmpdir(), 'teamlore-faults-'))
  const adminKey = newKey()
  const suffered = new Map<string, number>()
  /** In their order. */
  const happened: string[] = []
  let port: number
  let server: Spawned
  let agent: Spawned
  let proxy: UnrulyProxy
  let home: BusyHome
  let lore: ReturnType<typeof createLore>

  const client = () => createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
  const startServer = async () => {
    server = startEmbedded({ home: serverHome, port, adminKey })
    await server.says(/Teamlore is ready at/)
  }
  const startAgent = () => {
    agent = lore.start('watch')
  }
  const away = (least: number, most: number) => pause(random.between(least, most))

  const FAULTS: Record<string, () => Promise<unknown>> = {
    'agent killed': async () => {
      await agent.stop('SIGKILL')
      await away(0, 1_500)
      startAgent()
    },
    'agent stopped': async () => {
      await agent.stop('SIGTERM')
      await away(0, 500)
      startAgent()
    },
    'server killed': async () => {
      await server.stop('SIGKILL')
      await away(0, 2_000)
      await startServer()
    },
    'server away': async () => {
      proxy.misbehave(() => 'cut before')
      await away(500, 4_000)
      proxy.misbehave(() => 'pass')
    },
    'network unruly': async () => {
      proxy.misbehave(() => (random.next() < 0.6 ? random.pick(NETWORK) : 'pass'))
      await away(2_000, 5_000)
      proxy.misbehave(() => 'pass')
    },
    'disk full': async () => {
      writeFileSync(join(faults, 'disk-full'), '')
      await away(500, 4_000)
      rmSync(join(faults, 'disk-full'))
    },
    'clock wrong': async () => {
      writeFileSync(join(faults, 'clock'), String(random.pick([-400, -1, 1, 30]) * DAY))
      await away(500, 3_000)
      if (random.next() < 0.5) rmSync(join(faults, 'clock'))
    },
    'import beside the watch': () => lore.run('import'),
  }

  /** Every fault comes round before one comes again. */
  const rage = async (): Promise<void> => {
    const end = performance.now() + SECONDS * 1_000
    do {
      for (const [name, befall] of random.shuffled(Object.entries(FAULTS))) {
        await away(300, 1_500)
        happened.push(name)
        await befall()
        suffered.set(name, (suffered.get(name) ?? 0) + 1)
      }
    } while (performance.now() < end)
    for (const name of ['disk-full', 'clock']) rmSync(join(faults, name), { force: true })
    proxy.misbehave(() => 'pass')
  }

  const stateFolder = () => {
    const folder = join(lore.folder, 'state', 'import')
    return join(folder, readdirSync(folder)[0] ?? '')
  }
  const batches = (folder: 'spool' | 'rejected') => {
    const path = join(stateFolder(), folder)
    return existsSync(path) ? readdirSync(path) : []
  }
  const sessionsOnServer = async () => {
    const items = []
    let cursor: string | undefined
    do {
      const page = await client().sessions.list({ limit: 200, cursor })
      items.push(...page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    return items
  }
  const countsWritten = () =>
    Object.fromEntries([...home.written].map(([id, texts]) => [id, texts.length]))
  const countsOnServer = async () =>
    Object.fromEntries(
      (await sessionsOnServer()).map(({ native_id, counts }) => [native_id, counts.messages]),
    )
  const seenByAgent = (): number => {
    const { tools } = JSON.parse(readFileSync(join(stateFolder(), 'capture.json'), 'utf8'))
    return tools.reduce((sum: number, { messages }: { messages: number }) => sum + messages, 0)
  }

  /** For a failure: what the last agent said, and its figures. */
  const whatAgentSays = (): string => {
    const ended = agent.child.exitCode ?? agent.child.signalCode ?? 'runs'
    const figures = readFileSync(join(stateFolder(), 'capture.json'), 'utf8')
    const spool = `spool ${batches('spool').length}, rejected ${batches('rejected').length}`
    const story = JSON.stringify(happened)
    return [`seed ${SEED}, agent ${ended}, ${spool}`, story, agent.output(), figures].join('\n')
  }

  beforeAll(async () => {
    port = await freePort()
    await startServer()
    proxy = await startUnrulyProxy(`http://localhost:${port}`)
    // A row of its own, so that the faults are the same ones whatever the writer gets done between them.
    home = createBusyHome(createRandom(SEED + 1))
    const preload = join(repositoryRoot, 'apps/server/e2e/support/faulty-machine.mjs')
    lore = createLore({
      home: home.home,
      env: { NODE_OPTIONS: `--import=${preload}`, LORE_FAULTS: faults },
    })
    const login = await lore.run('login', '--server', proxy.url, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
  })
  afterAll(async () => {
    home?.stopWriting()
    await agent?.stop('SIGTERM')
    await proxy?.close()
    await server?.stop('SIGTERM')
    lore?.dispose()
    home?.dispose()
    for (const folder of [serverHome, faults]) rmSync(folder, { recursive: true, force: true })
  })

  test(
    'every message of every file is on the server once, in its order, and nothing waits',
    async ({ onTestFailed }) => {
      onTestFailed(() => {
        process.stdout.write(`${whatAgentSays()}\n`)
      })
      startAgent()
      const writing = home.keepWriting()
      await rage()
      home.stopWriting()
      await writing

      await expect.poll(countsOnServer, PATIENT).toEqual(countsWritten())
      const onServer = await sessionsOnServer()
      expect(onServer).toHaveLength(home.written.size)
      for (const session of onServer) {
        const { texts, keys } = await readSession(client(), session.id)
        expect(texts, `${session.tool} ${session.native_id}`).toEqual(
          home.written.get(session.native_id),
        )
        expect(new Set(keys).size).toBe(keys.length)
        expect(session.tool).toBe(home.toolOf(session.native_id))
      }
      await expect.poll(() => batches('spool'), PATIENT).toEqual([])
      expect(batches('rejected')).toEqual([])
      const total = [...home.written.values()].flat().length
      await expect.poll(seenByAgent, PATIENT).toBe(total)
      expect((await client().stats()).messages).toBe(total)
      process.stdout.write(
        `${JSON.stringify({
          seed: SEED,
          seconds: SECONDS,
          sessions: onServer.length,
          messages: total,
          requests: proxy.allIngests(),
          faults: Object.fromEntries(suffered),
        })}\n`,
      )
    },
    (SECONDS + 500) * 1_000,
  )
})
