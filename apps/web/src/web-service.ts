import { isApiPath } from '@teamlore/shared'
import { basePathOf, withoutBase } from '@teamlore/shared/base-path'
import {
  answerBrokenRequest,
  answerStrangeAddress,
  ownNamesOf,
  RequestError,
  requestBadUrl,
  routeNotFound,
  strangeAddress,
} from '@teamlore/shared/process'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { registerApiProxy } from './api-proxy.ts'
import type { Config } from './env.ts'
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
  const basePath = basePathOf(config.publicUrl)
  const names = ownNamesOf(config.publicUrl, config.ownHosts)
  const isForApi = ({ raw }: FastifyRequest) => isApiPath(withoutBase(raw.url ?? '/', basePath))
  const answerPage = ({ raw, host, headers: { origin } }: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    const problem = strangeAddress({ host, origin }, names)
    if (problem !== undefined) answerStrangeAddress(reply.raw, problem)
    // Next answers its own errors; what still gets here has no answer left to give.
    else web.handle(raw, reply.raw).catch(() => reply.raw.destroy())
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
    // Addresses that this service cannot read: pages are for Next to judge.
    frameworkErrors: (_error, request, reply) =>
      isForApi(request) ? sendError(reply, requestBadUrl()) : answerPage(request, reply),
  })
  // Bodies are read by who answers.
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async (request, reply) => {
    if (!isForApi(request)) answerPage(request, reply)
  })
  app.setErrorHandler((error, _request, reply) =>
    sendError(reply, error instanceof RequestError ? error : requestBadUrl()),
  )
  // Methods of HTTP that nothing here has a use for.
  app.setNotFoundHandler((_request, reply) => sendError(reply, routeNotFound()))
  registerApiProxy(app, config.apiUrl)
  return app
}

const sendError = (reply: FastifyReply, { statusCode, code, message }: RequestError): void => {
  reply.code(statusCode).header('cache-control', 'no-store').send({ error: { code, message } })
}
