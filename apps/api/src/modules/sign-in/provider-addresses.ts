import type { SignInProvider } from '@teamlore/core'

const KNOWN_ISSUERS = {
  github: 'https://github.com',
  google: 'https://accounts.google.com',
  gitlab: 'https://gitlab.com',
} as const

export type Addressed = Pick<SignInProvider, 'kind' | 'issuer'>

/** Where a provider is, without a slash at the end. */
export const issuerOf = ({ kind, issuer }: Addressed): string =>
  (issuer ?? (kind === 'oidc' ? '' : KNOWN_ISSUERS[kind])).replace(/\/+$/, '')

/** GitHub is no OpenID provider: what it lacks in discovery and ID tokens its own API has. */
export const isGitHub = ({ kind }: Addressed): boolean => kind === 'github'

export const githubApiOf = (provider: Addressed): string => {
  const issuer = issuerOf(provider)
  return issuer === KNOWN_ISSUERS.github ? 'https://api.github.com' : `${issuer}/api/v3`
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Secrets and codes go over TLS; a provider on this very machine needs none where the server itself is only for it. */
export const isSafeAddress = (address: string, publicUrl: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined) return false
  if (url.protocol === 'https:') return true
  return (
    url.protocol === 'http:' &&
    LOOPBACK.test(url.hostname) &&
    LOOPBACK.test(new URL(publicUrl).hostname)
  )
}
