import { isIP, type LookupFunction } from 'node:net'
import { type AllowedHosts, mayConnect, plainHost } from './allowed-hosts.ts'
import { AddressRefused, checkedLookup, type Resolve, resolveBySystem } from './outbound-fetch.ts'

/** What finds the address of a host for Node's own client. */
export type OutboundLookup = LookupFunction

/**
 * For a library that opens connections by Node's own client and takes no fetch: the look-up of the one host that it may ask,
 * which `createOutboundFetch` would connect to as well. Such a client asks no look-up for an address, so that one is refused
 * here. What the library does besides is for its options to bound: no redirects, a time and a size.
 * @throws AddressRefused
 */
export const createOutboundLookup = (
  allowed: AllowedHosts,
  host: string,
  { resolve = resolveBySystem }: { resolve?: Resolve } = {},
): OutboundLookup => {
  const only = plainHost(host)
  if (isIP(only) !== 0 && !mayConnect(allowed, { host: only, address: only }))
    throw new AddressRefused(only)
  const lookUp = checkedLookup(allowed, resolve)
  return (asked, options, answer) => {
    if (plainHost(asked) === only) lookUp(asked, options, answer)
    else answer(new AddressRefused(asked), '', 4)
  }
}
