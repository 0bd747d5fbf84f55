import { manifestOf, redirectOf, SLACK_SCOPES } from './manifest.ts'

export const SLACK = 'https://slack.com'

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

export const webUrlOf = (asked: string | undefined): string => withoutSlash(asked ?? SLACK)

export const apiUrlOf = (webUrl: string): string => `${webUrl}/api`

/** Apps of slack.com are made at an address of their own. */
const appsUrlOf = (webUrl: string): string => webUrl.replace('://slack', '://api.slack')

export const newApp = ({
  webUrl,
  ...asked
}: {
  webUrl: string
  pagesUrl: string
  hookUrl: string
  bySocket: boolean
}): { manifest: string; createUrl: string } => {
  const manifest = manifestOf(asked)
  const question = new URLSearchParams({ new_app: '1', manifest_json: manifest })
  return { manifest, createUrl: `${appsUrlOf(webUrl)}/apps?${question}` }
}

export const installUrlOf = ({
  webUrl,
  clientId,
  state,
  pagesUrl,
}: {
  webUrl: string
  clientId: string
  state: string
  pagesUrl: string
}): string => {
  const question = new URLSearchParams({
    client_id: clientId,
    scope: Object.keys(SLACK_SCOPES).join(','),
    state,
    redirect_uri: redirectOf(pagesUrl),
  })
  return `${webUrl}/oauth/v2/authorize?${question}`
}

/** Slack gives addresses to answer at of a host of its own. */
export const mayRespondAt = (responseUrl: string, apiUrl: string): boolean => {
  if (!URL.canParse(responseUrl)) return false
  const { origin, hostname, protocol } = new URL(responseUrl)
  const api = new URL(apiUrl)
  return origin === api.origin || (protocol === 'https:' && hostname === `hooks.${api.hostname}`)
}

/** Sockets of Slack are of hosts below its own, and as private as its interface is. */
export const mayOpenAt = (socketUrl: string, apiUrl: string): boolean => {
  if (!URL.canParse(socketUrl)) return false
  const { hostname, protocol } = new URL(socketUrl)
  const api = new URL(apiUrl)
  if (protocol !== (api.protocol === 'https:' ? 'wss:' : 'ws:')) return false
  return hostname === api.hostname || hostname.endsWith(`.${api.hostname}`)
}
