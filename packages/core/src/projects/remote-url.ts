/** A remote repository, however its URL was spelled. */
export type Remote = {
  /** `host/path`, the same for every spelling: what a project is known by. */
  identity: string
  /** Without credentials, to be shown and opened. */
  url: string
  /** `owner/name`, or the whole path where it is shorter. */
  name: string
}

/** Hosts whose repository names do not distinguish upper from lower case. */
const CASELESS_HOSTS = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org'])

const SCP_LIKE = /^(?:[^@/\s]+@)?(?<host>\[[0-9a-fA-F:]+\]|[A-Za-z0-9][\w.-]+):(?!\/\/)(?<path>.+)$/
const WITH_SCHEME = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<rest>.+)$/i

type Parts = { scheme: string; host: string; port: string; path: string }

const NETWORK_SCHEMES = new Set(['http:', 'https:', 'ssh:', 'git:', 'git+ssh:', 'git+https:'])

const partsOfUrl = (text: string): Parts | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, pathname } = new URL(text)
  if (!NETWORK_SCHEMES.has(protocol)) return undefined
  return { scheme: protocol.replace(/^git\+/, ''), host: hostname, port, path: pathname }
}

const partsOf = (text: string): Parts | undefined => {
  if (WITH_SCHEME.test(text)) return partsOfUrl(text)
  const { host, path } = SCP_LIKE.exec(text)?.groups ?? {}
  if (host === undefined || path === undefined) return undefined
  return { scheme: 'ssh:', host, port: '', path }
}

/** As a browser spells it: `ssh` takes hosts as they stand, the web knows `00` as 0.0.0.0. */
const canonicalHost = (host: string): string | undefined => {
  const url = `https://${host.replace(/\.$/, '')}/`
  if (!URL.canParse(url)) return undefined
  const { hostname } = new URL(url)
  return hostname.replace(/\.$/, '').toLowerCase() || undefined
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const tidy = (path: string): string =>
  decoded(path)
    .split('/')
    .filter((part) => !['', '.', '..'].includes(part))
    .join('/')
    .replace(/\.git$/i, '')

/** What no text column holds (NUL), and what no name should show (line ends and their like), stays as its address spells it. */
const shownPath = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what this is about.
  path.replace(/[\u0000-\u001f\u007f]/g, encodeURIComponent)

/**
 * Understands https, ssh, git and `user@host:path` forms. Undefined for what names no other host
 * (a path, `file:`), since such a remote means something else on every machine.
 */
export const parseRemoteUrl = (text: string): Remote | undefined => {
  // Half of a surrogate pair does not survive as bytes, and is no part of any address.
  const parts = partsOf(Buffer.from(text.trim()).toString())
  if (parts === undefined) return undefined
  const host = canonicalHost(parts.host)
  const path = tidy(parts.path)
  if (host === undefined || path === '') return undefined
  // ssh and git listen wherever they were put, next to the same repositories; two web ports are two servers.
  const isWeb = parts.scheme.startsWith('http')
  const port = isWeb && parts.port !== '' && !['80', '443'].includes(parts.port) ? parts.port : ''
  const place = port === '' ? host : `${host}:${port}`
  const shown = shownPath(path)
  const known = CASELESS_HOSTS.has(host) ? shown.toLowerCase() : shown
  const scheme = parts.scheme === 'http:' ? 'http' : 'https'
  return {
    identity: `${place}/${known}`,
    url: `${scheme}://${place}/${path.split('/').map(encodeURIComponent).join('/')}`,
    name: shown.split('/').slice(-2).join('/'),
  }
}
