import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAcknowledgedMessages } from './support/acknowledged-messages.ts'
import { type BusyHome, createBusyHome } from './support/busy-home.ts'
import { createFaults, type Faults } from './support/faults.ts'
import { createLore } from './support/lore.ts'
import { createRandom } from './support/random.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { rowsOfServer } from './support/rows-of-server.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'
import { startUnrulyProxy, type UnrulyProxy } from './support/unruly-proxy.ts'

/** `FAULTS_SECONDS=28800 FAULTS_SEED=7 npm test -- --project server e2e/faults` spends a night on it. */
const SECONDS = Number(process.env['FAULTS_SECONDS'] ?? 20)
const SEED = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000)

/** For as long as a busy machine may need: nothing here is about how fast it is. */
const PATIENT = { timeout: 400_000, interval: 1_000 }
const START_MS = 300_000

/** The real agent and the real server, and everything that may befall the two while sessions grow. */
describe.skipIf(isRealLane)(`capture under faults, seed ${SEED}`, () => {
  const random = createRandom(SEED)
  const serverHome = newHome()
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-faults-'))
  const adminKey = newKey()
  const acknowledged = createAcknowledgedMessages()
  /** In their order. */
  const story: string[] = []
  const servers: Spawned[] = []
  const agents: Spawned[] = []
  let port: number
  let proxy: UnrulyProxy
  let home: BusyHome
  let lore: ReturnType<typeof createLore>
  let faults: Faults
  let isKept = false

  const latest = (processes: Spawned[]): Spawned => {
    const last = processes.at(-1)
    if (last === undefined) throw new Error('nothing was started yet')
    return last
  }
  const startServer = async () => {
    const server = startEmbedded({ home: serverHome, port, adminKey })
    servers.push(server)
    await server.says(/Teamlore is ready at/, START_MS)
  }
  const startAgent = () => void agents.push(lore.start('watch'))

  /** Every fault comes round before one comes again. */
  const rage = async (): Promise<void> => {
    const end = performance.now() + SECONDS * 1_000
    do {
      for (const [name, befall] of faults.inRandomOrder()) {
        await pause(random.between(300, 1_500))
        story.push(name)
        await befall()
      }
    } while (performance.now() < end)
    faults.end()
  }

  const stateFolder = () => {
    const path = join(lore.folder, 'state', 'import')
    return join(path, readdirSync(path)[0] ?? '')
  }
  const batches = (name: 'spool' | 'rejected') => {
    const path = join(stateFolder(), name)
    return existsSync(path) ? readdirSync(path) : []
  }
  const countsOnServer = async () => {
    const client = createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
    const counts: Record<string, number> = {}
    let cursor: string | undefined
    do {
      const page = await client.sessions.list({ limit: 200, cursor })
      for (const { native_id, counts: held } of page.items) counts[native_id] = held.messages
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    return counts
  }
  const seenByAgent = (): number => {
    const { tools } = JSON.parse(readFileSync(join(stateFolder(), 'capture.json'), 'utf8'))
    return tools.reduce((sum: number, { messages }: { messages: number }) => sum + messages, 0)
  }
  const bySession = <T>(of: (id: string, texts: readonly string[]) => T): Record<string, T> =>
    Object.fromEntries([...home.written].map(([id, texts]) => [id, of(id, texts)]))

  /** For a failure: what went before, what the processes said, and where all of it lies. */
  const evidence = (): string => {
    const { exitCode, signalCode } = latest(agents).child
    return [
      `seed ${SEED}, agent ${exitCode ?? signalCode ?? 'runs'}, spool ${batches('spool').length}, rejected ${batches('rejected').length}`,
      JSON.stringify(story),
      ...agents.slice(-3).map((one) => `agent ${one.child.pid}:\n${one.output().slice(-4_000)}`),
      `server:\n${latest(servers).output().slice(-4_000)}`,
      readFileSync(join(stateFolder(), 'capture.json'), 'utf8'),
      `kept: ${[serverHome, folder, lore.folder, home.home].join(' ')}`,
    ].join('\n')
  }

  beforeAll(async () => {
    port = await freePort()
    await startServer()
    proxy = await startUnrulyProxy(`http://localhost:${port}`, { onAnswered: acknowledged.note })
    // A row of its own, so that the faults are the same ones whatever the writer gets done between them.
    home = createBusyHome(createRandom(SEED + 1))
    const preload = join(repositoryRoot, 'apps/server/e2e/support/faulty-machine.mjs')
    lore = createLore({
      home: home.home,
      env: { NODE_OPTIONS: `--import=${preload}`, LORE_FAULTS: folder },
    })
    faults = createFaults(random, {
      ...{ proxy, folder, startAgent, startServer },
      agent: () => latest(agents),
      server: () => latest(servers),
      runImport: () => lore.run('import'),
    })
    const login = await lore.run('login', '--server', proxy.url, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
  }, 2 * START_MS)
  afterAll(async () => {
    home?.stopWriting()
    await agents.at(-1)?.stop('SIGTERM')
    await proxy?.close()
    await servers.at(-1)?.stop('SIGTERM')
    if (isKept) return
    lore?.dispose()
    home?.dispose()
    for (const path of [serverHome, folder]) rmSync(path, { recursive: true, force: true })
  })

  test(
    'every message of every file is acknowledged, and in tables and search index once, in its order',
    async ({ onTestFailed }) => {
      onTestFailed(() => {
        isKept = true
        process.stdout.write(`${evidence()}\n`)
      })
      startAgent()
      const writing = home.keepWriting()
      await rage()
      home.stopWriting()
      await writing

      // What was set aside because the server failed at it gets its next chance when an import begins.
      await expect.poll(async () => (await lore.run('import')).code, PATIENT).toBe(0)
      await expect.poll(countsOnServer, PATIENT).toEqual(bySession((_, texts) => texts.length))
      await expect.poll(() => batches('spool'), PATIENT).toEqual([])
      expect(batches('rejected')).toEqual([])
      const total = [...home.written.values()].flat().length
      await expect.poll(seenByAgent, PATIENT).toBe(total)

      expect(await latest(agents).stop('SIGTERM')).toBe(0)
      await latest(servers).stop('SIGTERM')
      const rows = Object.fromEntries(await rowsOfServer(serverHome))
      expect(rows).toEqual(
        bySession((id, texts) => ({
          tool: home.toolOf(id),
          texts,
          keys: [...new Set(rows[id]?.keys)],
          indexed: texts.map(() => 1),
        })),
      )
      const acknowledgedKeys = bySession((id) => [...(acknowledged.keys.get(id) ?? [])].sort())
      expect(acknowledgedKeys).toEqual(bySession((id) => rows[id]?.keys.toSorted()))

      const { happened, deaths, expected } = faults
      expect(deaths).toEqual([])
      expect(expected.filter((name) => !happened.has(name))).toEqual([])
      process.stdout.write(
        `${JSON.stringify({
          ...{ seed: SEED, seconds: SECONDS, sessions: home.written.size },
          ...{ written: total, seen: seenByAgent(), requests: proxy.allIngests() },
          acknowledged: [...acknowledged.keys.values()].flatMap((keys) => [...keys]).length,
          indexed: Object.values(rows).flatMap(({ indexed }) => indexed).length,
          happened: Object.fromEntries(happened),
        })}\n`,
      )
    },
    (SECONDS + 3_000) * 1_000,
  )
})
