import type { ServerResponse } from 'node:http'
import type { Authenticate } from '@teamlore/core'
import { errorEnvelopeSchema, ROUTES } from '@teamlore/shared'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tooManyStreams } from '../../errors/request.errors.ts'
import { scopeOf } from '../../plugins/auth.plugin.ts'
import { credentialOf } from '../../plugins/credentials.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import { NO_QUERY } from '../../routing/mount-routes.ts'
import type { LiveHub } from './live-hub.ts'

type Deps = {
  useCases: { live: Pick<LiveHub, 'subscribe'>; authenticate: Authenticate }
  metrics: Metrics
  /** Comments that keep proxies from closing a quiet stream, and the moment to look whether the key still counts. */
  heartbeatMs: number
}

const MAX_STREAMS = 1_000
/** A reader this far behind has gone; what waits for it only fills the memory. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** Live updates as server-sent events, closed by the server when it stops or when the key stops counting. */
export const registerEvents = (app: FastifyInstance, deps: Deps): void => {
  const open = new Set<ServerResponse>()

  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })

  app.route({
    method: 'GET',
    url: ROUTES.events.path,
    exposeHeadRoute: false,
    config: { needs: ROUTES.events.needs },
    schema: EVENTS_SCHEMA,
    handler: async (request, reply) => {
      const scope = scopeOf(request, ROUTES.events.needs)
      if (open.size >= MAX_STREAMS) throw tooManyStreams()
      reply.hijack()
      const stream = openStream(reply.raw)
      open.add(stream)
      deps.metrics.liveStreams.inc()
      const leave = deps.useCases.live.subscribe(
        scope,
        (event) => write(stream, `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
        // Ended at once; who may still listen connects again, as they do after any break.
        () => stream.end(),
      )
      const heartbeat = setInterval(() => {
        write(stream, ': still here\n\n')
        void endUnlessWelcome(request, stream, deps)
      }, deps.heartbeatMs)
      stream.on('close', () => {
        clearInterval(heartbeat)
        leave()
        open.delete(stream)
        deps.metrics.liveStreams.dec()
      })
    },
  })
}

const EVENTS_SCHEMA = {
  operationId: ROUTES.events.id,
  summary: ROUTES.events.summary,
  description: ROUTES.events.description,
  tags: [ROUTES.events.tag],
  security: [{ apiKey: [] }, { browser: [] }],
  querystring: NO_QUERY,
  response: {
    200: { content: { 'text/event-stream': { schema: z.string() } } },
    400: errorEnvelopeSchema,
    401: errorEnvelopeSchema,
    403: errorEnvelopeSchema,
    429: errorEnvelopeSchema,
    500: errorEnvelopeSchema,
    503: errorEnvelopeSchema,
  },
}

const openStream = (response: ServerResponse): ServerResponse => {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Some proxies hold back what looks like an unfinished answer.
    'x-accel-buffering': 'no',
  })
  response.write('retry: 3000\n\n')
  return response
}

const write = (stream: ServerResponse, text: string): void => {
  if (stream.writableEnded || stream.destroyed) return
  if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy()
  else stream.write(text)
}

/** A revoked key or an ended browser session must not go on listening. */
const endUnlessWelcome = async (
  request: FastifyRequest,
  stream: ServerResponse,
  { useCases }: Deps,
): Promise<void> => {
  const credential = credentialOf(request)
  try {
    const principal = credential && (await useCases.authenticate(credential))
    if (principal && principal.teamId === request.principal?.teamId) return
  } catch (error) {
    request.log.debug({ code: (error as { code?: string }).code }, 'live stream ended')
  }
  stream.end()
}
