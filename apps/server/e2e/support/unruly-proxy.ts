import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What happens to one request on its way. `pass` is the well-behaved network. */
export type Mischief =
  | 'pass'
  /** The connection is cut before the request reaches the server. */
  | 'cut before'
  /** The server does its work, and its answer is lost. */
  | 'cut after'
  /** Half of the answer arrives. */
  | 'truncate'
  /** It takes its time to arrive. */
  | 'slow'
  /** The server gets it twice. */
  | 'duplicate'
  /** It is cut for the sender and reaches the server later, after what was sent next. */
  | 'arrive late'
  | { status: number; headers?: Record<string, string>; body?: string }

/** A request for /v1/ingest, and how its answer was. */
export type Exchange = { request: Buffer; status: number; answer: Buffer }

type Sent = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }

type Listeners = {
  /** An answer of the server to an ingest was handed on whole. */
  onAnswered?: (exchange: Exchange) => void
  /** Bytes of every request of whatever kind, as they come in. */
  onReceived?: (sent: Sent) => void
}

const SLOW_MS = 1_500
const INGEST = '/v1/ingest'

/** Stands between the agent and a server, and does to each ingest what a test sets. Everything else passes. */
export const startUnrulyProxy = async (target: string, listeners: Listeners = {}) => {
  let plan: (nth: number, sent: Sent) => Mischief = () => 'pass'
  let count = 0
  let total = 0
  let answered = 0
  let onForwarded: (() => void) | undefined
  const late: Sent[] = []
  /** How often each kind of mischief was done, all the way, to a request. */
  const done = new Map<string, number>()
  const note = (name: string): void => void done.set(name, (done.get(name) ?? 0) + 1)

  const forward = async (sent: Sent): Promise<{ status: number; body: Buffer }> => {
    const url = new URL(sent.url, target)
    const upstream: ClientRequest = openRequest(url, {
      method: sent.method,
      headers: { ...sent.headers, host: url.host },
      agent: false,
    })
    upstream.end(sent.body, () => {
      if (sent.url !== INGEST) return
      onForwarded?.()
      onForwarded = undefined
    })
    const [response] = (await once(upstream, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 502, body: await bytesOf(response) }
  }

  /** What was held back arrives now, after later ones. One that finds no server is lost, as on any network. */
  const deliverLate = async (): Promise<void> => {
    for (const one of late.splice(0))
      await forward(one).then(
        () => note('arrive late'),
        () => undefined,
      )
  }

  const misbehave = async (
    mischief: Mischief,
    sent: Sent,
    response: ServerResponse,
  ): Promise<void> => {
    if (typeof mischief === 'object') {
      note(nameOf(mischief))
      response.writeHead(mischief.status, {
        'content-type': 'application/json',
        ...mischief.headers,
      })
      response.end(mischief.body ?? '')
      return
    }
    if (mischief === 'cut before' || mischief === 'arrive late') {
      if (mischief === 'cut before') note(mischief)
      // Counted when it arrives.
      else late.push(sent)
      return void response.destroy()
    }
    if (mischief === 'slow') await pause(SLOW_MS)
    const answer = await forward(sent)
    if (mischief === 'duplicate') await forward(sent)
    await deliverLate()
    note(mischief)
    if (mischief === 'cut after') return void response.destroy()
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': answer.body.length,
    })
    if (mischief === 'truncate')
      return void response.write(answer.body.subarray(0, answer.body.length >> 1), () =>
        response.destroy(),
      )
    response.end(answer.body)
    if (sent.url !== INGEST) return
    answered++
    listeners.onAnswered?.({ request: sent.body, status: answer.status, answer: answer.body })
  }

  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request
      const sent: Sent = { method, url, headers, body: await bytesOf(request) }
      listeners.onReceived?.(sent)
      const isIngest = url === INGEST
      if (isIngest) total++
      await misbehave(isIngest ? plan(++count, sent) : 'pass', sent, response)
    }
    handle().catch(() => response.destroy())
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const close = async (): Promise<void> => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** What happens to the nth ingest from now on, counted from 1. */
    misbehave: (now: typeof plan): void => {
      plan = now
      count = 0
    },
    ingests: (): number => count,
    /** Since the beginning. */
    allIngests: (): number => total,
    /** Ingests whose answer was handed on whole. */
    answered: (): number => answered,
    /** Called when the next ingest has gone to the server, whose answer is then awaited. */
    whenForwarded: (listener: (() => void) | undefined): void => {
      onForwarded = listener
    },
    mischiefDone: (name: string): number => done.get(name) ?? 0,
    /** Nobody listens for a while: connections are refused, open ones end. */
    whileOffline: async (work: () => Promise<unknown>): Promise<void> => {
      await close()
      try {
        await work()
      } finally {
        await listen(port)
      }
    },
    close,
  }
}

export type UnrulyProxy = Awaited<ReturnType<typeof startUnrulyProxy>>

export const nameOf = (mischief: Mischief): string =>
  typeof mischief === 'object' ? `status ${mischief.status}` : mischief

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
