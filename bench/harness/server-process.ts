import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AGENT } from './agent-process.ts'
import { freePort } from './loopback.ts'

const run = promisify(execFile)
const TREE = fileURLToPath(new URL('../../', import.meta.url))
const LAUNCHER = join('scripts', 'start.mjs')
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

type Home = {
  folder?: string | undefined
  keep?: boolean
  /** Another checkout to start the server of; this one by default. */
  tree?: string | undefined
}

/** The built server on a home of its own, started as `npm start` does it; without a setting of its own, on the embedded engine. */
export const startServer = async (
  settings: Record<string, string>,
  { folder: given, keep = false, tree = TREE }: Home = {},
) => {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'teamlore-server-bench-'))
  const probe = join(folder, 'probe')
  mkdirSync(probe, { recursive: true })
  writeFileSync(join(probe, 'probe.cjs'), PROBE)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const launcher = spawn(process.execPath, [join(tree, LAUNCHER)], {
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

  const doors = doorsOf(url)
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
    url,
    adminKey: KEY,
    launcherPid,
    pid: serverOf(launcherPid),
    lore,
    login,
    ...doors,
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

type Headers = Record<string, string>

/** What is asked of a server over HTTP, by the admin where no headers name somebody else. */
const doorsOf = (url: string) => {
  const ask = askOf(url)
  return {
    text: async (path: string, headers: Headers = {}): Promise<string> =>
      (await fetch(url + path, { headers })).text(),
    get: (path: string, headers: Headers = {}): Promise<unknown> => ask(path, { headers }),
    send: (
      method: 'POST' | 'PUT',
      path: string,
      body: unknown,
      headers: Headers = {},
    ): Promise<unknown> =>
      ask(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    remove: (path: string, headers: Headers = {}): Promise<unknown> =>
      ask(path, { method: 'DELETE', headers }),
    joinWith: (token: string, name: string): Promise<string> => joinWith(url, token, name),
    page: async (path: string): Promise<void> => {
      await (await fetch(url + path)).text()
    },
  }
}

/** Who accepts an invitation in a browser, and makes a key there. */
const joinWith = async (url: string, token: string, name: string): Promise<string> => {
  const post = (path: string, body: unknown, headers: Headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(body),
    })
  const joined = await post('/v1/invitations/accept', { token, name })
  const cookie = joined.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { key } = (await (await post('/v1/keys', { name: 'agent' }, { cookie })).json()) as {
    key?: string
  }
  if (key === undefined) throw new Error(`${name} could not join: ${joined.status}`)
  return key
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
