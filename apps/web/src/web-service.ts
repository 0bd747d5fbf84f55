import { isApiPath } from '@teamlore/shared'
import { answerBrokenRequest } from '@teamlore/shared/process'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from './env.ts'
import { createForwarder } from './forward.ts'
import type { WebHandler } from './web-handler.ts'

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
  const { forward, close } = createForwarder(config.apiUrl)
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack()
    const { ip, host, protocol } = request
    if (isApiPath(request.raw.url ?? '/')) forward(request.raw, reply.raw, { ip, host, protocol })
    // Next answers its own errors; what still gets here has no answer left to give.
    else web.handle(request.raw, reply.raw).catch(() => reply.raw.destroy())
  }
  const app = Fastify({
    logger: false,
    trustProxy: config.trustProxy,
    // Live streams would keep the process from ending.
    forceCloseConnections: true,
    keepAliveTimeout: 65_000,
    requestTimeout: 120_000,
    exposeHeadRoutes: false,
    clientErrorHandler: answerBrokenRequest,
    // Addresses and methods this service cannot read are for the API or Next to judge.
    frameworkErrors: (_error, request, reply) => answer(request, reply),
  })
  app.addHook('onClose', async () => close())
  // Bodies are read by who answers.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('/*', answer)
  app.setNotFoundHandler(answer)
  return app
}
