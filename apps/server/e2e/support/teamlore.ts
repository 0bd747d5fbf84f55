import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesKept, type Kept, keysKept, rowsKept } from './dump-stores.ts'
import { takeRedisNumber } from './redis-number.ts'
import { createScratchDatabase } from './scratch-database.ts'
import { freePort, type Spawned, spawnNode } from './spawned.ts'

export type Teamlore = {
  url: string
  adminKey: string
  processes: Spawned[]
  /** Ends its processes, and returns everything they leave behind: rows, queues, files. */
  endAndRead: () => Promise<{ rows: Kept; keys: Kept; files: Map<string, Buffer> }>
  close: () => Promise<void>
}

type Surroundings = { env?: Record<string, string> }

export const emptyHome = (): string => mkdtempSync(join(tmpdir(), 'teamlore-e2e-'))

const toBePrepared = new Set<string>()

/** The first start in it finds all of its tables there (prepared-database.ts). Who tests a first start takes `emptyHome`. */
export const newHome = (): string => {
  const home = emptyHome()
  toBePrepared.add(home)
  return home
}

/** Before a first start in a home of `newHome`. */
export const prepare = (home: string): void => {
  const prepared = process.env['E2E_PREPARED_DATABASE']
  if (toBePrepared.delete(home) && prepared)
    cpSync(prepared, join(home, 'database'), { recursive: true })
}

export const newKey = (): string => `tlk_${randomBytes(32).toString('base64url')}`

type EmbeddedOptions = {
  home: string
  port: number
  adminKey?: string
  env?: Record<string, string>
}

/** The very process that `npm start` starts once everything is built. */
export const startEmbedded = ({ home, port, adminKey, env = {} }: EmbeddedOptions): Spawned => {
  prepare(home)
  return spawnNode(['apps/server/dist/main.mjs'], {
    PORT: String(port),
    TEAMLORE_HOME: home,
    ...(adminKey ? { TEAMLORE_ADMIN_KEY: adminKey } : {}),
    ...env,
  })
}

const openEmbedded = async ({ env }: Surroundings): Promise<Teamlore> => {
  const home = newHome()
  const port = await freePort()
  const adminKey = newKey()
  const server = startEmbedded({ home, port, adminKey, ...(env ? { env } : {}) })
  await server.says(/Teamlore is ready at/)
  return {
    url: `http://localhost:${port}`,
    adminKey,
    processes: [server],
    endAndRead: async () => {
      await server.stop('SIGTERM')
      const rows = await rowsKept({ kind: 'embedded', dataDir: join(home, 'database') })
      return { rows, keys: new Map(), files: filesKept(home) }
    },
    close: async () => {
      await server.stop('SIGTERM')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const isUp = async (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )

const waitFor = async (url: string, processes: Spawned[]): Promise<void> => {
  const end = Date.now() + 90_000
  while (!(await isUp(url))) {
    const dead = processes.find(({ child }) => child.exitCode !== null)
    if (dead || Date.now() > end) {
      throw new Error(
        `${url} did not come up:\n${processes.map((p) => p.output()).join('\n---\n')}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The three processes of docker-compose.yml, with the same commands and variables, on real servers. */
const openProduction = async ({ env = {} }: Surroundings): Promise<Teamlore> => {
  const redisServer = process.env['TEST_REDIS_URL']
  if (!redisServer) throw new Error('TEST_REDIS_URL is not set')
  const redis = await takeRedisNumber(redisServer)
  const database = await createScratchDatabase()
  const [apiPort, workerPort, webPort] = [await freePort(), await freePort(), await freePort()]
  const adminKey = newKey()
  const url = `http://localhost:${webPort}`
  const processes = [
    spawnNode(['apps/api/dist/main.mjs'], {
      DATABASE_URL: database.url,
      TEAMLORE_URL: url,
      TEAMLORE_ADMIN_KEY: adminKey,
      TRUST_PROXY: 'true',
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      ...env,
    }),
    spawnNode(['apps/worker/dist/main.mjs'], {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      WORKER_HEALTH_PORT: String(workerPort),
      ...env,
    }),
    spawnNode(['apps/web/dist/main.mjs'], {
      API_URL: `http://127.0.0.1:${apiPort}`,
      HOST: '127.0.0.1',
      PORT: String(webPort),
    }),
  ]
  const endAll = async () => {
    for (const { stop } of processes.toReversed()) await stop('SIGTERM')
  }
  await waitFor(`${url}/readyz`, processes)
  await waitFor(`http://127.0.0.1:${workerPort}/healthz`, processes)
  return {
    url,
    adminKey,
    processes,
    endAndRead: async () => {
      const rows = await rowsKept({ kind: 'postgres', url: database.url })
      const keys = await keysKept(redis.url)
      await endAll()
      return { rows, keys, files: new Map() }
    },
    close: async () => {
      await endAll()
      await database.drop()
      await redis.giveBack()
    },
  }
}

/** The product as its users run it: one process, or the three of production when TEST_ENGINE=postgres. */
export const openTeamlore = (surroundings: Surroundings = {}): Promise<Teamlore> =>
  process.env['TEST_ENGINE'] === 'postgres'
    ? openProduction(surroundings)
    : openEmbedded(surroundings)
