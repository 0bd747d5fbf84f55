import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { plural } from '@teamlore/shared/plural'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rateLimited } from '../errors/request.errors.ts'
import { credentialOf, fingerprintOf } from './credentials.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `none` for what monitors ask, `sign_in` for what tries tokens, `report` for what comes by the clock. */
    limit?: 'none' | 'general' | 'sign_in' | 'report'
  }
}

export type RateLimits = { perMinute: number; signInPerMinute: number; failedPerMinute: number }

const WINDOW_MS = 60_000
/** An agent reports once a minute, and after each import. */
const REPORTS_PER_MINUTE = 60

/** Counts requests per key or browser, or per address where nobody says who they are. Counted in this process alone. */
export const registerRateLimit = async (
  app: FastifyInstance,
  limits: RateLimits,
): Promise<void> => {
  await app.register(rateLimit, { global: false, cache: 20_000 })
  const limiterOf = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator })
  const limiters = {
    general: limiterOf(limits.perMinute, callerOf),
    sign_in: limiterOf(limits.signInPerMinute, addressOf),
    report: limiterOf(Math.min(limits.perMinute, REPORTS_PER_MINUTE), callerOf),
  }

  app.addHook('onRequest', async (request, reply) => {
    const { limit = 'general' } = request.routeOptions.config
    if (limit === 'none') return
    const counted = await limiters[limit](request)
    if (counted.isAllowed) return
    setHeaders(reply, counted)
    if (counted.isExceeded)
      throw rateLimited({
        message: `More than ${plural(counted.max, 'request')} a minute. Wait ${plural(counted.ttlInSeconds, 'second')}, then go on.`,
        details: { retry_after_seconds: counted.ttlInSeconds },
      })
  })
}

const setHeaders = (
  reply: FastifyReply,
  counted: { max: number; remaining: number; ttlInSeconds: number },
): void => {
  reply.header('ratelimit-limit', counted.max)
  reply.header('ratelimit-remaining', counted.remaining)
  reply.header('ratelimit-reset', counted.ttlInSeconds)
}

const addressOf = (request: FastifyRequest): string => `ip ${normalizeIP(request.ip)}`

const callerOf = (request: FastifyRequest): string => {
  const credential = credentialOf(request)
  return credential ? `key ${fingerprintOf(credential)}` : addressOf(request)
}
