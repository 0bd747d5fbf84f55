import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import type { HostApp } from '@teamlore/shared/code-hosts'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import { z } from 'zod'
import { hostErrorOf } from './host-errors.ts'

export type Ask = (
  route: string,
  parameters?: Record<string, unknown>,
) => Promise<{ data: unknown; status: number }>

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const USER_AGENT = 'teamlore'

const isOfStatus = (error: unknown, status: number): boolean =>
  z.object({ status: z.literal(status) }).safeParse(error).success

/** Redirects are not followed: a token goes to the address it is for and to no other. */
const whole = (answer: { data: unknown; status: number }) => {
  if (answer.status >= 300 && answer.status < 400)
    throw Object.assign(new Error('moved'), { status: 404, response: { headers: {} } })
  return answer
}

const asking =
  (octokit: Pick<Octokit, 'request'>, apiUrl: string): Ask =>
  async (route, parameters = {}) => {
    try {
      return whole(await octokit.request(route, parameters))
    } catch (error) {
      throw hostErrorOf(error, apiUrl)
    }
  }

const optionsOf = (apiUrl: string, fetch: OutboundFetch) => ({
  baseUrl: apiUrl,
  userAgent: USER_AGENT,
  log: quiet,
  request: { fetch },
})

/** Asks a GitHub without saying who asks. */
export const askPlainly = (apiUrl: string, fetch: OutboundFetch): Ask =>
  asking(new Octokit(optionsOf(apiUrl, fetch)), apiUrl)

/** How many apps and installations are remembered, with their tokens. */
const MAX_KEPT = 500

type Auth = ReturnType<typeof createAppAuth>
type Kept = { octokit: Octokit; renew: () => Promise<unknown> }

/** Asks as an app, or as one of its installations. Tokens are kept as long as GitHub takes them, and renewed where it does not. */
export const createAppClients = (fetch: OutboundFetch) => {
  const kept = new Map<string, Kept>()
  const clientOf = ({ apiUrl, appId, privateKey }: HostApp, installationId: string): Kept => {
    // Another key of the same app is another client: what a removed one opened is not used again.
    const name = [apiUrl, appId, installationId, privateKey].join('\n')
    const found = kept.get(name)
    if (found !== undefined) return found
    const auth = { appId, privateKey, ...(installationId !== '' && { installationId }) }
    const octokit = new Octokit({ ...optionsOf(apiUrl, fetch), authStrategy: createAppAuth, auth })
    const made: Kept = {
      octokit,
      renew: () =>
        (octokit.auth as Auth)({ type: 'installation', installationId, refresh: true } as never),
    }
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(name, made)
    return made
  }
  return {
    asApp: (app: HostApp): Ask => asking(clientOf(app, '').octokit, app.apiUrl),

    asInstallation: (app: HostApp, installationId: string): Ask => {
      const { octokit, renew } = clientOf(app, installationId)
      return async (route, parameters = {}) => {
        try {
          return whole(await octokit.request(route, parameters))
        } catch (error) {
          if (!isOfStatus(error, 401)) throw hostErrorOf(error, app.apiUrl)
        }
        // Taken back before its time.
        try {
          await renew()
          return whole(await octokit.request(route, parameters))
        } catch (error) {
          throw hostErrorOf(error, app.apiUrl)
        }
      }
    },
  }
}

export type AppClients = ReturnType<typeof createAppClients>
