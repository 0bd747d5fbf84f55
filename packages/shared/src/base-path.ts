/** The path below which a server is reached, without a slash at its end; '' at the root of a host. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/+$/, '')

/**
 * What is asked for, as if the server were at the root of its host: `/teamlore/v1/me?x` → `/v1/me?x`. Some proxies take the path away
 * before they pass a request on; what comes without it is taken as it is.
 */
export const withoutBase = (target: string, basePath: string): string => {
  if (basePath === '' || !target.startsWith(basePath)) return target
  const rest = target.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : target
}

/** The same as the pages are asked for, which are built for the path. Their first one has no slash behind it. */
export const withBase = (target: string, basePath: string): string => {
  const below = withoutBase(target, basePath)
  if (basePath === '') return below
  return below === '/' || below.startsWith('/?') ? basePath + below.slice(1) : basePath + below
}
