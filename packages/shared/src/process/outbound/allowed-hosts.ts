import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** Hosts and ranges within private networks that the server may connect to, as whoever runs it says. */
export type AllowedHosts = { names: ReadonlySet<string>; ranges: readonly Range[] }

/** An IPv4 address within IPv6 is that IPv4 address. */
const parse = (address: string): Address | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address) : undefined

/** As it is in an address bar, without brackets and the dot at the end: `[::1]` and `::1` are one host. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const HOST =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/

const rangeOf = (entry: string): Range | undefined => {
  const [address = '', bits] = entry.split('/')
  if (bits === undefined) {
    const one = isIP(address) === 0 ? undefined : parse(address)
    return one && [one, one.kind() === 'ipv4' ? 32 : 128]
  }
  return isIP(address) !== 0 && ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined
}

/** Reads `keycloak.internal,10.20.0.0/16`; undefined where an entry is neither a host nor a range. */
export const parseAllowedHosts = (list: string): AllowedHosts | undefined => {
  const names = new Set<string>()
  const ranges: Range[] = []
  for (const part of list.split(',')) {
    const entry = plainHost(part.trim())
    if (entry === '') continue
    const range = rangeOf(entry)
    if (range !== undefined) ranges.push(range)
    // What ends in a number is an address in some spelling, and none that is understood here.
    else if (HOST.test(entry) && !/(?:^|\.)(?:0x[\da-f]*|\d+)$/.test(entry)) names.add(entry)
    else return undefined
  }
  return { names, ranges }
}

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Whether everybody on the internet reaches the same machine under this address. What cannot be read is not public. */
export const isPublicAddress = (address: string): boolean => {
  const parsed = parse(address)
  if (parsed === undefined || parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6)
}

const isIn = (address: Address, [network, bits]: Range): boolean =>
  address.kind() === network.kind() && address.match([network, bits] as never)

/** Whether a connection to `address` may be opened, to which `host` led. */
export const mayConnect = (
  { names, ranges }: AllowedHosts,
  { host, address }: { host: string; address: string },
): boolean => {
  if (isPublicAddress(address) || names.has(plainHost(host))) return true
  const parsed = parse(address)
  return parsed !== undefined && ranges.some((range) => isIn(parsed, range))
}

/** Whether a host can be refused by its name alone; of another name only its addresses decide. */
export const isPrivateByName = (allowed: AllowedHosts, host: string): boolean => {
  const plain = plainHost(host)
  if (isIP(plain) !== 0) return !mayConnect(allowed, { host: plain, address: plain })
  const isLocal = plain === 'localhost' || plain.endsWith('.localhost')
  return isLocal && !mayConnect(allowed, { host: plain, address: '127.0.0.1' })
}
