import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Headers of the API and its documents alone: the dashboard is served outside this scope and sets its own.
 * The API sends no page, so its policy allows nothing at all; /docs loosens it for itself.
 */
export const registerSecurityHeaders = async (
  app: FastifyInstance,
  publicUrl: string,
): Promise<void> => {
  const isHttps = publicUrl.startsWith('https://')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    strictTransportSecurity: isHttps ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // What a team knows must not stay in a shared computer's or a proxy's cache.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/v1') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}
