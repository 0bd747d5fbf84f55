import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAcknowledgedMessages } from './support/acknowledged-messages.ts'
import { createAgentFolder } from './support/agent-folder.ts'
import { type BusyHome, createBusyHome } from './support/busy-home.ts'
import { createFaults, type Faults } from './support/faults/create-faults.ts'
import { createWitness } from './support/faults/witness.ts'
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
/** More waiting batches only take time: a busy machine would never get to their end. */
const MUCH = 30

/** The real agent and the real server, and everything that may befall the two while sessions grow. */
describe.skipIf(isRealLane)(`capture under faults, seed ${SEED}`, () => {
  const random = createRandom(SEED)
  const serverHome = newHome()
  const agentFaults = mkdtempSync(join(tmpdir(), 'teamlore-faults-'))
  const serverFaults = mkdtempSync(join(tmpdir(), 'teamlore-faults-'))
  const preload = join(repositoryRoot, 'apps/server/e2e/support/faults/faulty-machine.mjs')
  /** A machine whose disk and clock go wrong when a file in this folder says so. */
  const faulty = (folder: string) => ({
    NODE_OPTIONS: `--import=${preload}`,
    LORE_FAULTS: folder,
  })
  const witness = createWitness()
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
  let kept: ReturnType<typeof createAgentFolder>
  let faults: Faults
  let isKept = false

  const latest = (processes: Spawned[]): Spawned => {
    const last = processes.at(-1)
    if (last === undefined) throw new Error('nothing was started yet')
    return last
  }
  const startServer = async () => {
    // Vectors come later and are no part of what is asked here, but of what a machine has to do.
    const env = { ...faulty(serverFaults), EMBEDDING_PROVIDER: 'none' }
    const server = startEmbedded({ home: serverHome, port, adminKey, env })
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
  const seenByAgent = (): number =>
    kept.figures().tools.reduce((sum, { messages }) => sum + messages, 0)
  /** Sessions of which nothing was distilled yet since they last grew. */
  const toDistil = async (): Promise<number> => {
    const client = createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
    return (await client.jobs.health()).backlog.sessions_to_distil
  }
  /** However many wait and however slow the machine is: only when nothing moves any more, something is wrong. */
  const untilAllIsSent = async (): Promise<void> => {
    let least = Number.POSITIVE_INFINITY
    let since = performance.now()
    for (let left = kept.waiting().length; left > 0; left = kept.waiting().length) {
      if (left < least) since = performance.now()
      least = Math.min(least, left)
      if (performance.now() - since > PATIENT.timeout) return
      await pause(PATIENT.interval)
    }
  }
  const bySession = <T>(of: (id: string, texts: readonly string[]) => T): Record<string, T> =>
    Object.fromEntries([...home.written].map(([id, texts]) => [id, of(id, texts)]))

  /** For a failure: what went before, what the processes said, and where all of it lies. */
  const evidence = (): string => {
    const { exitCode, signalCode } = latest(agents).child
    return [
      `seed ${SEED}, agent ${exitCode ?? signalCode ?? 'runs'}, spool ${kept.waiting().length}, rejected ${kept.quarantined().length}`,
      JSON.stringify(story),
      ...agents.slice(-3).map((one) => `agent ${one.child.pid}:\n${one.output().slice(-4_000)}`),
      `server:\n${latest(servers).output().slice(-4_000)}`,
      JSON.stringify(kept.figures()),
      `kept: ${[serverHome, serverFaults, agentFaults, lore.folder, home.home].join(' ')}`,
    ].join('\n')
  }

  beforeAll(async () => {
    port = await freePort()
    await startServer()
    proxy = await startUnrulyProxy(`http://localhost:${port}`, { onAnswered: acknowledged.note })
    // A row of its own, so that the faults are the same ones whatever the writer gets done between them.
    home = createBusyHome(createRandom(SEED + 1))
    lore = createLore({ home: home.home, env: faulty(agentFaults) })
    kept = createAgentFolder(lore.folder)
    faults = createFaults({
      random,
      witness,
      proxy,
      kept,
      agentFaults,
      serverFaults,
      startAgent,
      startServer,
      agent: () => latest(agents),
      server: () => latest(servers),
      runImport: () => lore.run('import'),
      engineLock: join(serverHome, 'database', 'engine.lock'),
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
    for (const path of [serverHome, agentFaults, serverFaults])
      rmSync(path, { recursive: true, force: true })
  })

  test(
    'every message of every file is acknowledged, and in tables and search index once, in its order',
    async ({ onTestFailed }) => {
      onTestFailed(() => {
        isKept = true
        process.stdout.write(`${evidence()}\n`)
      })
      startAgent()
      const writing = home.keepWriting(() => kept.waiting().length > MUCH)
      await rage()
      home.stopWriting()
      await writing

      await untilAllIsSent()
      // What was quarantined because the server failed at it gets its next chance when an import begins.
      await expect.poll(async () => (await lore.run('import')).code, PATIENT).toBe(0)
      await expect.poll(countsOnServer, PATIENT).toEqual(bySession((_, texts) => texts.length))
      await expect.poll(kept.waiting, PATIENT).toEqual([])
      expect(kept.quarantined()).toEqual([])
      const total = [...home.written.values()].flat().length
      await expect.poll(seenByAgent, PATIENT).toBe(total)
      await expect.poll(toDistil, PATIENT).toBe(0)

      expect(await latest(agents).stop('SIGTERM')).toBe(0)
      expect(seenByAgent()).toBe(total)
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

      const { happened, deaths } = witness
      expect(deaths).toEqual([])
      expect(faults.expected.filter((name) => !happened.has(name))).toEqual([])
      process.stdout.write(
        `${JSON.stringify({
          seed: SEED,
          seconds: SECONDS,
          sessions: home.written.size,
          written: total,
          seen: seenByAgent(),
          requests: proxy.allIngests(),
          acknowledged: [...acknowledged.keys.values()].flatMap((keys) => [...keys]).length,
          indexed: Object.values(rows).flatMap(({ indexed }) => indexed).length,
          happened: Object.fromEntries(happened),
        })}\n`,
      )
    },
    (SECONDS + 3_000) * 1_000,
  )
})
