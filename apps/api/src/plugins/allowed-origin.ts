import { validateOriginHeader } from '@modelcontextprotocol/server'

/**
 * Whether pages of an origin may call /mcp. An origin is a scheme, a host and a port, spelled as browsers spell it: what has a name, a
 * path or another spelling came from no browser, and its host is not to be believed.
 */
export const isAllowedOrigin = (origin: string, hosts: readonly string[]): boolean => {
  const known = URL.parse(origin)
  const isOrigin = known?.origin === origin && /^https?:$/.test(known.protocol)
  return isOrigin && validateOriginHeader(origin, [...hosts]).ok
}
