import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AGENT } from './agent-process.ts'

const run = promisify(execFile)
const LAUNCHER = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
const SERVER = join('apps', 'server', 'dist', 'main.mjs')
const KEY = 'teamlore-bench-admin-key'

/** Bytes of memory that each thread's heap takes, by the name of the script that runs in it. */
export type Heaps = Record<string, number>

/** Runs in each thread of the server: only a thread itself can say how large its heap is. */
const PROBE = `
const { writeFileSync } = require('node:fs')
const { basename, join } = require('node:path')
const v8 = require('node:v8')
// A worker learns the name of its script after this was loaded.
setInterval(() => {
  const script = basename(process.argv[1] ?? '')
  if (script !== 'main.mjs' && !script.endsWith('-thread.mjs')) return
  const heap = v8.getHeapStatistics().total_physical_size
  writeFileSync(join(__dirname, script + '.heap'), String(heap))
}, 500).unref()
`
const HEAP_FILES = ['main.mjs', 'pglite-thread.mjs', 'embed-thread.mjs']
/** A thread that has ended writes no more. */
const FRESH_MS = 5_000

/** The built server on a home of its own, started as `npm start` does it; without a setting of its own, on the embedded engine. */
export const startServer = async (
  settings: Record<string, string>,
  { folder: given, keep = false }: { folder?: string | undefined; keep?: boolean } = {},
) => {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'teamlore-server-bench-'))
  const probe = join(folder, 'probe')
  mkdirSync(probe, { recursive: true })
  writeFileSync(join(probe, 'probe.cjs'), PROBE)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const launcher = spawn(process.execPath, [LAUNCHER], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TEAMLORE_HOME: join(folder, 'home'),
      TEAMLORE_ADMIN_KEY: KEY,
      PORT: String(port),
      NODE_OPTIONS: `--require ${join(probe, 'probe.cjs')}`,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(launcher, 'exit')
  await saysReady(launcher.stdout, ended)
  const launcherPid = launcher.pid ?? 0

  const ask = askOf(url)
  /** The built agent, as a person runs it. */
  const lore = (cwd: string, ...words: string[]) =>
    run(process.execPath, [AGENT, ...words], {
      cwd,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        LORE_CONFIG_DIR: join(folder, 'lore'),
      },
      maxBuffer: 1e8,
    })
  const login = () => lore(folder, 'login', '--server', url, '--key', KEY)

  return {
    /** Of its home and the agent's settings; `keep` leaves it to be started again. */
    folder,
    launcherPid,
    pid: serverOf(launcherPid),
    lore,
    login,
    text: async (path: string): Promise<string> => (await fetch(url + path)).text(),
    get: (path: string): Promise<unknown> => ask(path),
    send: (method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown> =>
      ask(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    page: async (path: string): Promise<void> => {
      await (await fetch(url + path)).text()
    },
    /** Brings session files in as people do. */
    bringIn: async (path: string): Promise<void> => {
      await login()
      await lore(folder, 'import', '--path', path)
    },
    heaps: (): Heaps => readHeaps(probe),
    stop: async (): Promise<void> => {
      launcher.kill('SIGTERM')
      await ended
      if (!keep) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const askOf =
  (url: string) =>
  async (path: string, request: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${KEY}`, ...request.headers }
    const response = await fetch(url + path, { ...request, headers })
    if (!response.ok)
      throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
    return response.json()
  }

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

const readHeaps = (probe: string): Heaps =>
  Object.fromEntries(
    HEAP_FILES.flatMap((name) => {
      const file = join(probe, `${name}.heap`)
      const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      return Date.now() - written < FRESH_MS ? [[name, Number(readFileSync(file, 'utf8'))]] : []
    }),
  )

const saysReady = async (stdout: NodeJS.ReadableStream, ended: Promise<unknown>) => {
  let said = ''
  const ready = new Promise<void>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Teamlore is ready')) resolve()
    })
  })
  const gone = ended.then(() => Promise.reject(new Error(`The server ended: ${said}`)))
  await Promise.race([ready, gone])
}

/** The launcher has other children too, while it builds. */
const serverOf = (launcher: number): number => {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  for (const line of list.split('\n')) {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (Number(parent) === launcher && args.includes(SERVER)) return Number(pid)
  }
  throw new Error('The launcher has not started a server.')
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.')
  return address.port
}
