import {
  type Authenticate,
  type Authenticated,
  DomainError,
  grantTeamScope,
  type Principal,
  type TeamScope,
  unauthenticated,
} from '@teamlore/core'
import type { AuthenticateToken } from '@teamlore/core/grants'
import type { TeamRole } from '@teamlore/shared'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rateLimited } from '../errors/request.errors.ts'
import { createCookies } from './cookies.ts'
import { type Credential, credentialOf, fingerprintOf } from './credentials.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { ensureSameOrigin } from './same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on open routes, and before authentication. */
    principal: Principal | null
  }
}

type Deps = {
  authenticate: Authenticate
  authenticateToken: AuthenticateToken
  failures: FailureLimiter
  publicUrl: string
}

/** Finds out who asks before anything of the request is parsed, and refuses routes that do not say whom they need. */
export const registerAuth = (app: FastifyInstance, deps: Deps): void => {
  app.decorateRequest('principal', null)

  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/v1') && config?.needs === undefined)
      throw new Error(`Route ${url} does not say who may use it: set config.needs.`)
  })

  const cookies = createCookies(deps.publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    const { needs, credentials, challenge } = request.routeOptions.config
    if (needs === undefined || needs === 'nobody') return
    const credential = credentialOf(request, credentials)
    if (credential === undefined) throw unauthenticated()
    if ('browserToken' in credential) ensureSameOrigin(request, deps.publicUrl)
    const { renewed, ...principal } = await tryCredential(request, credential, {
      ...deps,
      authenticate: challenge === undefined ? deps.authenticate : withTokens(deps),
    })
    request.principal = principal
    if (renewed !== undefined) cookies.signIn(reply, renewed)
    grantTeamScope(request.principal, needs)
  })
}

/** @throws DomainError `access.forbidden` when the caller's role is below `needed`. */
export const scopeOf = <R extends TeamRole>(request: FastifyRequest, needed: R): TeamScope<R> => {
  if (request.principal === null) throw unauthenticated()
  return grantTeamScope(request.principal, needed)
}

/** Keys of ours begin so; what does not may be a token, or a key that somebody chose. */
const KEY_PREFIX = 'tlk_'

const withTokens =
  ({ authenticate, authenticateToken }: Deps): Authenticate =>
  async (credential) => {
    const isKey = !('apiKey' in credential) || credential.apiKey.startsWith(KEY_PREFIX)
    const caller = isKey ? undefined : await authenticateToken(credential.apiKey)
    return caller ?? authenticate(credential)
  }

const tryCredential = async (
  request: FastifyRequest,
  credential: Credential,
  { authenticate, failures }: Pick<Deps, 'authenticate' | 'failures'>,
): Promise<Authenticated> => {
  const fingerprint = fingerprintOf(credential)
  return withFailureLimit(failures, request.ip, fingerprint, async () => {
    const principal = await authenticate(credential)
    if (principal === undefined) throw unauthenticated()
    return principal
  })
}

/**
 * Runs one attempt to prove something. What is right always gets in; what is wrong pays for the wrong ones before it that came
 * from the same address. The same wrong one is not looked up again.
 */
export const withFailureLimit = async <T>(
  failures: FailureLimiter,
  address: string,
  credential: string,
  attempt: () => Promise<T>,
): Promise<T> => {
  if (await failures.isKnownWrong(address, credential)) throw tooManyWrong()
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'unauthenticated') throw error
    throw (await failures.failed(address, credential)) ? tooManyWrong() : error
  }
}

const tooManyWrong = () =>
  rateLimited({
    message: 'Too many wrong keys came from this address. Wait a minute, then check the key.',
    details: { retry_after_seconds: 60 },
  })
