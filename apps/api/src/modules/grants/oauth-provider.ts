import { generateKeyPairSync } from 'node:crypto'
import type { OAuthState } from '@teamlore/core/grants'
import { basePathOf } from '@teamlore/shared/base-path'
import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration, ErrorOut, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { cookieOptionsOf } from '../../plugins/cookie-options.ts'
import { consentPageOf, isSafeRedirect, OAUTH_PATHS, resourceOf } from './addresses.ts'
import { type RedeemAssertion, registerAssertionGrant } from './assertion-grant.ts'
import { createOAuthAdapter, hashOfSecret } from './oauth-adapter.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Seconds. A refresh token that is used gives a new one, so a client that is used is never asked again. */
const LIFE = {
  AuthorizationCode: MINUTE,
  DeviceCode: 10 * MINUTE,
  AccessToken: 60 * MINUTE,
  RefreshToken: 90 * DAY,
  Interaction: 10 * MINUTE,
  // Neither is kept by the library: see oauth-adapter.ts.
  Grant: DAY,
  Session: 10 * MINUTE,
}

type Parts = {
  /** Given, so that it is loaded when it is first asked for: a bundle loads at its start whatever one of its modules imports. */
  library: typeof import('oidc-provider')
  state: OAuthState
  publicUrl: string
  redeemAssertion: RedeemAssertion
  /** By which documents of clients are fetched; undefined: clients register themselves. */
  fetchDocument: OutboundFetch | undefined
  log?: Pick<FastifyBaseLogger, 'error'> | undefined
}

/** The authorization server, and nothing else of what the library could be: who signs in, and who says yes, is ours. */
export const createOAuthProvider = (parts: Parts): Provider => {
  const { library, publicUrl, log } = parts
  const provider = new library.Provider(publicUrl, configurationOf(parts))
  // The address comes from TEAMLORE_URL alone: oauth.plugin.ts puts it where the library looks.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => log?.error({ failure: error.name }, 'OAuth failed'))
  // By the RFC it is five seconds where nothing is said; said, nobody has to know that.
  provider.on('device_authorization.success', (_ctx, answer) =>
    Object.assign(answer, { interval: 5 }),
  )
  provider.use(sayUnauthorized)
  registerAssertionGrant(provider, parts)
  const { compareClientSecret } = provider.Client.prototype
  provider.Client.prototype.compareClientSecret = function (secret: string) {
    return compareClientSecret.call(this, hashOfSecret(secret))
  }
  return provider
}

/**
 * A client that never said it comes in without a browser may not: `unauthorized_client` by RFC 6749 §5.2, by which RFC 8628 §3.2 goes. The library
 * calls the request itself invalid, so that its developer looks for a fault in it.
 */
const sayUnauthorized = async (
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> => {
  await next()
  if (ctx.oidc?.route !== 'device_authorization' || ctx.status !== 400) return
  const { client } = ctx.oidc
  if (client === undefined || client.grantTypeAllowed(DEVICE_GRANT)) return
  Object.assign(ctx.body as object, { error: 'unauthorized_client' })
}

/** Tokens are opaque and there are no ID tokens, so that nothing is ever signed. The library wants a key nevertheless. */
const UNUSED_ALG = 'ES256'
const unusedKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK

const configurationOf = ({ library, state, publicUrl, fetchDocument }: Parts): Configuration => ({
  adapter: createOAuthAdapter(state, () => library.Provider.ctx?.oidc?.route, library.errors),
  routes: OAUTH_PATHS,
  jwks: { keys: [unusedKey()] },
  enabledJWA: { idTokenSigningAlgValues: [UNUSED_ALG] },
  scopes: [...CLIENT_SCOPES],
  responseTypes: ['code'],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  // Several clients say nothing of themselves, and listen on a loopback address.
  clientDefaults: {
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: UNUSED_ALG,
  },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  // Many clients do not ask for offline access, and mean it.
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  ttl: LIFE,
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  interactions: { url: (_ctx, { uid }) => consentPageOf(publicUrl, uid) },
  cookies: cookiesOf(publicUrl),
  renderError: sayError,
  ...(fetchDocument && {
    fetch: (url, { dispatcher: _ours, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetchDocument(url instanceof Request ? url.url : url, options),
  }),
  features: featuresOf({ library, publicUrl, fetchDocument }),
})

const cookiesOf = (publicUrl: string): Configuration['cookies'] => {
  const { httpOnly, sameSite, secure } = cookieOptionsOf(publicUrl)
  const options = { httpOnly, sameSite, secure }
  return {
    names: {
      session: 'teamlore_oauth',
      interaction: 'teamlore_consent',
      resume: 'teamlore_resume',
    },
    // The library would have it sent to everything on the host.
    long: { ...options, path: cookieOptionsOf(publicUrl).path },
    // That of the request that waits is read by the API, not by its page.
    short: { ...options, path: `${basePathOf(publicUrl)}/v1/consent` },
  }
}

const featuresOf = ({
  library,
  publicUrl,
  fetchDocument,
}: Pick<Parts, 'library' | 'publicUrl' | 'fetchDocument'>): Configuration['features'] => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  // Its pages are not served: a person confirms on /device of the dashboard.
  deviceFlow: {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: ({ ip }) => ({ address: ip }),
  },
  registration: { enabled: true, issueRegistrationAccessToken: false },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resourceOf(publicUrl),
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, asked) => {
      if (asked !== resourceOf(publicUrl)) throw new library.errors.InvalidTarget()
      return {
        scope: CLIENT_SCOPES.join(' '),
        audience: resourceOf(publicUrl),
        accessTokenFormat: 'opaque',
        accessTokenTTL: LIFE.AccessToken,
      }
    },
  },
  clientIdMetadataDocument: {
    enabled: fetchDocument !== undefined,
    ack: 'draft-02',
    allowClient: (_ctx, { redirectUris = [] }) => redirectUris.every(isSafeRedirect),
  },
})

/** What cannot be sent back to the client is said in plain text, whatever the client has put into it. */
const sayError = (
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: ErrorOut,
): void => {
  ctx.type = 'text/plain; charset=utf-8'
  ctx.body = `This client cannot be let in: ${description ?? error}.\n\nHave it connect again. Where it stored an earlier registration, remove the server from it and add it again.\n`
}
