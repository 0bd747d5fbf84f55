import proxy from '@fastify/http-proxy'
import { API_PATHS } from '@teamlore/shared'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from './env.ts'
import type { WebHandler } from './web-handler.ts'

/** An import may take its time; a live stream is never silent for longer than its heartbeat. */
const ANSWER_BEGINS_MS = 120_000

/**
 * The dashboard as a service of its own: pages from `web`, everything of the API passed on to where it runs, so that
 * both share one origin and one cookie. Bodies and live events stream through untouched.
 */
export const buildWebService = ({
  config,
  web,
}: {
  config: Pick<Config, 'apiUrl' | 'trustProxy'>
  web: Pick<WebHandler, 'handle'>
}): FastifyInstance => {
  const app = Fastify({
    logger: false,
    trustProxy: config.trustProxy,
    // Live streams would keep the process from ending.
    forceCloseConnections: true,
    keepAliveTimeout: 65_000,
  })
  for (const path of API_PATHS) {
    void app.register(proxy, {
      upstream: config.apiUrl,
      prefix: path,
      rewritePrefix: path,
      undici: { headersTimeout: ANSWER_BEGINS_MS, bodyTimeout: 0 },
      replyOptions: {
        // Said anew instead of passed on: only a proxy that is trusted may speak for somebody else.
        rewriteRequestHeaders: (request, headers) => ({
          ...headers,
          'x-forwarded-for': request.ip,
          'x-forwarded-host': request.host,
          'x-forwarded-proto': request.protocol,
        }),
        onError: (reply) => {
          void reply.code(503).send({
            error: {
              code: 'api.unreachable',
              message: 'The API does not answer. It may be starting; try again in a moment.',
            },
          })
        },
      },
    })
  }
  void app.register((pages, _options, isReady) => {
    // Next reads the body itself.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', (_request, _payload, done) => done(null))
    pages.all('/*', (request, reply) => {
      reply.hijack()
      // Next answers its own errors; what still gets here has no answer left to give.
      web.handle(request.raw, reply.raw).catch(() => reply.raw.destroy())
    })
    isReady()
  })
  return app
}
