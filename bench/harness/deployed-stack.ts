import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { benchEnv } from './bench-env.ts'
import { freePort } from './loopback.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const UP_MS = 90_000
/** Of the server of tests, whose databases are numbered from 0 to 15. */
const REDIS_NUMBER = 14

/** The API and the worker as docker-compose.yml starts them, with the same variables, on PostgreSQL and Valkey. */
export const startDeployed = async (adminKey: string) => {
  const { databaseUrl, redisUrl } = benchEnv()
  if (databaseUrl === undefined || redisUrl === undefined)
    throw new Error('This needs TEST_DATABASE_URL and TEST_REDIS_URL.')
  const name = `teamlore_bench_${randomBytes(6).toString('hex')}`
  const server = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await server.unsafe(`create database ${name}`)
  const database = new URL(databaseUrl)
  database.pathname = `/${name}`
  const [apiPort, workerPort] = [await freePort(), await freePort()]
  const common = { DATABASE_URL: database.href, REDIS_URL: `${redisUrl}/${REDIS_NUMBER}` }
  const url = `http://localhost:${apiPort}`
  const api = startNode('apps/api/dist/main.mjs', {
    ...common,
    TEAMLORE_URL: url,
    TEAMLORE_ADMIN_KEY: adminKey,
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_ROUTE_PER_MINUTE: '100000',
    HOST: '127.0.0.1',
    PORT: String(apiPort),
  })
  await up(`${url}/readyz`)
  const worker = startNode('apps/worker/dist/main.mjs', {
    ...common,
    WORKER_HEALTH_PORT: String(workerPort),
  })
  await up(`http://127.0.0.1:${workerPort}/healthz`)
  return {
    url,
    stop: async (): Promise<void> => {
      await worker.stop()
      await api.stop()
      await server.unsafe(`drop database if exists ${name} with (force)`)
      await server.end()
    },
  }
}

const startNode = (script: string, settings: Record<string, string>) => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  return {
    stop: async (): Promise<void> => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const up = async (url: string): Promise<void> => {
  for (const until = performance.now() + UP_MS; performance.now() < until; await pause(200)) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
  }
  throw new Error(`${url} did not come up.`)
}
