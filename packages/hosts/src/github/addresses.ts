export const GITHUB = 'https://github.com'

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Where people open it: github.com, or an installation of one's own. */
export const webUrlOf = (asked: string | undefined): string => withoutSlash(asked ?? GITHUB)

/** Where a GitHub is asked: an installation of one's own, and one that is hosted apart, each in its way. */
export const apiUrlOf = (webUrl: string): string => {
  const { protocol, hostname } = new URL(webUrl)
  if (hostname === 'github.com') return 'https://api.github.com'
  if (hostname.endsWith('.ghe.com')) return `${protocol}//api.${hostname}`
  return `${withoutSlash(webUrl)}/api/v3`
}

/** Where the browser sends the app that it asks for. */
export const newAppUrl = (
  webUrl: string,
  organization: string | undefined,
  state: string,
): string => {
  const place = organization === undefined ? '' : `/organizations/${organization}`
  return `${webUrl}${place}/settings/apps/new?state=${encodeURIComponent(state)}`
}

export const appUrlOf = (webUrl: string, slug: string): string => `${webUrl}/apps/${slug}`
export const installUrlOf = (webUrl: string, slug: string): string =>
  `${appUrlOf(webUrl, slug)}/installations/new`
