import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './loopback.ts'

const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.mjs', import.meta.url))
export const ADMIN_KEY = 'teamlore-erasure-admin-key'

type Call = { method?: string; body?: unknown; headers?: Record<string, string> }
type Answer = { status: number; body: unknown; cookie: string }

/** The built server on a home that stays when it ends, so that what lies in it can be looked through. */
export const startErasureServer = async (home: string, settings: Record<string, string>) => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [SERVER], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      NODE_ENV: 'production',
      TEAMLORE_HOME: join(home, 'home'),
      TEAMLORE_ADMIN_KEY: ADMIN_KEY,
      PORT: String(port),
      LOG_LEVEL: 'debug',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  let said = ''
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Teamlore is ready')) resolve()
    })
    void ended.then(() => reject(new Error(`The server ended: ${said}`)))
  })
  const send = async (
    path: string,
    { method = 'GET', body, headers = {} }: Call = {},
  ): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      cookie: response.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    }
  }
  /** Whoever has this credential. An answer that is no success is an error. */
  const as =
    (headers: Record<string, string>) =>
    async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const { status, body: answer } = await send(path, { method, body, headers })
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
      return answer as T
    }
  return {
    url,
    send,
    as,
    admin: as({ authorization: `Bearer ${ADMIN_KEY}` }),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export type ErasureServer = Awaited<ReturnType<typeof startErasureServer>>
export type Caller = ErasureServer['admin']
