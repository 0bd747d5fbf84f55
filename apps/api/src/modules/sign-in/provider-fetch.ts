import type { SignInProvider } from '@teamlore/core'
import {
  type AllowedHosts,
  createOutboundFetch,
  type OutboundFetch,
  plainHost,
} from '@teamlore/shared/outbound'
import { issuerOf } from './provider-addresses.ts'

export type FetchOf = (provider: SignInProvider) => OutboundFetch

/**
 * By what a provider is asked. Whoever runs the server vouches for the host that the environment names; what a team enters
 * reaches a private network only where the server's setting allows it.
 */
export const createProviderFetch = (allowed: AllowedHosts): FetchOf => {
  const forTeams = createOutboundFetch(allowed)
  const ofEnvironment = new Map<string, OutboundFetch>()
  return (provider) => {
    const issuer = issuerOf(provider)
    if (provider.teamId !== null || !URL.canParse(issuer)) return forTeams
    const { hostname } = new URL(issuer)
    const known = ofEnvironment.get(hostname)
    if (known !== undefined) return known
    const names = new Set([...allowed.names, plainHost(hostname)])
    const made = createOutboundFetch({ ...allowed, names })
    ofEnvironment.set(hostname, made)
    return made
  }
}
