import { createHash } from 'node:crypto'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { ATTEMPT_COOKIE } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { rateLimited } from '../errors/request.errors.ts'
import { credentialOf, fingerprintOf } from './credentials.ts'
import type { LimitStore } from './limit-store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `none` for what monitors ask, `begin` for what strangers may have stored, `sign_in` for what tries a token or a code,
     * `report` for what comes by the clock, `export` for what writes many audit events at once.
     */
    limit?: 'none' | 'general' | 'begin' | 'sign_in' | 'report' | 'export'
  }
}

export type RateLimits = {
  perMinute: number
  perRoutePerMinute: number
  signInPerMinute: number
  failedPerMinute: number
}

export const DEFAULT_LIMITS: RateLimits = {
  perMinute: 1_200,
  perRoutePerMinute: 600,
  signInPerMinute: 20,
  failedPerMinute: 60,
}

const WINDOW_MS = 60_000
/** Callers that one limiter counts; of more, who asked longest ago is counted afresh. */
const COUNTED = 20_000
/** An agent reports once a minute, and after each import. */
const REPORTS_PER_MINUTE = 60
/** Each may name many sessions, and each of those is an audit event that is kept for good. */
const EXPORTS_PER_MINUTE = 20
/** An office comes in by one address: so many times what one sign-in may be tried, strangers may begin there. */
const BEGUN_PER_ADDRESS = 10

type Counted = { max: number; remaining: number; ttlInSeconds: number; isExceeded: boolean }
type Limiter = (request: FastifyRequest) => Promise<Counted | undefined>
type Who = (request: FastifyRequest) => string
type MakeLimiter = (name: string, max: number, who: Who) => Limiter

/** Counts requests per key or browser, or per address where nobody says who they are. */
export const registerRateLimit = async (
  app: FastifyInstance,
  limits: RateLimits,
  store: LimitStore,
): Promise<void> => {
  const limiterOf = await makeLimiters(app, store)
  const general = limiterOf('general', limits.perMinute, callerOf)
  const limiters = {
    general,
    begin: limiterOf('begin', limits.signInPerMinute * BEGUN_PER_ADDRESS, addressOf),
    report: limiterOf('report', Math.min(limits.perMinute, REPORTS_PER_MINUTE), callerOf),
    // Counted by person besides, once it is known who asks.
    export: general,
    // Each thing that is tried is counted by itself below, and somebody may try a new one each time.
    sign_in: limiterOf('attempts', limits.perMinute, addressOf),
  }
  app.addHook('onRequest', async (request, reply) => {
    const { limit = 'general' } = request.routeOptions.config
    if (limit === 'none') return
    refuseExceeded(reply, await limiters[limit](request))
  })

  const tried = limiterOf('tried', limits.signInPerMinute, triedOf)
  // After the body is read: what is tried is in there, and colleagues behind one address try other things.
  app.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.config.limit === 'sign_in') refuseExceeded(reply, await tried(request))
  })
}

/** Counts what one person does by all their keys, browsers and clients together, in all and of each route. After `registerAuth`. */
export const registerPersonLimit = async (
  app: FastifyInstance,
  limits: RateLimits,
  store: LimitStore,
): Promise<void> => {
  const limiterOf = await makeLimiters(app, store)
  const ofAll = limiterOf('person', limits.perMinute, personOf)
  const ofRoute = limiterOf(
    'route',
    limits.perRoutePerMinute,
    (request) => `${personOf(request)} ${request.method} ${request.routeOptions.url}`,
  )
  const ofExports = limiterOf(
    'exports',
    Math.min(limits.perRoutePerMinute, EXPORTS_PER_MINUTE),
    personOf,
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.principal === null) return
    const [inAll, here] = await Promise.all([ofAll(request), ofRoute(request)])
    refuseExceeded(reply, inAll)
    refuseExceeded(reply, here)
    if (request.routeOptions.config.limit === 'export')
      refuseExceeded(reply, await ofExports(request))
  })
}

/**
 * Each limiter counts here in any case, and with a Redis there too. Where that fails the count of this process goes on, so
 * that nobody has a fresh one.
 */
const makeLimiters = async (app: FastifyInstance, store: LimitStore): Promise<MakeLimiter> => {
  const createHere = await creatorIn(app, undefined)
  const createThere = store.redis && (await creatorIn(app, store.redis))
  return (name, max, who) => {
    // All limiters of a Redis share its keys.
    const options = {
      max,
      timeWindow: WINDOW_MS,
      cache: COUNTED,
      keyGenerator: (request: FastifyRequest) => `${name} ${who(request)}`,
    }
    const countHere = createHere(options)
    const countThere = createThere?.(options)
    return async (request) => {
      const here = await countHere(request)
      const counted = countThere ? await store.shared(() => countThere(request), here) : here
      if (here.isAllowed || counted.isAllowed) return undefined
      return here.isExceeded ? here : counted
    }
  }
}

type CreateLimiter = FastifyInstance['createRateLimit']

/** A scope of its own: of two stores in one the first would be taken for both. */
const creatorIn = async (
  app: FastifyInstance,
  redis: LimitStore['redis'],
): Promise<CreateLimiter> => {
  let create: CreateLimiter | undefined
  const plugin: FastifyPluginAsync = async (scope) => {
    const options = { global: false, nameSpace: 'teamlore-limit:' }
    await scope.register(rateLimit, redis === undefined ? options : { ...options, redis })
    create = (wanted) => scope.createRateLimit(wanted)
  }
  await app.register(plugin)
  if (create === undefined) throw new Error('The limits of requests were not set up.')
  return create
}

const refuseExceeded = (reply: FastifyReply, counted: Counted | undefined): void => {
  if (counted === undefined) return
  setHeaders(reply, counted)
  if (counted.isExceeded)
    throw rateLimited({
      message: `More than ${plural(counted.max, 'request')} a minute. Wait ${plural(counted.ttlInSeconds, 'second')}, then go on.`,
      details: { retry_after_seconds: counted.ttlInSeconds },
    })
}

/** Of several limits the one that is nearest. */
const setHeaders = (
  reply: FastifyReply,
  counted: { max: number; remaining: number; ttlInSeconds: number },
): void => {
  const before = reply.getHeader('ratelimit-remaining')
  if (before !== undefined && Number(before) < counted.remaining) return
  reply.header('ratelimit-limit', counted.max)
  reply.header('ratelimit-remaining', counted.remaining)
  reply.header('ratelimit-reset', counted.ttlInSeconds)
}

const addressOf: Who = (request) => `ip ${normalizeIP(request.ip)}`

const callerOf: Who = (request) => {
  const credential = credentialOf(request)
  return credential ? `key ${fingerprintOf(credential)}` : addressOf(request)
}

const personOf: Who = ({ principal }) => `${principal?.userId ?? principal?.teamId}`

/** What a body proves something with. */
const PROOFS = ['token', 'device_code'] as const

/** Whoever is signed in tries as themselves, from wherever; a stranger tries one thing from one address. */
const triedOf: Who = (request) => {
  if (request.principal !== null) return personOf(request)
  const { body } = request
  const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const proof = PROOFS.map((name) => sent[name]).find((value) => typeof value === 'string')
  const tried = proof ?? request.cookies[ATTEMPT_COOKIE] ?? ''
  return `${addressOf(request)} ${createHash('sha256').update(`${tried}`).digest('base64url')}`
}
