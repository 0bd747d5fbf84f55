export {
  type AllowedHosts,
  isPrivateByName,
  parseAllowedHosts,
  plainHost,
} from './allowed-hosts.ts'
export {
  AddressRefused,
  createOutboundFetch,
  type OutboundFetch,
  type Resolve,
} from './outbound-fetch.ts'
export { createOutboundLookup, type OutboundLookup } from './outbound-lookup.ts'
export { outboundSettings } from './outbound-settings.ts'
export { createOutboundSocket, type OutboundSocket } from './outbound-socket.ts'
