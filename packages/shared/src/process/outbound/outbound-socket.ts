import { Agent, WebSocket } from 'undici'
import type { AllowedHosts } from './allowed-hosts.ts'
import { checkedConnector, type Resolve, resolveBySystem, TIMEOUT_MS } from './outbound-fetch.ts'

/** Of what somebody else sends no more than this is put together. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024

export type OutboundSocket = (url: string) => WebSocket

/** Opens a WebSocket to an address that a host named: to the internet and to what `allowed` names, as `createOutboundFetch` does. */
export const createOutboundSocket = (
  allowed: AllowedHosts,
  { resolve = resolveBySystem }: { resolve?: Resolve } = {},
): OutboundSocket => {
  const dispatcher = new Agent({
    connect: checkedConnector(allowed, resolve),
    headersTimeout: TIMEOUT_MS,
    webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES },
  })
  return (url) => new WebSocket(url, { dispatcher })
}
