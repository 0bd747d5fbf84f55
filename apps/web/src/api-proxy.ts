import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP } from 'node:net'
import httpProxy from '@fastify/http-proxy'
import { abortOnDisconnect } from '@teamlore/shared/process'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiUnreachable } from './api-unreachable.ts'
import { readAnswersToTheEnd } from './early-answers.ts'

/** An import may take its time; a live stream is never silent for longer than its heartbeat. */
const SILENCE_MS = 120_000

/** Passes what reaches `app` on to the API, and its answers back, both as they come. */
export const registerApiProxy = (app: FastifyInstance, apiUrl: string): void => {
  const host = new URL(apiUrl).hostname.replace(/^\[|\]$/g, '')
  // The library has no way of its own to end a request whose asker has left: it reads the options of each anew.
  let gone: AbortSignal | undefined
  app.register(httpProxy, {
    upstream: apiUrl,
    httpMethods: app.supportedMethods,
    internalRewriteLocationHeader: false,
    destroyAgent: true,
    http: {
      agents: {
        'http:': readAnswersToTheEnd(new HttpAgent({ keepAlive: true })),
        'https:': readAnswersToTheEnd(new HttpsAgent({ keepAlive: true })),
      },
      requestOptions: {
        timeout: SILENCE_MS,
        // Certificates are not looked at by default.
        rejectUnauthorized: true,
        // The Host header is the caller's; the certificate is the API's.
        servername: isIP(host) === 0 ? host : '',
        get signal() {
          return gone
        },
      },
    },
    handler: (_request, reply, path, options) => {
      gone = abortOnDisconnect(reply.raw as ServerResponse)
      return reply.from(path, options)
    },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) =>
        headersFor(request as FastifyRequest, endToEnd(headers)),
      rewriteHeaders: endToEnd,
      // Who asked decides whether to ask again.
      retryDelay: () => null,
      onResponse: (_request, reply, answer) => {
        reply.send((answer as unknown as { stream: IncomingMessage }).stream)
        // Sent now: a live stream may have nothing to say for a while.
        ;(reply.raw as ServerResponse).flushHeaders()
      },
      onError: (reply) => void reply.header('retry-after', '2').send(apiUnreachable()),
    },
  })
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

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_ONE_HOP.has(name) && !named.includes(name)),
  )
}

/** What this service found out about who asks is said again; it is never passed on as the caller claims it. */
const headersFor = (
  { raw, ip, host, protocol }: FastifyRequest,
  headers: IncomingHttpHeaders,
): IncomingHttpHeaders => {
  const { forwarded: _claimed, ...kept } = headers
  return {
    ...kept,
    // Without it a body of unknown length after GET or DELETE would be read as the next request.
    ...(raw.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
    // The name the caller used, not ours: the API refuses names that are not its own.
    host,
    'x-forwarded-for': ip,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol,
  }
}
