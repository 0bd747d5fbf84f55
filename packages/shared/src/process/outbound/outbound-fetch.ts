import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher, fetch as undiciFetch } from 'undici'
import { type AllowedHosts, mayConnect, plainHost } from './allowed-hosts.ts'

/** All addresses of a host. */
export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

/** Gives its answer by any redirect as it came: whoever follows one asks again, and is checked again. */
export type OutboundFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export const ADDRESS_REFUSED = 'ADDRESS_REFUSED'

/** Somebody asked the server to connect into a private network. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly code = ADDRESS_REFUSED
  readonly host: string

  constructor(host: string) {
    super(
      `${host} is in a private network, into which this server connects for nobody. Whoever runs the server allows it with ALLOWED_PRIVATE_HOSTS=${host}.`,
    )
    this.host = host
  }
}

export const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

export const resolveBySystem: Resolve = (host, answer) => systemLookup(host, { all: true }, answer)

/**
 * Resolves once, and the connection goes to what was checked: a name that answers otherwise a moment later leads nowhere else.
 * One forbidden address among several is enough to refuse: which of them is tried is not for a foreign name server to choose.
 */
export const checkedLookup =
  (allowed: AllowedHosts, resolve: Resolve): LookupFunction =>
  (host, options, answer) =>
    resolve(host, (error, addresses) => {
      const refused =
        error ?? (areAllowed(allowed, host, addresses) ? null : new AddressRefused(host))
      const [first] = addresses ?? []
      if (refused !== null || first === undefined) {
        answer(refused ?? new AddressRefused(host), '', 4)
        return
      }
      if (options.all === true) answer(null, [...addresses])
      else answer(null, first.address, first.family)
    })

const areAllowed = (
  allowed: AllowedHosts,
  host: string,
  addresses: readonly LookupAddress[],
): boolean => addresses.every(({ address }) => mayConnect(allowed, { host, address }))

export const checkedConnector = (
  allowed: AllowedHosts,
  resolve: Resolve,
): buildConnector.connector => {
  const connect = buildConnector({
    timeout: TIMEOUT_MS,
    lookup: checkedLookup(allowed, resolve),
  } as buildConnector.BuildOptions)
  return (options, callback) => {
    const host = plainHost(options.hostname)
    // An address is connected to without a look-up.
    if (isIP(host) !== 0 && !mayConnect(allowed, { host, address: host }))
      callback(new AddressRefused(host), null)
    else connect(options, callback)
  }
}

/**
 * Asks an address that somebody entered: a provider's, a webhook's. It reaches the internet and what `allowed` names, and
 * nothing else of the network that the server is in. Answers are bounded in time and size, and redirects are not followed.
 */
export const createOutboundFetch = (
  allowed: AllowedHosts,
  {
    resolve = resolveBySystem,
    maxAnswerBytes = MAX_ANSWER_BYTES,
  }: { resolve?: Resolve; maxAnswerBytes?: number } = {},
): OutboundFetch => {
  const dispatcher: Dispatcher = new Agent({
    connect: checkedConnector(allowed, resolve),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: maxAnswerBytes,
  })
  return async (url, init = {}) => {
    const request = { ...init, redirect: 'manual', dispatcher } as Parameters<typeof undiciFetch>[1]
    return (await undiciFetch(url, request)) as unknown as Response
  }
}
