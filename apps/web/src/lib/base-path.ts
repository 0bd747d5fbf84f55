/**
 * The path below which this dashboard is served, without a slash at its end; '' at the root of a host. Next puts it before its own
 * links and files. What the browser itself is given (a plain link, an address to go to, a request) gets it here.
 */
// biome-ignore lint/style/noProcessEnv: inlined by Next at build time
export const BASE_PATH = process.env.BASE_PATH ?? ''

/** An address of this server, as the browser takes it. */
export const withBase = (path: string): string => `${BASE_PATH}${path}`

/** What of the browser's address is the page: `/sessions`, wherever the dashboard is served. */
export const pageOf = (pathname: string): string =>
  pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`)
    ? pathname.replace(BASE_PATH, '') || '/'
    : pathname

/** What people enter elsewhere to reach this server; nothing while the page is made on the server. */
export const serverAddress = (): string =>
  typeof location === 'undefined' ? '' : `${location.origin}${BASE_PATH}`
