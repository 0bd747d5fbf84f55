import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { apiUnreachable } from './api-unreachable.ts'

/** An import may take its time; a live stream is never silent for longer than its heartbeat. */
const SILENCE_MS = 120_000

/** What this service found out about who asks; said again to the API, never passed on as the caller claims it. */
export type Caller = { ip: string; host: string; protocol: string }

export type Forwarder = {
  /** Passes one request on and its answer back, both as they come. */
  forward: (request: IncomingMessage, response: ServerResponse, caller: Caller) => void
  close: () => void
}

/**
 * Streams requests to the API. An answer that comes while the body is still being sent, such as 413, is passed on like
 * any other; only an API that gives no answer at all is called unreachable.
 */
export const createForwarder = (apiUrl: string): Forwarder => {
  const { protocol, hostname, port, pathname } = new URL(apiUrl)
  const isTls = protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  listenToTheEnd(agent)
  const host = hostname.replace(/^\[|\]$/g, '')
  const start = isTls ? httpsRequest : httpRequest
  const target = {
    agent,
    host,
    port,
    // The Host header below is the caller's; the certificate is the API's.
    ...(isTls && isIP(host) === 0 ? { servername: host } : {}),
  }
  const base = pathname.replace(/\/+$/, '')
  return {
    forward: (request, response, caller) => {
      const outgoing = start({
        ...target,
        method: request.method,
        path: `${base}${request.url ?? '/'}`,
        headers: headersFor(request.headers, caller),
      })
      connect(request, response, outgoing)
    },
    close: () => agent.destroy(),
  }
}

const connect = (
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: ReturnType<typeof httpRequest>,
): void => {
  outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy(new Error('The API is silent.')))
  outgoing.on('response', (answer) => {
    outgoing.setTimeout(0)
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.headers))
    // Sent now: a live stream may have nothing to say for a while.
    response.flushHeaders()
    answer.pipe(response)
    answer.on('error', () => response.destroy())
    answer.on('close', () => {
      if (!answer.complete) response.destroy()
      letRunOut(request, outgoing)
    })
  })
  outgoing.on('error', () => {
    letRunOut(request, outgoing)
    sayUnreachable(response)
  })
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy()
  })
  request.pipe(outgoing)
}

/** The rest of a body that was answered already runs into nothing, so that its sender gets to read the answer. */
const letRunOut = (request: IncomingMessage, outgoing: ReturnType<typeof httpRequest>): void => {
  if (request.complete && outgoing.writableFinished) return
  request.unpipe(outgoing)
  request.resume()
  outgoing.destroy()
}

const sayUnreachable = (response: ServerResponse): void => {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const { statusCode, code, message } = apiUnreachable()
  response.writeHead(statusCode, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
  })
  response.end(JSON.stringify({ error: { code, message } }))
}

/** Headers that belong to one connection, RFC 9110 §7.6.1, and `Expect`, which this service has answered. */
const OF_ONE_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const endToEnd = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_ONE_HOP.has(name) && !named.includes(name)),
  )
}

const headersFor = (headers: IncomingHttpHeaders, caller: Caller): OutgoingHttpHeaders => {
  const { forwarded: _claimed, ...kept } = endToEnd(headers)
  return {
    ...kept,
    // Without it a body of unknown length after GET or DELETE would be read as the next request.
    ...(headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
    // The name the caller used, not ours: the API refuses names that are not its own.
    host: caller.host,
    'x-forwarded-for': caller.ip,
    'x-forwarded-host': caller.host,
    'x-forwarded-proto': caller.protocol,
  }
}

type Write = (...args: unknown[]) => void

/**
 * Who answers before the whole body is there may close right after. Writing fails then while the answer lies ready to be
 * read, and the socket would be thrown away with it. So a write to an end that is closed counts as done; what comes of
 * the request is for the reading side to say: an answer, or the end of the connection.
 */
const listenToTheEnd = (agent: HttpAgent): void => {
  const create = agent.createConnection.bind(agent)
  agent.createConnection = (...args: Parameters<typeof create>) => {
    const socket = create(...args) as Duplex & { _write: Write; _writev?: Write }
    for (const name of ['_write', '_writev'] as const) {
      const write = socket[name]?.bind(socket)
      if (write === undefined) continue
      socket[name] = (...rest: unknown[]) => {
        const done = rest.pop() as (error?: Error | null) => void
        write(...rest, (error?: NodeJS.ErrnoException | null) =>
          done(error?.code === 'EPIPE' || error?.code === 'ECONNRESET' ? null : error),
        )
      }
    }
    return socket
  }
}
