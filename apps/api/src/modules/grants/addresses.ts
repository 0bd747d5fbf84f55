import { basePathOf } from '@teamlore/shared/base-path'

/** The address that people enter in their client, and that tokens are made for. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  device_authorization: '/oauth/device',
  // The page of the dashboard: the library only says where it is.
  code_verification: '/device',
} as const

/** Machines send JSON to these two, clients a form. */
export const DEVICE_CODE_PATH = '/v1/device/code'
const FORM_DOORS: ReadonlyMap<string, string> = new Map([
  [DEVICE_CODE_PATH, OAUTH_PATHS.device_authorization],
  ['/v1/device/token', OAUTH_PATHS.token],
])

const FORM = 'application/x-www-form-urlencoded'

/** Where a request is answered: a form at an address of machines by the authorization server. */
export const doorOf = (url: string, contentType: string | undefined): string =>
  contentType?.toLowerCase().startsWith(FORM) ? (FORM_DOORS.get(url) ?? url) : url

/** Keys by which tokens could be checked: there are none, since tokens are opaque. */
export const KEYS_PATH = '/oauth/jwks'

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource'
/** By RFC 8414 and by OpenID Connect Discovery, which many clients ask for besides. */
const SERVER_METADATA = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
]

/** Where a refused client reads what it needs: the one address that a proxy passes on in any case. */
export const resourceMetadataOf = (publicUrl: string): string =>
  `${publicUrl}${PROTECTED_RESOURCE}/mcp`

/**
 * Addresses at which clients look for the two documents. RFC 9728 and RFC 8414 put the path of a server *behind* the well-known
 * name, at the root of its host; OpenID Connect and many clients put the name behind the path. The API itself is asked without
 * its path, so that both stand here as they come in.
 */
export const metadataPathsOf = (publicUrl: string): { resource: string[]; server: string[] } => {
  const path = basePathOf(publicUrl)
  const places = path === '' ? [''] : ['', path]
  return {
    resource: [
      ...places.flatMap((place) => [
        `${PROTECTED_RESOURCE}${place}`,
        `${PROTECTED_RESOURCE}${place}/mcp`,
      ]),
      `/mcp${PROTECTED_RESOURCE}`,
    ],
    server: SERVER_METADATA.flatMap((name) => [
      ...places.map((place) => `${name}${place}`),
      // Of who takes the address of /mcp for that of the server.
      ...places.map((place) => `${name}${place}/mcp`),
      `/mcp${name}`,
    ]),
  }
}

/** What a client in a page of any site may ask: by what it sends, never by a cookie. */
export const publicPathsOf = (publicUrl: string): readonly string[] => {
  const { token, registration, revocation } = OAUTH_PATHS
  const { resource, server } = metadataPathsOf(publicUrl)
  return [token, registration, revocation, KEYS_PATH, ...resource, ...server]
}

/** Where the dashboard asks whether a client may come in. */
export const consentPageOf = (publicUrl: string, id: string): string => `${publicUrl}/consent/${id}`

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A program on the machine of whoever asks: it listens on a loopback address, or the system opens it by a scheme of its own. */
export const isLocalRedirect = (uri: string): boolean => {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' ? LOOPBACK.has(hostname) : protocol !== 'https:'
}

/** A code travels over TLS, or does not leave the machine. */
export const isSafeRedirect = (uri: string): boolean =>
  URL.canParse(uri) && (new URL(uri).protocol === 'https:' || isLocalRedirect(uri))

/** What of it a person can judge: the host, or the scheme of a desktop program. */
export const redirectName = (uri: string): string => {
  const { protocol, hostname } = new URL(uri)
  return /^https?:$/.test(protocol) ? hostname : `${protocol}//`
}
