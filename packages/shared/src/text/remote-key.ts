const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//
const USER_AND_PORT = /^(?:[^@/]*@)?([^/:]*)(?::\d+(?=\/))?/

/**
 * The same for each spelling of a remote: `git@host:a/b.git`, `ssh://git@host:22/a/b` and `https://host/a/b`. For comparing what one
 * machine has seen, and for nothing else: what a project is known by, the server says.
 */
export const remoteKey = (remote: string): string => {
  const text = remote.trim().toLowerCase()
  const place = SCHEME.test(text)
    ? text.replace(SCHEME, '')
    : text.replace(/^((?:[^@/\s]+@)?[\w.-]+):(?=[^\\])/, '$1/')
  return place
    .replace(USER_AND_PORT, '$1')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/\/{2,}/g, '/')
}
