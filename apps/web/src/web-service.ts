import { isApiPath } from '@teamlore/shared'
import { basePathOf, withoutBase } from '@teamlore/shared/base-path'
import {
  answerBrokenRequest,
  answerStrangeAddress,
  ownNamesOf,
  strangeAddress,
} from '@teamlore/shared/process'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from './env.ts'
import { createForwarder } from './forward.ts'
import type { WebHandler } from './web-handler.ts'

/**
 * The dashboard as a service of its own: pages from `web`, everything of the API passed on to where it runs, so that
 * both share one origin and one cookie. Bodies and live events stream through untouched. Who asks under a name that is not ours, the API
 * refuses by itself, and this service where pages are concerned.
 */
export const buildWebService = ({
  config,
  web,
}: {
  config: Pick<Config, 'apiUrl' | 'trustProxy' | 'publicUrl' | 'ownHosts'>
  web: Pick<WebHandler, 'handle'>
}): FastifyInstance => {
  const { forward, close } = createForwarder(config.apiUrl)
  const basePath = basePathOf(config.publicUrl)
  const names = ownNamesOf(config.publicUrl, config.ownHosts)
  const answerPage = ({ raw, host, headers: { origin } }: FastifyRequest, reply: FastifyReply) => {
    const problem = strangeAddress({ host, origin }, names)
    if (problem !== undefined) answerStrangeAddress(reply.raw, problem)
    // Next answers its own errors; what still gets here has no answer left to give.
    else web.handle(raw, reply.raw).catch(() => reply.raw.destroy())
  }
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack()
    const { ip, host, protocol } = request
    if (isApiPath(withoutBase(request.raw.url ?? '/', basePath)))
      forward(request.raw, reply.raw, { ip, host, protocol })
    else answerPage(request, reply)
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
