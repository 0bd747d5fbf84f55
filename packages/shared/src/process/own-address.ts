import type { ServerResponse } from 'node:http'

/** Names of this machine, as they stand in an address. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Names of hosts under which a server is asked. */
export type OwnNames = readonly string[]

/** Those of this machine, that of its own address, and what its settings allow. */
export const ownNamesOf = (publicUrl: string, allowed: readonly string[] = []): OwnNames => [
  ...LOOPBACK,
  new URL(publicUrl).hostname,
  ...allowed.map((name) => name.toLowerCase()),
]

/** Whether a request came under a name that is ours. A page that has a name of its own point at this machine asks under that name. */
export const isOwnHost = (host: string | undefined, names: OwnNames): boolean => {
  const known = /^[^/?#@\\\s]+$/.test(host ?? '') ? URL.parse(`http://${host}`) : null
  return known !== null && names.includes(known.hostname)
}

/**
 * Whether a page of ours asks. An origin is a scheme, a host and a port, spelled as browsers spell it: what has a name, a path or
 * another spelling came from no browser.
 */
export const isOwnOrigin = (origin: string, names: OwnNames): boolean => {
  const known = URL.parse(origin)
  if (known?.origin !== origin || !/^https?:$/.test(known.protocol)) return false
  return names.includes(known.hostname)
}

/** In words what is wrong with where a request comes from, for who set the server up; undefined: nothing. */
export const strangeAddress = (
  { host, origin }: { host: string | undefined; origin: string | undefined },
  names: OwnNames,
): string | undefined => {
  if (!isOwnHost(host, names))
    return 'This server does not answer under this host name. Use the address of TEAMLORE_URL, or add the name to ALLOWED_HOSTS.'
  if (origin !== undefined && origin !== '' && !isOwnOrigin(origin, names))
    return 'This request came from another site. Use the dashboard at its own address, or add the name of that host to ALLOWED_HOSTS.'
  return undefined
}

/** To a browser that wants a page. What the API refuses, it says in its own form. */
export const answerStrangeAddress = (response: ServerResponse, problem: string): void => {
  response.writeHead(403, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(`${problem}\n`)
}
