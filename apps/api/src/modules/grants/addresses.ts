/** The address that people enter in their client, and that tokens are made for. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const

export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource'
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'

/** What a client in a page of any site may ask: by what it sends, never by a cookie. */
export const PUBLIC_PATHS: readonly string[] = [
  OAUTH_PATHS.token,
  OAUTH_PATHS.registration,
  OAUTH_PATHS.revocation,
  PROTECTED_RESOURCE_PATH,
  `${PROTECTED_RESOURCE_PATH}/mcp`,
  SERVER_METADATA_PATH,
]

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
