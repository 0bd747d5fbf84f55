import type { SignInProvider } from '@teamlore/core'
import { type Assertion, AssertionRefused } from '@teamlore/core/grants'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import type * as oidc from 'openid-client'
import { z } from 'zod'
import { isSafeAddress } from './provider-addresses.ts'
import type { FetchOf } from './provider-fetch.ts'

/** By keys that a provider publishes, so none that both sides know, and never none at all. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const TYPE = 'oauth-id-jag+jwt'
const REQUIRED = ['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat']
/** Clocks differ; and no assertion is older than this, whatever it says of itself. */
const TOLERANCE_SECONDS = 30
const MAX_AGE_SECONDS = 60 * 60
const MAX_CHARS = 20_000
const TIMEOUT_MS = 10_000
const KEPT_MS = 10 * 60 * 1000
const REMEMBERED = 100

type Keys = ReturnType<typeof createRemoteJWKSet>
type Expected = { audience: string; resource: string; now: Date }
type Deps = {
  publicUrl: string
  fetchOf: FetchOf
  configOf: (provider: SignInProvider) => Promise<oidc.Configuration>
}

/** Reads what an identity provider says of somebody for whom a client asks (ID-JAG, a profile of RFC 7523). */
export const createAssertionReader = ({ publicUrl, fetchOf, configOf }: Deps) => {
  const kept = new Map<string, Keys>()
  const keysOf = (provider: SignInProvider, jwksUri: string): Keys => {
    const key = JSON.stringify([provider.id, provider.teamId, jwksUri])
    const found = kept.get(key)
    if (found !== undefined) return found
    if (!isSafeAddress(jwksUri, publicUrl))
      throw new Error('The address of the keys must begin with https://.')
    const fetch = fetchOf(provider)
    const keys = createRemoteJWKSet(new URL(jwksUri), {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: KEPT_MS,
      [customFetch]: (url, init) => fetch(url, init as RequestInit),
    })
    if (kept.size >= REMEMBERED) kept.clear()
    kept.set(key, keys)
    return keys
  }
  return async (
    provider: SignInProvider,
    assertion: string,
    { audience, resource, now }: Expected,
  ): Promise<Assertion> => {
    if (assertion.length > MAX_CHARS) throw new AssertionRefused('it is too long')
    const { issuer, jwks_uri: jwksUri } = (await configOf(provider)).serverMetadata()
    if (jwksUri === undefined) throw new Error('The provider names no keys.')
    const { payload } = await jwtVerify(assertion, keysOf(provider, jwksUri), {
      algorithms: ALGORITHMS,
      typ: TYPE,
      issuer,
      audience,
      requiredClaims: REQUIRED,
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      currentDate: now,
    }).catch(refuse)
    return claimsIn(payload, { audience, resource })
  }
}

const refuse = (error: unknown): never => {
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error
  throw new AssertionRefused(reasonOf(error), 'invalid_grant', { cause: error })
}

const WRONG: Record<string, string> = {
  iss: 'it is of another issuer than the provider of this client',
  aud: 'it is for another server: `aud` must be the issuer of this one',
  typ: `the \`typ\` of its header must be \`${TYPE}\``,
  iat: 'it is of the future, or older than an hour',
}

const reasonOf = (error: errors.JOSEError): string => {
  if (error instanceof errors.JWTExpired)
    return error.claim === 'iat' ? (WRONG['iat'] ?? '') : 'it has expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const known = error.reason === 'missing' ? undefined : WRONG[error.claim]
    return known ?? `the claim \`${error.claim}\` is missing or not as it must be`
  }
  return 'it is not signed by a key of its provider'
}

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(500),
  client_id: z.string().min(1).max(500),
  jti: z.string().min(1).max(500),
  exp: z.number(),
  iat: z.number(),
  scope: z.string().max(2_000).optional(),
})

/** What bounds an assertion in a way that is not understood here would be left out: then it is not used at all. */
const BOUNDS = ['tenant', 'cnf', 'authorization_details'] as const

const claimsIn = (
  payload: JWTPayload,
  { audience, resource }: Pick<Expected, 'audience' | 'resource'>,
): Assertion => {
  const unknown = BOUNDS.find((name) => payload[name] !== undefined)
  if (unknown !== undefined)
    throw new AssertionRefused(`it has \`${unknown}\`, by which this server bounds nothing`)
  const audiences = [payload.aud].flat()
  if (audiences.length !== 1 || audiences[0] !== audience)
    throw new AssertionRefused('`aud` must name the issuer of this server, and nobody else')
  const resources = payload['resource'] === undefined ? [resource] : [payload['resource']].flat()
  if (!resources.includes(resource))
    throw new AssertionRefused(`it is for another resource than ${resource}`, 'invalid_target')
  const read = claimsSchema.safeParse(payload)
  if (!read.success)
    throw new AssertionRefused(
      `the claim \`${read.error.issues[0]?.path.join('.')}\` is no such claim`,
    )
  const { iss, sub, client_id, jti, exp, iat, scope } = read.data
  const until = Math.min(exp, iat + MAX_AGE_SECONDS) + TOLERANCE_SECONDS + 1
  return {
    issuer: iss,
    subject: sub,
    clientId: client_id,
    jti,
    scope,
    expiresAt: new Date(until * 1000),
  }
}
