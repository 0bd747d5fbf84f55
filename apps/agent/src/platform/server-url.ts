import { usageError } from '../errors/cli-error.ts'

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/i

/** Whether what is sent there stays on this machine. */
export const isLocal = (server: string): boolean => LOCAL.test(new URL(server).hostname)

/**
 * The address as it is stored: `localhost:4000` → `http://localhost:4000`, `lore.example.com` → `https://…`.
 *
 * @throws CliError when it is no address of a server.
 */
export const parseServerUrl = (text: string, name = '--server'): string => {
  const example = 'Give it like https://lore.example.com or http://localhost:4000.'
  const url = urlOf(text.trim())
  if (url === undefined || url.hostname === '')
    throw usageError(`${name}: "${text}" is not the address of a server.`, example)
  if (!/^https?:$/.test(url.protocol))
    throw usageError(`${name}: the address must begin with http:// or https://.`, example)
  if (url.username !== '' || url.password !== '')
    throw usageError(`${name}: leave user name and password out of the address.`, example)
  if (url.search !== '' || url.hash !== '' || url.pathname.startsWith('/sign-in'))
    throw usageError(
      `${name}: this is the address of a page, not of the server.`,
      `Give ${url.origin} instead.`,
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

const urlOf = (text: string): URL | undefined => {
  if (text === '') return undefined
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const host = text.split(/[/:?#]/, 1)[0] ?? ''
  const scheme = LOCAL.test(host) || text.startsWith('[::1]') ? 'http' : 'https'
  const whole = hasScheme ? text : `${scheme}://${text}`
  return URL.canParse(whole) ? new URL(whole) : undefined
}
