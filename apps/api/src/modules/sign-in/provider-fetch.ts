import type { SignInProvider } from '@teamlore/core'
import {
  type AllowedHosts,
  createOutboundFetch,
  createOutboundLookup,
  type OutboundFetch,
  type OutboundLookup,
  plainHost,
} from '@teamlore/shared/outbound'
import { issuerOf } from './provider-addresses.ts'

export type FetchOf = (provider: SignInProvider) => OutboundFetch
/** For a library that takes no fetch: see `createOutboundLookup`. */
export type LookupOf = (provider: SignInProvider, host: string) => OutboundLookup

/**
 * By what a provider is asked. Whoever runs the server vouches for the host that the environment names; what a team enters
 * reaches a private network only where the server's setting allows it.
 */
export const createProviderConnections = (
  allowed: AllowedHosts,
): { fetchOf: FetchOf; lookupOf: LookupOf } => {
  const forTeams = createOutboundFetch(allowed)
  const ofEnvironment = new Map<string, OutboundFetch>()
  const vouchedOf = (provider: SignInProvider): string | undefined => {
    const issuer = issuerOf(provider)
    const isVouched = provider.teamId === null && URL.canParse(issuer)
    return isVouched ? plainHost(new URL(issuer).hostname) : undefined
  }
  const allowing = (host: string | undefined): AllowedHosts =>
    host === undefined ? allowed : { ...allowed, names: new Set([...allowed.names, host]) }
  return {
    fetchOf: (provider) => {
      const vouched = vouchedOf(provider)
      if (vouched === undefined) return forTeams
      const made = ofEnvironment.get(vouched) ?? createOutboundFetch(allowing(vouched))
      ofEnvironment.set(vouched, made)
      return made
    },
    lookupOf: (provider, host) => createOutboundLookup(allowing(vouchedOf(provider)), host),
  }
}
