import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestCancelled } from '../errors/request.errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `quiet`: what monitors ask every few seconds is logged at debug only. */
    log?: 'wide' | 'quiet'
  }
}

type WideLine = Record<string, string | number | null>

/**
 * One line per request, with all one may want to ask of it later. The route's pattern stands for the address:
 * query texts, bodies, keys and cookies never reach the log.
 */
export const registerRequestLog = (app: FastifyInstance): void => {
  const logged = new WeakSet<FastifyRequest>()
  app.addHook('onResponse', async (request, reply) => {
    logged.add(request)
    const line = wideLineOf(request, reply)
    if (request.routeOptions.config.log === 'quiet') request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!logged.has(request) && !reply.raw.writableFinished) logAbandoned(request, reply)
    })
  })
}

/**
 * Whoever asked has gone before the answer was there, so that `onResponse` never comes. A stream that had begun ends so
 * each time.
 */
const logAbandoned = (request: FastifyRequest, reply: FastifyReply): void => {
  const line = wideLineOf(request, reply)
  if (reply.raw.headersSent) request.log.debug(line, 'request')
  else request.log.info({ ...line, status: 499, error: requestCancelled().code }, 'request')
}

const wideLineOf = (request: FastifyRequest, reply: FastifyReply): WideLine => {
  const { principal } = request
  return {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    error: request.errorCode,
    team_id: principal?.teamId ?? null,
    user_id: principal?.userId ?? null,
    via: principal ? viaOf(principal.actor) : null,
    machine_id: principal?.actor.kind === 'machine' ? principal.actor.machineId : null,
    ip: request.ip,
    bytes_in: Number(request.headers['content-length'] ?? 0),
  }
}

const viaOf = (actor: NonNullable<FastifyRequest['principal']>['actor']): string =>
  actor.kind === 'user' ? actor.via : actor.kind

/** The declared pattern, so that figures and lines of one route stand together; unknown paths are one. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '(none)'
